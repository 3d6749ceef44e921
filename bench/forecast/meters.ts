import { readFileSync } from 'node:fs';
import { addDays, type CivilDate, civilDate, daysBetween } from '@nascente/domain/base/time/civil-day';
import type { PastDay } from '@nascente/domain/energy/forecast/past-day';
import { isBankHoliday } from './uk-holidays.ts';

export interface BenchMeter {
  readonly name: string;
  readonly days: readonly PastDay[];
  readonly isHoliday: (date: CivilDate) => boolean;
}

const QUARTERS = 96;
const linesOf = (file: string): string[][] =>
  readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));

const dayOf = (date: CivilDate, total: number, completeness: number): PastDay => ({
  date,
  total: total as PastDay['total'],
  completeness,
  expectedQuarters: QUARTERS,
});

/** Every date from the first to the last has a day. */
const withoutHoles = (days: readonly PastDay[]): PastDay[] => {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const dayByDate = new Map(days.map((day) => [day.date, day]));
  const dates = Array.from({ length: daysBetween(first.date, last.date) + 1 }, (_, day) =>
    addDays(first.date, day),
  );
  return dates.map((date) => dayByDate.get(date) ?? dayOf(date, 0, 0));
};

/** Thirty buildings of a university for four years, by name; a day that was not measured whole is an empty one. */
const readBuildings = (): BenchMeter[] => {
  const [[, ...names] = [], ...rows] = linesOf('buildings.csv');
  return names.map((name, column) => {
    const days = rows.map(([date = '', ...totals]) => {
      const kwh = totals[column] ?? '';
      return dayOf(civilDate(date), Math.round(Number(kwh) * 1_000_000), kwh === '' ? 0 : 1);
    });
    return { name, days: withoutHoles(days), isHoliday: isBankHoliday };
  });
};

/** The mean temperature of the days of the buildings, °C. */
export const OUTDOORS: ReadonlyMap<CivilDate, number> = new Map(
  linesOf('temperature.csv')
    .slice(1)
    .map(([date = '', celsius]) => [civilDate(date), Number(celsius)]),
);

const BUILDINGS = readBuildings();

/** Split by name before anything was tuned: every second column, b0, b4, b8, b14, … was looked at. */
export const TUNED = BUILDINGS.filter((_, index) => index % 2 === 0);
export const UNTOUCHED = BUILDINGS.filter((_, index) => index % 2 === 1);

const readOthers = (): BenchMeter[] => {
  const [, ...rows] = linesOf('days.csv');
  const byName = Map.groupBy(rows, ([name = '']) => name);
  return [...byName].map(([name, rowsOfMeter]) => {
    const days = rowsOfMeter.map(([, date = '', total, completeness]) =>
      dayOf(civilDate(date), Number(total), Number(completeness)),
    );
    return { name, days: withoutHoles(days), isHoliday: () => false };
  });
};

const OTHERS = readOthers();
export const STEEL_WORKS = OTHERS.filter(({ name }) => name === 'steel-works');
export const HOUSEHOLDS = OTHERS.filter(({ name }) => name !== 'steel-works');
