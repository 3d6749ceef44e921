import { HOUR_MS, type Instant, MINUTE_MS } from '../../base/time/zone.ts';

/** The value of a register: whole thousandths of Wh, varh or litres. */
export interface Level {
  readonly at: Instant;
  readonly raw: number;
}

/**
 * Verdicts of a step. `normal`, `gap`, `reset`, `rollover` and `exchange` accept the new level; `jitter`, `short-zero` and
 * `spike` add nothing; `held` waits for later values.
 */
export const STEP_VERDICTS = [
  'first',
  'normal',
  'gap',
  'jitter',
  'short-zero',
  'spike',
  'reset',
  'rollover',
  'exchange',
  'held',
] as const;
export type StepVerdict = (typeof STEP_VERDICTS)[number];

/** Verdicts that an operator may choose. */
export const CHOSEN_VERDICTS = [
  'normal',
  'jitter',
  'short-zero',
  'spike',
  'reset',
  'rollover',
  'exchange',
] as const;
export type ChosenVerdict = (typeof CHOSEN_VERDICTS)[number];

/** Verdicts that accept the register's new level. */
export const ACCEPTING: ReadonlySet<StepVerdict> = new Set<StepVerdict>([
  'normal',
  'gap',
  'reset',
  'rollover',
  'exchange',
]);

/** Parameters for judging the values of a register. */
export interface RegisterRules {
  /** Value at which the register restarts from zero, in thousandths; null if unknown. */
  readonly width: number | null;
  /** Maximum increment in an hour, in thousandths. */
  readonly maxPerHour: number;
  /** A step backwards up to this size is noise, in thousandths. */
  readonly jitter: number;
  /** A silence longer than this makes a step a `gap`. */
  readonly gapAfterMs: number;
}

/** Minimum duration for the maximum flow, because values may wait in queues and get close timestamps. */
const MIN_MS = 5 * MINUTE_MS;

/** Whether an increment is possible between two instants. */
export function isPlausible(from: Level, to: Level, delta: number, rules: RegisterRules): boolean {
  return delta <= (rules.maxPerHour * Math.max(to.at - from.at, MIN_MS)) / HOUR_MS;
}

/** Verdict on an ordinary advance: `gap` after a long silence, else `normal`. */
export function movedVerdict(lastAt: Instant | null, at: Instant, rules: RegisterRules): StepVerdict {
  return lastAt !== null && at - lastAt > rules.gapAfterMs ? 'gap' : 'normal';
}

const NEAR = 0.9;
const NEARLY_ZERO = 0.01;

/** Whether a step backwards stays close to the accepted level: a register does not restart there. */
export function isNearDip(base: Level, point: Level): boolean {
  return point.raw < base.raw && point.raw >= base.raw * NEAR;
}

/** Verdict on a value that later values do not confirm. */
export function strayVerdict(base: Level, point: Level): StepVerdict {
  if (point.raw > base.raw) return 'spike';
  return point.raw <= base.raw * NEARLY_ZERO ? 'short-zero' : 'jitter';
}

/**
 * Verdict on a confirmed new level: a rollover if the register's width explains it, a reset if the whole new value can have
 * flowed since, else an exchange of the meter.
 */
export function restartOf(
  base: Level,
  first: Level,
  rules: RegisterRules,
): { verdict: StepVerdict; increment: number } {
  const isBackwards = first.raw < base.raw;
  const wrapped = first.raw + (rules.width ?? Number.POSITIVE_INFINITY) - base.raw;
  if (isBackwards && isPlausible(base, first, wrapped, rules))
    return { verdict: 'rollover', increment: wrapped };
  const canBeReset = isBackwards && !isNearDip(base, first) && isPlausible(base, first, first.raw, rules);
  return canBeReset ? { verdict: 'reset', increment: first.raw } : { verdict: 'exchange', increment: 0 };
}
