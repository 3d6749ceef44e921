import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS, quarterStart } from '../../base/time/quarter.ts';
import { openParts, type TimeSpan } from '../../base/time/span.ts';
import { HOUR_MS, type Instant, instant, type Zone } from '../../base/time/zone.ts';

/** Parts of a subject that are forecast as one meter. */
interface PartShare<M extends Installed> {
  readonly tariffId: string | null;
  readonly parts: readonly MeterPart<M>[];
}

const GONE = 'gone';

/** Parts with one tariff that began together: a sum learns only from days on which it was the sum of the same meters. */
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

/** The time of a meter at an establishment. */
export interface Installed {
  readonly installedAt: Instant;
  /** Null while it is in use. */
  readonly removedAt: Instant | null;
}

export interface InstalledMeter extends Installed {
  /** Whether it measures the whole establishment. */
  readonly isGeneral: boolean;
  /** It is an inverter's meter: its energy is generation and no consumption of the establishment. */
  readonly isInverter: boolean;
}

/** A meter, and when it counts. */
export interface MeterPart<M extends Installed> extends TimeSpan {
  readonly meter: M;
}

/**
 * The meters of an establishment over time: its general meters while there are any, else all but those at inverters.
 * @param meters - of one utility, at any time
 */
export function partsOf<M extends InstalledMeter>(
  meters: readonly M[],
  within: TimeSpan,
): readonly MeterPart<M>[] {
  const generals = generalsOf(meters, within);
  // Of hundreds of meters without a general one nothing has to be cut.
  if (generals.length === 0) return partsWithin(othersOf(meters), within);
  const others = othersOf(meters).flatMap((meter) =>
    without(stayOf(meter, within), generals).map((span) => ({ meter, ...span })),
  );
  return [...generals, ...others].filter(isSomeTime);
}

/** The counted time of each part's installation, for reading. */
export function spansOfParts<M extends Installed & { readonly installationId: number }>(
  parts: readonly MeterPart<M>[],
): readonly (TimeSpan & { readonly installationId: number })[] {
  return parts.map(({ meter: { installationId }, from, to }) => ({ installationId, from, to }));
}

/** Meters beside the general ones, while there is one: they measure a part of its energy. */
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

/** The general meters, for as long as each was there. */
export function generalParts<M extends InstalledMeter>(
  meters: readonly M[],
  within: TimeSpan,
): readonly MeterPart<M>[] {
  return generalsOf(meters, within);
}

/** The meters at inverters, for as long as each was there. */
export function inverterParts<M extends InstalledMeter>(
  meters: readonly M[],
  within: TimeSpan,
): readonly MeterPart<M>[] {
  return partsWithin(
    meters.filter(({ isInverter, isGeneral }) => isInverter && !isGeneral),
    within,
  );
}

/** When the meter of a part should have measured: of the quarter-hour in which it was installed or removed only a part. */
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

/** The time of civil days up to the end of the quarter-hour under way; no time where the days are to come. */
export function elapsedTime(
  { first, last }: BillingCycle,
  { zone, now }: { readonly zone: Zone; readonly now: Instant },
): TimeSpan {
  const from = startOfDay(first, zone);
  const end = Math.min(endOfDay(last, zone), quarterStart(now) + QUARTER_MS);
  return { from, to: instant(Math.max(from, end)) };
}

export interface MeasuredSpan<M extends InstalledMeter> extends TimeSpan {
  readonly parts: readonly MeterPart<M>[];
}

/** Whether two spans were measured by as much of an establishment: both wholly by general meters, or by the same meters. */
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

/** However long it takes to put another general meter in the place of one. */
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

/** The quarter-hours that begin while a meter is installed, and the one in which it is installed. */
export function stayOf({ installedAt, removedAt }: Installed, within: TimeSpan): TimeSpan {
  const from = instant(Math.max(quarterStart(installedAt), within.from));
  return { from, to: instant(Math.max(from, Math.min(removedAt ?? within.to, within.to))) };
}

/** The part of a span that no other one covers. */
function without(span: TimeSpan, others: readonly TimeSpan[]): TimeSpan[] {
  return openParts(
    { from: span.from, to: span.to },
    others.toSorted((one, other) => one.from - other.from),
  );
}

function isSomeTime({ from, to }: TimeSpan): boolean {
  return from < to;
}
