import { type CivilDate, weekdayOf } from '../../base/time/civil-day.ts';
import type { IndependentVariable } from './independent-variables.ts';

/** By what a day's consumption is explained beside its weekday. */
interface CandidateModel {
  /** How many waves a year the season has in it. */
  readonly waves: number;
  readonly variables: readonly IndependentVariable[];
  /** °C below which heating and above which cooling takes more with each degree; of no meaning without a temperature. */
  readonly balance: number;
}

const KINDS = 8;
const HOLIDAY = 7;
const MAX_WAVES = 3;
const DAYS_A_YEAR = 365.25;
const JANUARY_FIRST = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
/** Between these lie the balance points of buildings (ASHRAE Guideline 14, change-point models). */
const BALANCE_POINTS = [10, 12, 14, 16, 18, 20, 22, 24];

/** Every model that explains by exactly these variables. */
export function candidateModels(variables: readonly IndependentVariable[]): CandidateModel[] {
  const isByTemperature = variables.some(({ kind }) => kind === 'temperature');
  const balances = isByTemperature ? BALANCE_POINTS : [0];
  return Array.from({ length: MAX_WAVES + 1 }, (_, waves) =>
    balances.map((balance) => ({ waves, variables, balance })),
  ).flat();
}

/** A day as what is known of it; every variable of the model must have a value of it. */
export function rowOf(
  { waves, variables, balance }: CandidateModel,
  date: CivilDate,
  isHoliday: (date: CivilDate) => boolean,
): number[] {
  const kindOfDay = isHoliday(date) ? HOLIDAY : weekdayOf(date);
  const row = Array.from({ length: KINDS }, (_, index): number => (index === kindOfDay ? 1 : 0));
  const turn = ((Date.parse(date) - JANUARY_FIRST) / DAY_MS / DAYS_A_YEAR) * 2 * Math.PI;
  for (let wave = 1; wave <= waves; wave += 1) row.push(Math.cos(wave * turn), Math.sin(wave * turn));
  for (const { kind, values } of variables) {
    const value = values.get(date) as number;
    if (kind === 'production') row.push(value);
    else row.push(Math.max(0, balance - value), Math.max(0, value - balance));
  }
  return row;
}
