import { type Instant, MINUTE_MS } from '../../base/time/zone.ts';
import type { RegisterName } from '../adapters/mapped-field.ts';
import {
  ACCEPTING,
  type ChosenVerdict,
  isNearDip,
  isPlausible,
  type Level,
  movedVerdict,
  type RegisterRules,
  restartOf,
  type StepVerdict,
  strayVerdict,
} from './register-verdicts.ts';

/** Data about a board's registers, entered by an operator. */
export interface RegisterLimits {
  /** Value at which registers restart from zero, kWh, kvarh or m³; null if unknown. */
  readonly width: number | null;
  /** Maximum increment of a register in an hour, kWh, kvarh or m³; null: the default. */
  readonly maxPerHour: number | null;
}

/** Energy of an hour at three phases of 400 A (the largest clamps of supported meters) and 300 V. */
const DEFAULT_MAX_KWH_PER_HOUR = 360;

/** Overload flow of a DN 100 water meter: Q3 = 100 m³/h, Q4 = 1.25 × Q3 (ISO 4064-1). */
const DEFAULT_MAX_M3_PER_HOUR = 125;

/** Largest steps backwards that count as noise: 0.1 kWh, from firmware that rounds; 10 L, from pulse counters. */
const JITTER_MWH = 100_000;
const JITTER_ML = 10_000;

/** A longer pause between values is a gap: meters report at least hourly. */
const GAP_AFTER_MS = 90 * MINUTE_MS;

/** mWh per kWh, mvarh per kvarh, ml per m³. */
const THOUSANDTHS_PER_KILO = 1_000_000;

/** Parameters by which a register's steps are judged. */
export function rulesOf(register: RegisterName, { width, maxPerHour }: RegisterLimits): RegisterRules {
  const isWater = register === 'volume';
  const maximum = maxPerHour ?? (isWater ? DEFAULT_MAX_M3_PER_HOUR : DEFAULT_MAX_KWH_PER_HOUR);
  return {
    width: width === null ? null : Math.round(width * THOUSANDTHS_PER_KILO),
    maxPerHour: Math.round(maximum * THOUSANDTHS_PER_KILO),
    jitter: isWater ? JITTER_ML : JITTER_MWH,
    gapAfterMs: GAP_AFTER_MS,
  };
}

export type { ChosenVerdict, Level, RegisterRules, StepVerdict } from './register-verdicts.ts';

/** The value of a cumulative register at an instant: whole thousandths (mWh, mvarh, ml). */
export interface RegisterPoint extends Level {
  /**
   * Verdict chosen by an operator, which replaces the judgement; null: the step is judged. An accepted first value is always
   * `first`.
   */
  readonly chosen: ChosenVerdict | null;
}

/** A point with its increment. */
export interface RegisterStep extends RegisterPoint {
  readonly verdict: StepVerdict;
  /** Whole thousandths since the last accepted level; never negative. */
  readonly increment: number;
  /** Whether earlier points cannot change later verdicts, so that judging may resume here. */
  readonly isSettled: boolean;
}

/** Number of later values that confirm a new level: none below the one before it, and the last above the first held one. */
const FOLLOWERS_OF_RESTART = 2;
/** Number of later values that confirm a level closely below the accepted one, which is nearly always a temporary dip. */
const FOLLOWERS_NEAR = 24;

/** The accepted level, and later suspicious points that wait for confirmation. */
interface Judgement {
  base: Level | null;
  held: Level[];
  /** Instant of the register's last value, accepted or not. */
  lastAt: Instant | null;
}

interface Outcome {
  readonly verdict: StepVerdict;
  readonly increment: number;
  readonly isSettled: boolean;
}

/**
 * Converts register values to increments. A step backwards by more than the jitter, or one that is too large, is held until later
 * values decide. An unconfirmed value adds nothing; after a reset, rollover or exchange, each held value is credited at its own
 * instant.
 * @param points - in any order; of equal instants the first counts @param from - settled level before them; null: none
 * @returns the steps in ascending order of time
 */
export function stepsOf(
  points: readonly RegisterPoint[],
  rules: RegisterRules,
  from: Level | null = null,
): RegisterStep[] {
  const ordered = inOrder(points);
  const outcomes = new Map<Instant, Outcome>();
  const judgement: Judgement = { base: from, held: [], lastAt: from?.at ?? null };
  for (const point of ordered) {
    judge(judgement, point, rules, outcomes);
    judgement.lastAt = point.at;
  }
  return ordered.map((point) => ({ ...point, ...(outcomes.get(point.at) as Outcome) }));
}

function inOrder(points: readonly RegisterPoint[]): RegisterPoint[] {
  const byInstant = new Map<Instant, RegisterPoint>();
  for (const point of points) if (!byInstant.has(point.at)) byInstant.set(point.at, point);
  return [...byInstant.values()].sort((a, b) => a.at - b.at);
}

type Outcomes = Map<Instant, Outcome>;

function judge(judgement: Judgement, point: RegisterPoint, rules: RegisterRules, outcomes: Outcomes): void {
  const { base, held } = judgement;
  if (point.chosen !== null) applyChosen(judgement, point, point.chosen, rules, outcomes);
  else if (base === null) accept(judgement, point, 'first', 0, outcomes);
  else if (isAtLevel(base, held[0], point, rules)) {
    dismiss(judgement, base, outcomes);
    if (point.raw >= base.raw)
      accept(
        judgement,
        point,
        movedVerdict(judgement.lastAt, point.at, rules),
        point.raw - base.raw,
        outcomes,
      );
    else outcomes.set(point.at, stray('jitter'));
  } else {
    const last = held.at(-1);
    if (last === undefined || !continues(last, point, rules)) dismiss(judgement, base, outcomes);
    judgement.held.push(point);
    outcomes.set(point.at, stray('held'));
    if (isConfirmed(judgement.held, base)) acceptHeld(judgement, base, rules, outcomes);
  }
}

function stray(verdict: StepVerdict): Outcome {
  return { verdict, increment: 0, isSettled: false };
}

/** Whether a point continues from the accepted level by a possible flow. A point beyond a held jump does not. */
function isAtLevel(base: Level, firstHeld: Level | undefined, point: Level, rules: RegisterRules): boolean {
  if (firstHeld !== undefined && firstHeld.raw > base.raw && point.raw >= firstHeld.raw) return false;
  return point.raw >= base.raw - rules.jitter && isPlausible(base, point, point.raw - base.raw, rules);
}

function continues(last: Level, point: Level, rules: RegisterRules): boolean {
  return point.raw >= last.raw && isPlausible(last, point, point.raw - last.raw, rules);
}

/** Accepts a point as the new level. */
function accept(
  judgement: Judgement,
  point: Level,
  verdict: StepVerdict,
  increment: number,
  outcomes: Outcomes,
): void {
  outcomes.set(point.at, { verdict, increment, isSettled: true });
  judgement.base = point;
}

/** Dismisses the held points as stray values. */
function dismiss(judgement: Judgement, base: Level, outcomes: Outcomes): void {
  for (const point of judgement.held) outcomes.set(point.at, stray(strayVerdict(base, point)));
  judgement.held = [];
}

function isConfirmed(held: readonly Level[], base: Level): boolean {
  const [first, last] = [held[0] as Level, held.at(-1) as Level];
  const followers = isNearDip(base, first) ? FOLLOWERS_NEAR : FOLLOWERS_OF_RESTART;
  return held.length > followers && last.raw > first.raw;
}

/** Accepts the held points as the register's new course; each is credited at its own instant. */
function acceptHeld(judgement: Judgement, base: Level, rules: RegisterRules, outcomes: Outcomes): void {
  const [first, ...followers] = judgement.held as [Level, ...Level[]];
  const restart = restartOf(base, first, rules);
  outcomes.set(first.at, { ...restart, isSettled: false });
  let level = first;
  for (const point of followers) {
    const verdict = movedVerdict(level.at, point.at, rules);
    outcomes.set(point.at, { verdict, increment: point.raw - level.raw, isSettled: false });
    level = point;
  }
  outcomes.set(level.at, { ...(outcomes.get(level.at) as Outcome), isSettled: true });
  judgement.base = level;
  judgement.held = [];
}

/**
 * Applies the operator's verdict. A verdict that accepts the point dismisses earlier held points. An accepted first value is always
 * `first`.
 */
function applyChosen(
  judgement: Judgement,
  point: Level,
  chosen: ChosenVerdict,
  rules: RegisterRules,
  outcomes: Outcomes,
): void {
  if (!ACCEPTING.has(chosen)) {
    outcomes.set(point.at, stray(chosen));
    return;
  }
  const { base } = judgement;
  if (base === null) accept(judgement, point, 'first', 0, outcomes);
  else {
    dismiss(judgement, base, outcomes);
    accept(judgement, point, chosen, creditOf(chosen, base, point, rules), outcomes);
  }
}

function creditOf(chosen: ChosenVerdict, base: Level, point: Level, rules: RegisterRules): number {
  if (chosen === 'reset') return point.raw;
  if (chosen === 'exchange') return 0;
  const wrapped = chosen === 'rollover' ? (rules.width ?? 0) : 0;
  return Math.max(0, point.raw + wrapped - base.raw);
}
