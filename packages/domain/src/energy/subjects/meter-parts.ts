import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS, quarterStart } from '../../base/time/quarter.ts';
import { openParts, type TimeSpan } from '../../base/time/span.ts';
import { HOUR_MS, type Instant, instant, type Zone } from '../../base/time/zone.ts';

/** Parts of a subject that are forecast together. */
interface PartShare<M extends Installed> {
  readonly tariffId: string | null;
  readonly parts: readonly MeterPart<M>[];
}

const GONE = 'gone';

/**
 * Groups parts with the same tariff and the same first day, so that a forecast learns only from days on which the same meters
 * were installed. Removed meters of one tariff form one group.
 */
export function sharesOfParts<M extends Installed & { readonly tariffId: string | null }>(
  parts: readonly MeterPart<M>[],
  { zone, now, learntFrom }: { readonly zone: Zone; readonly now: Instant; readonly learntFrom: CivilDate },
): readonly PartShare<M>[] {
  const begins = startOfDay(learntFrom, zone);
  const ageOf = ({ from, to }: MeterPart<M>): string =>
    to <= now ? GONE : civilDateAt(instant(Math.max(from, begins)), zone);
  const shares = Map.groupBy(parts, (one) => `${one.meter.tariffId ?? ''} ${ageOf(one)}`);
  return [...shares.values()].map((alike) => ({ tariffId: alike[0]?.meter.tariffId ?? null, parts: alike }));
}

/** Start and end of an installation. */
export interface Installed {
  readonly installedAt: Instant;
  /** Null while it is in use. */
  readonly removedAt: Instant | null;
}

export interface InstalledMeter extends Installed {
  /** Whether it measures the whole establishment. */
  readonly isGeneral: boolean;
  /** Whether it is an inverter's meter, whose energy is generation and not consumption of the establishment. */
  readonly isInverter: boolean;
}

/** A meter, and the interval in which it counts towards its subject. */
export interface MeterPart<M extends Installed> extends TimeSpan {
  readonly meter: M;
}

/**
 * The meters that measure an establishment: its general meter while one is installed, else all meters except those of inverters.
 * @param meters - of one utility, at any time
 */
export function partsOf<M extends InstalledMeter>(
  meters: readonly M[],
  within: TimeSpan,
): readonly MeterPart<M>[] {
  const generals = generalsOf(meters, within);
  // Without a general meter no interval is cut, which saves time for hundreds of meters.
  if (generals.length === 0) return partsWithin(othersOf(meters), within);
  const others = othersOf(meters).flatMap((meter) =>
    without(stayOf(meter, within), generals).map((span) => ({ meter, ...span })),
  );
  return [...generals, ...others].filter(isSomeTime);
}

/** The intervals of parts, by installation, for queries. */
export function spansOfParts<M extends Installed & { readonly installationId: number }>(
  parts: readonly MeterPart<M>[],
): readonly (TimeSpan & { readonly installationId: number })[] {
  return parts.map(({ meter: { installationId }, from, to }) => ({ installationId, from, to }));
}

/** The other meters while a general meter is installed: they measure parts of its energy. */
export function partsBeside<M extends InstalledMeter>(
  meters: readonly M[],
  within: TimeSpan,
): readonly MeterPart<M>[] {
  const generals = generalsOf(meters, within);
  return othersOf(meters)
    .flatMap((meter) => {
      const stay = stayOf(meter, within);
      const alone = without(stay, generals);
      return without(stay, alone).map((span) => ({ meter, ...span }));
    })
    .filter(isSomeTime);
}

/** The general meters, each while it is installed. */
export function generalParts<M extends InstalledMeter>(
  meters: readonly M[],
  within: TimeSpan,
): readonly MeterPart<M>[] {
  return generalsOf(meters, within);
}

/** The inverters' meters, each while it is installed. */
export function inverterParts<M extends InstalledMeter>(
  meters: readonly M[],
  within: TimeSpan,
): readonly MeterPart<M>[] {
  return partsWithin(
    meters.filter(({ isInverter, isGeneral }) => isInverter && !isGeneral),
    within,
  );
}

/**
 * The interval in which data of a part are expected: from the instant of installation to that of removal, not whole
 * quarter-hours.
 */
export function measuringTime<M extends Installed>({ meter, from, to }: MeterPart<M>): TimeSpan {
  return {
    from: instant(Math.max(from, meter.installedAt)),
    to: instant(Math.min(to, meter.removedAt ?? to)),
  };
}

/** The meters of parts, each once. */
export function metersOf<M extends InstalledMeter>(parts: readonly MeterPart<M>[]): readonly M[] {
  return [...new Set(parts.map(({ meter }) => meter))];
}

/** The elapsed part of civil days, up to the end of the running quarter-hour; empty if the days are in the future. */
export function elapsedTime(
  { first, last }: BillingCycle,
  { zone, now }: { readonly zone: Zone; readonly now: Instant },
): TimeSpan {
  const from = startOfDay(first, zone);
  const end = Math.min(endOfDay(last, zone), quarterStart(now) + QUARTER_MS);
  return { from, to: instant(Math.max(from, end)) };
}

/** An interval, and the meters that measured it. */
export interface MeasuredSpan<M extends InstalledMeter> extends TimeSpan {
  readonly parts: readonly MeterPart<M>[];
}

/** Whether two spans were measured in the same way: both completely by general meters, or both by the same meters. */
export function isMeasuredAlike<M extends InstalledMeter>(
  one: MeasuredSpan<M>,
  other: MeasuredSpan<M>,
): boolean {
  const spans = [one, other];
  if (spans.some(({ parts }) => parts.length === 0)) return false;
  if (spans.every(({ parts }) => parts.every(({ meter }) => meter.isGeneral))) return spans.every(isCovered);
  const [ownMeters, others] = [metersOf(one.parts), new Set(metersOf(other.parts))];
  const areTheSame = ownMeters.length === others.size && ownMeters.every((meter) => others.has(meter));
  return areTheSame && spans.every(isCompleteByEach);
}

/** Gaps of less than this duration in total, for replacing a general meter, are ignored. */
const REPLACED_WITHIN_MS = HOUR_MS;

function isCovered<M extends InstalledMeter>({ from, to, parts }: MeasuredSpan<M>): boolean {
  const gaps = without({ from, to }, parts);
  return gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0) < REPLACED_WITHIN_MS;
}

function isCompleteByEach<M extends InstalledMeter>(span: MeasuredSpan<M>): boolean {
  return span.parts.every(({ from, to }) => from <= span.from && to >= span.to);
}

function generalsOf<M extends InstalledMeter>(meters: readonly M[], within: TimeSpan): MeterPart<M>[] {
  return partsWithin(
    meters.filter(({ isGeneral }) => isGeneral),
    within,
  );
}

function partsWithin<M extends InstalledMeter>(meters: readonly M[], within: TimeSpan): MeterPart<M>[] {
  return meters
    .map((meter) => {
      const { from, to } = stayOf(meter, within);
      return { meter, from, to };
    })
    .filter(isSomeTime);
}

function othersOf<M extends InstalledMeter>(meters: readonly M[]): readonly M[] {
  return meters.filter(({ isGeneral, isInverter }) => !isGeneral && !isInverter);
}

/** The interval in which a meter counts: from the start of the quarter-hour of its installation to its removal. */
export function stayOf({ installedAt, removedAt }: Installed, within: TimeSpan): TimeSpan {
  const from = instant(Math.max(quarterStart(installedAt), within.from));
  return { from, to: instant(Math.max(from, Math.min(removedAt ?? within.to, within.to))) };
}

/** The parts of a span that no other span covers. */
function without(span: TimeSpan, others: readonly TimeSpan[]): TimeSpan[] {
  return openParts(
    { from: span.from, to: span.to },
    others.toSorted((one, other) => one.from - other.from),
  );
}

function isSomeTime({ from, to }: TimeSpan): boolean {
  return from < to;
}
