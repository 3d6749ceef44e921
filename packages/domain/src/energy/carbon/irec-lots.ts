import type { CivilMonth } from '../../base/time/civil-month.ts';
import { type MilliwattHours, milliwattHours } from '../../base/units/energy.ts';
import { sumBy } from '../../telemetry/intervals/totals.ts';

/** Months from the first to the last, both included. */
export interface MonthSpan {
  readonly first: CivilMonth;
  readonly last: CivilMonth;
}

/** Certificates of renewable energy that are retired against the consumption of these months. */
export interface IrecLot extends MonthSpan {
  readonly id: string;
  readonly energy: MilliwattHours;
}

interface MonthOfEnergy {
  readonly month: CivilMonth;
  readonly energy: MilliwattHours;
}

interface Retirement {
  /** Energy of certificates by month, mWh; at most the energy of the month. */
  readonly byMonth: ReadonlyMap<CivilMonth, number>;
  /** Energy of each lot that exceeds the consumption of its months. */
  readonly excessOf: ReadonlyMap<string, MilliwattHours>;
}

/** Longest period of a lot. */
export const MAX_LOT_MONTHS = 12;

/** Letters and digits of a certificate number. Two numbers with equal keys are the same certificate. */
export function certificateKey(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

const overlaps = (a: MonthSpan, b: MonthSpan): boolean => a.first <= b.last && a.last >= b.first;
const contains = ({ first, last }: MonthSpan, month: CivilMonth): boolean => first <= month && month <= last;

/** A period extended by each lot that overlaps it, directly or through other lots: these months decide what is free in it. */
export function monthsToWeigh(lots: readonly MonthSpan[], span: MonthSpan): MonthSpan {
  const joined = [span, ...lots.filter((lot) => overlaps(lot, span))];
  const first = joined.map((one) => one.first).toSorted()[0] as CivilMonth;
  const last = joined
    .map((one) => one.last)
    .toSorted()
    .at(-1) as CivilMonth;
  return first === span.first && last === span.last ? span : monthsToWeigh(lots, { first, last });
}

/** Divides an amount among months with free energy. */
type Divide = (free: readonly number[], amount: number) => readonly number[];

const earliestFirst: Divide = (free, amount) => {
  let left = amount;
  return free.map((energy) => {
    const taken = Math.min(energy, left);
    left -= taken;
    return taken;
  });
};

const evenly: Divide = (free, amount) => {
  const share = Math.min(
    1,
    amount /
      Math.max(
        1,
        sumBy(free, (energy) => energy),
      ),
  );
  return free.map((energy) => energy * share);
};

/**
 * Places lots in the order of their last month. `earliestFirst` then places as much as any division can, because a later lot may
 * use every later month that an earlier one may use.
 */
function placeLots(lots: readonly IrecLot[], months: readonly MonthOfEnergy[], divide: Divide) {
  const free = new Map<CivilMonth, number>(months.map(({ month, energy }) => [month, Math.max(0, energy)]));
  const placed = new Map<string, number>();
  const inOrder = lots.toSorted(
    (a, b) => a.last.localeCompare(b.last) || b.first.localeCompare(a.first) || a.id.localeCompare(b.id),
  );
  for (const lot of inOrder) {
    const within = [...free].filter(([month]) => contains(lot, month));
    const amounts = divide(
      within.map(([, energy]) => energy),
      lot.energy,
    );
    for (const [index, [month, energy]] of within.entries())
      free.set(month, energy - (amounts[index] as number));
    placed.set(
      lot.id,
      sumBy(amounts, (amount) => amount),
    );
  }
  return { free, placed, total: sumBy([...placed.values()], (amount) => amount) };
}

/** Rounding of divisions, mWh. */
const ROUNDING = 1000;

/**
 * Retires lots against the consumption of months, ascending. Each lot covers the same share of what is free in its months; where
 * overlapping lots do not fit so, the earliest months come first.
 */
export function retireLots(lots: readonly IrecLot[], months: readonly MonthOfEnergy[]): Retirement {
  const exact = placeLots(lots, months, earliestFirst);
  const even = placeLots(lots, months, evenly);
  const { free } = even.total < exact.total - ROUNDING ? exact : even;
  return {
    byMonth: new Map(
      months.map(({ month, energy }) => [
        month,
        Math.max(0, Math.max(0, energy) - (free.get(month) as number)),
      ]),
    ),
    excessOf: new Map(
      lots.map(({ id, energy }) => [id, milliwattHours(energy - (exact.placed.get(id) as number))]),
    ),
  };
}

/** The largest lot of a period that fits beside the others. @param months - at least those of `monthsToWeigh` */
export function freeToRetire(
  lots: readonly IrecLot[],
  months: readonly MonthOfEnergy[],
  span: MonthSpan,
): MilliwattHours {
  const energy = milliwattHours(sumBy(months, (month) => Math.max(0, month.energy)));
  const added = placeLots([...lots, { ...span, id: '', energy }], months, earliestFirst);
  return milliwattHours(added.total - placeLots(lots, months, earliestFirst).total);
}
