import { HOUR_MS, type Instant, MINUTE_MS } from '../../base/time/zone.ts';

/** The value of a register: whole thousandths of Wh, varh or litres. */
export interface Level {
  readonly at: Instant;
  readonly raw: number;
}

/**
 * Verdicts of a step. `normal`, `gap`, `reset`, `rollover` and `exchange` move the level; `jitter`, `short-zero` and `spike` add
 * nothing; `held` waits for the values that follow.
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

/** Verdicts by which the register's new level is believed. */
export const ACCEPTING: ReadonlySet<StepVerdict> = new Set<StepVerdict>([
  'normal',
  'gap',
  'reset',
  'rollover',
  'exchange',
]);

/** Known facts about a register before its values are judged. */
export interface RegisterRules {
  /** The count at which it starts from zero again, in thousandths; null when it is not known. */
  readonly width: number | null;
  /** The most that can flow in an hour, in thousandths. */
  readonly maxPerHour: number;
  /** A step backwards up to this is the register's own unrest, in thousandths. */
  readonly jitter: number;
  /** A silence longer than this makes a step a `gap`. */
  readonly gapAfterMs: number;
}

/** Values wait in queues and arrive together: the possible flow covers at least this time. */
const MIN_MS = 5 * MINUTE_MS;

/** Whether so much can have flowed between two instants. */
export function isPlausible(from: Level, to: Level, delta: number, rules: RegisterRules): boolean {
  return delta <= (rules.maxPerHour * Math.max(to.at - from.at, MIN_MS)) / HOUR_MS;
}

/** The verdict on an ordinary advance, by the silence before it. */
export function movedVerdict(receivedAt: Instant | null, at: Instant, rules: RegisterRules): StepVerdict {
  return receivedAt !== null && at - receivedAt > rules.gapAfterMs ? 'gap' : 'normal';
}

const NEAR = 0.9;
const NEARLY_ZERO = 0.01;

/** A step back that stays close to the level: no register restarts there. */
export function isNearDip(base: Level, point: Level): boolean {
  return point.raw < base.raw && point.raw >= base.raw * NEAR;
}

/** The verdict on a value that the register left again. */
export function strayVerdict(base: Level, point: Level): StepVerdict {
  if (point.raw > base.raw) return 'spike';
  return point.raw <= base.raw * NEARLY_ZERO ? 'short-zero' : 'jitter';
}

/** A register at another level: a rollover if its width explains it, a reset if all of it can have flowed, else an exchange. */
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
