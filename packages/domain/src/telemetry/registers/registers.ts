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

/** An operator's data about a board's registers. */
export interface RegisterLimits {
  /** kWh, kvarh or m³ at which they start from zero again; null when it is not known. */
  readonly width: number | null;
  /** The most that one register can count in an hour, kWh or m³; null takes the default. */
  readonly maxPerHour: number | null;
}

/** Three phases of 400 A at 300 V, the largest clamps of the supported meters, counted by one register. */
const DEFAULT_MAX_KWH_PER_HOUR = 360;

/** Overload flow of a DN 100 water meter: Q3 = 100 m³/h, Q4 = 1.25 × Q3 (ISO 4064-1). */
const DEFAULT_MAX_M3_PER_HOUR = 125;

/** A tenth of a kWh back is the unrest of firmwares that round; ten litres that of a pulse counter. */
const JITTER_MWH = 100_000;
const JITTER_ML = 10_000;

/** Meters report at least hourly. */
const GAP_AFTER_MS = 90 * MINUTE_MS;

const THOUSANDTHS_PER_KILO = 1_000_000;

/** The rules by which a register's steps are judged. */
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
  /** The operator's word, which is not doubted; null leaves the step to be judged. */
  readonly chosen: ChosenVerdict | null;
}

/** A point with its increment. */
export interface RegisterStep extends RegisterPoint {
  readonly verdict: StepVerdict;
  /** Whole thousandths since the last level believed; never negative. */
  readonly increment: number;
  /** Earlier points cannot change later verdicts: judging may start again from here. */
  readonly isSettled: boolean;
}

/** Values that must follow, in order and with an advance among them, before a new level is believed. */
const FOLLOWERS_OF_RESTART = 2;
/** A level close below the known one is nearly always a dip that recovers: believed late. */
const FOLLOWERS_NEAR = 24;

/** The accepted level, and suspicious later points that wait for further ones. */
interface Judgement {
  base: Level | null;
  held: Level[];
  /** When the register was heard of last, believed or not. */
  receivedAt: Instant | null;
}

interface Outcome {
  readonly verdict: StepVerdict;
  readonly increment: number;
  readonly isSettled: boolean;
}

/**
 * Turns register values into increments. A step backwards, or too far, is held until later values decide: a stray value adds
 * nothing; a reset, rollover or exchange credits later consumption at its own instants.
 * @param points - in any order; of equal instants the first counts @param from - the settled level before them; null: none
 * @returns the steps in ascending order of time
 */
export function stepsOf(
  points: readonly RegisterPoint[],
  rules: RegisterRules,
  from: Level | null = null,
): RegisterStep[] {
  const ordered = inOrder(points);
  const outcomes = new Map<Instant, Outcome>();
  const judgement: Judgement = { base: from, held: [], receivedAt: from?.at ?? null };
  for (const point of ordered) {
    judge(judgement, point, rules, outcomes);
    judgement.receivedAt = point.at;
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
  if (point.chosen !== null) takeWord(judgement, point, point.chosen, rules, outcomes);
  else if (base === null) accept(judgement, point, 'first', 0, outcomes);
  else if (isAtLevel(base, held[0], point, rules)) {
    dismiss(judgement, base, outcomes);
    if (point.raw >= base.raw)
      accept(
        judgement,
        point,
        movedVerdict(judgement.receivedAt, point.at, rules),
        point.raw - base.raw,
        outcomes,
      );
    else outcomes.set(point.at, stray('jitter'));
  } else {
    const last = held.at(-1);
    if (last === undefined || !continues(last, point, rules)) dismiss(judgement, base, outcomes);
    judgement.held.push(point);
    outcomes.set(point.at, stray('held'));
    if (isConfirmed(judgement.held, base)) believe(judgement, base, rules, outcomes);
  }
}

function stray(verdict: StepVerdict): Outcome {
  return { verdict, increment: 0, isSettled: false };
}

/** At the known level, or where it can have got to since; not beyond a jump that could not be. */
function isAtLevel(base: Level, firstHeld: Level | undefined, point: Level, rules: RegisterRules): boolean {
  if (firstHeld !== undefined && firstHeld.raw > base.raw && point.raw >= firstHeld.raw) return false;
  return point.raw >= base.raw - rules.jitter && isPlausible(base, point, point.raw - base.raw, rules);
}

function continues(last: Level, point: Level, rules: RegisterRules): boolean {
  return point.raw >= last.raw && isPlausible(last, point, point.raw - last.raw, rules);
}

/** The register moved on to a level that is believed. */
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

/** The held points were stray values. */
function dismiss(judgement: Judgement, base: Level, outcomes: Outcomes): void {
  for (const point of judgement.held) outcomes.set(point.at, stray(strayVerdict(base, point)));
  judgement.held = [];
}

function isConfirmed(held: readonly Level[], base: Level): boolean {
  const [first, last] = [held[0] as Level, held.at(-1) as Level];
  const followers = isNearDip(base, first) ? FOLLOWERS_NEAR : FOLLOWERS_OF_RESTART;
  return held.length > followers && last.raw > first.raw;
}

/** The register continues from the held points: each is credited at its own instant. */
function believe(judgement: Judgement, base: Level, rules: RegisterRules, outcomes: Outcomes): void {
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

/** The operator's verdict replaces the computed one; earlier held points are dropped. */
function takeWord(
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
