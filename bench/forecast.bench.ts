// How far forecasts of a billing cycle are off at one third of it, by method, and how often the band holds the truth.
import { readFileSync } from 'node:fs';
import { type ChoiceInput, forecastPeriod } from '@nascente/domain/consumption/forecast-choice';
import { expectationOf, FORECAST_METHODS } from '@nascente/domain/consumption/forecast-trial';
import type { PastDay } from '@nascente/domain/consumption/past-day';
import { dayRow, LEARNT_DAYS, typicalWeek } from '@nascente/domain/consumption/typical-week';
import { addDays, type CivilDate, civilDate } from '@nascente/domain/time/civil-day';

const CYCLE_DAYS = 30;
const ELAPSED = Number(process.argv[2] ?? CYCLE_DAYS / 3);
/** As many days before the first cycle, so that the methods have a past to be tried on. */
const PAST_DAYS = 60;
const QUARTERS = 96;
const MOST_MISSING_DAYS = 2;

const readDays = (): Map<string, PastDay[]> => {
  const text = readFileSync(new URL('./forecast/days.csv', import.meta.url), 'utf8');
  const meters = new Map<string, PastDay[]>();
  for (const line of text.trim().split('\n').slice(1)) {
    const [meter = '', date = '', total, completeness] = line.split(',');
    const day: PastDay = {
      date: civilDate(date),
      total: Number(total) as PastDay['total'],
      completeness: Number(completeness),
      expectedQuarters: QUARTERS,
    };
    meters.set(meter, [...(meters.get(meter) ?? []), day]);
  }
  return meters;
};

const sum = (days: readonly PastDay[]): number => days.reduce((total, day) => total + day.total, 0);
const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** The forecast in the last minute of the cycle's day before `today`, which is wholly to come. */
const inputOf = (days: readonly PastDay[], first: number): ChoiceInput => {
  const today = days[first + ELAPSED]?.date as CivilDate;
  const past = days.slice(Math.max(0, first + ELAPSED - LEARNT_DAYS), first + ELAPSED);
  return {
    today,
    last: addDays(today, CYCLE_DAYS - ELAPSED - 1),
    days: past,
    consumed: sum(days.slice(first, first + ELAPSED)),
    daysElapsed: ELAPSED,
    daysInPeriod: CYCLE_DAYS,
    shareToCome: 1,
  };
};

/** What each method alone would have said. */
const methodErrors = (input: ChoiceInput, truth: number): number[] => {
  const row = dayRow(input.days, addDays(input.today, -LEARNT_DAYS), input.today);
  const kinds = dayRow([], input.today, addDays(input.last, 1)).kind;
  const week = typicalWeek(row, row.length);
  if (week === null) return [];
  return FORECAST_METHODS.map((method) => {
    const expected = expectationOf(method, week, input.consumed / ELAPSED);
    const left = kinds.reduce((total, kind, index) => total + expected(kind, index + 1), 0);
    return Math.abs(input.consumed + left - truth) / truth;
  });
};

const measure = (days: readonly PastDay[]) => {
  const byMethod: number[][] = FORECAST_METHODS.map(() => []);
  const chosen: number[] = [];
  const widths: number[] = [];
  let held = 0;
  for (let first = PAST_DAYS; first + CYCLE_DAYS <= days.length; first += 1) {
    const cycle = days.slice(first, first + CYCLE_DAYS);
    const truth = sum(cycle);
    if (truth === 0 || cycle.filter((day) => day.completeness < 0.9).length > MOST_MISSING_DAYS) continue;
    const input = inputOf(days, first);
    for (const [index, error] of methodErrors(input, truth).entries()) byMethod[index]?.push(error);
    const forecast = forecastPeriod(input);
    chosen.push(Math.abs(forecast.total - truth) / truth);
    widths.push((forecast.high - forecast.low) / truth);
    if (forecast.low <= truth && truth <= forecast.high) held += 1;
  }
  return { cycles: chosen.length, byMethod, chosen, widths, held };
};

console.log(['meter', 'cycles', ...FORECAST_METHODS, 'chosen', 'band holds', 'band width'].join(' | '));
for (const [meter, days] of readDays()) {
  const { cycles, byMethod, chosen, widths, held } = measure(days);
  const figures = [...byMethod.map(mean), mean(chosen), held / cycles, mean(widths)].map(percent);
  console.log([meter, cycles, ...figures].join(' | '));
}
const input = inputOf([...readDays().values()][1] as PastDay[], 200);
const before = performance.now();
for (let round = 0; round < 200; round += 1) forecastPeriod(input);
console.log(`one forecast with its back-test: ${((performance.now() - before) / 200).toFixed(2)} ms`);
