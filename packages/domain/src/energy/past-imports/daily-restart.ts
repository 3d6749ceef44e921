import { civilDateAt, startOfDay } from '../../base/time/civil-day.ts';
import { type Instant, instant, type Zone } from '../../base/time/zone.ts';
import { fullAt } from './cell-number.ts';

/** A value of a counter in a past file, in the unit of the file. */
export interface ShownLevel {
  readonly at: Instant;
  readonly value: number;
}

/** A drop is a restart if the new value is below this share of the one before. */
const NEAR_ZERO = 0.25;
/** Minimum mean number of values between two restarts, for `maybe` and for `sure`. */
const MIN_OF_DAY = 4;
const SURE_OF_DAY = 8;
const SURE_RESTARTS = 2;
/** With fewer distinct values, amounts of a day on which a load ran once look like a counter. */
const SURE_LEVELS = 4;

/** Whether midnight lies between two values. A value at midnight itself may belong to either day. */
const isOverMidnight = (before: Instant, at: Instant, zone: Zone): boolean =>
  civilDateAt(at, zone) !== civilDateAt(instant(before - 1), zone);

/** Groups the values between restarts; null if a value drops at another time than midnight, or by too little. */
function runsBetweenRestarts(
  levels: readonly ShownLevel[],
  zone: Zone,
): readonly (readonly number[])[] | null {
  const runs: number[][] = [];
  let run: number[] = [];
  let before: ShownLevel | null = null;
  for (const level of levels) {
    if (before !== null && level.value < before.value) {
      const isRestart = level.value < before.value * NEAR_ZERO && isOverMidnight(before.at, level.at, zone);
      if (!isRestart) return null;
      runs.push(run);
      run = [];
    }
    run.push(level.value);
    before = level;
  }
  return [...runs, run];
}

/** Whether the only restart is a rollover just below a power of ten. */
const isRollover = ([first = [], second = [], ...more]: readonly (readonly number[])[]): boolean =>
  more.length === 0 && fullAt(Number(first.at(-1)), Number(second[0])) !== null;

/** Whether a counter restarts each midnight; `maybe` if amounts could look the same. @param levels - oldest first */
export function dailyRestart(levels: readonly ShownLevel[], zone: Zone): 'sure' | 'maybe' | 'no' {
  const days = new Set(levels.map(({ at }) => civilDateAt(instant(at - 1), zone))).size;
  const runs = runsBetweenRestarts(levels, zone);
  if (runs === null || runs.length < 2 || isRollover(runs) || levels.some(({ value }) => value < 0))
    return 'no';
  // A daily counter restarts at each midnight; the first and the last day may be incomplete.
  if (runs.length < days - 1 || runs.length > days + 1 || levels.length < runs.length * MIN_OF_DAY)
    return 'no';
  const isSure =
    runs.length - 1 >= SURE_RESTARTS &&
    levels.length >= runs.length * SURE_OF_DAY &&
    runs.slice(1, -1).every((run) => new Set(run).size >= SURE_LEVELS);
  return isSure ? 'sure' : 'maybe';
}

interface Gain {
  readonly from: Instant;
  readonly to: Instant;
  readonly amount: number;
}

/**
 * The increase up to each level, since the previous level or since midnight, in the unit of the file.
 * @param maxSpreadMs - ms; a longer increase is placed in its last `maxSpreadMs` ms. The first level has none if midnight
 *   is further away.
 */
export function dailyGains(levels: readonly ShownLevel[], zone: Zone, maxSpreadMs: number): readonly Gain[] {
  const distinct = levels.filter(({ at }, index) => at !== levels[index - 1]?.at);
  return distinct.flatMap(({ at, value }, index) => {
    const before = distinct[index - 1];
    const midnight = startOfDay(civilDateAt(instant(at - 1), zone), zone);
    if (before === undefined)
      return at - midnight <= maxSpreadMs ? [{ from: midnight, to: at, amount: value }] : [];
    const isRestart = value < before.value || before.at < midnight;
    const since = Math.max(before.at, at - maxSpreadMs, isRestart ? midnight : before.at);
    return [{ from: instant(since), to: at, amount: isRestart ? value : value - before.value }];
  });
}
