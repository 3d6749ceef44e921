import { MAXIMUM_RANGE_MESSAGE } from '@nascente/contract/telemetry/readings';
import {
  type CivilDate,
  civilDateAt,
  daysBetween,
  endOfDay,
  isCivilDate,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS, quarterStart } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, HOUR_MS, type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { type Frames, lastFrames } from '@nascente/domain/telemetry/frames/frame-columns';
import { invalidField } from '../../platform/errors.ts';
import type { Meter } from '../../sites/meters/index.ts';
import type { CountedQuarter, MeterFrames } from '../series/index.ts';

export type FramePages = ReturnType<typeof createFramePages>;

/** An interval divided at quarter-hours. Head and tail are parts of quarter-hours, in which frames are counted one by one. */
interface CutSpan {
  /** The newest part. */
  readonly head: TimeSpan;
  readonly middle: TimeSpan;
  readonly tail: TimeSpan;
}

const cut = ({ from, to }: TimeSpan): CutSpan => {
  const lastEdge = instant(Math.max(quarterStart(to), from));
  const firstEdge = instant(Math.min(Math.ceil(from / QUARTER_MS) * QUARTER_MS, lastEdge));
  return {
    head: { from: lastEdge, to },
    middle: { from: firstEdge, to: lastEdge },
    tail: { from, to: firstEdge },
  };
};
/**
 * Finds the interval of a page. @returns the interval, and the number of its newest frames that precede the page
 * @param quarters - newest first
 * @param skip - number of newest frames that precede the page
 */
const seek = (
  quarters: readonly CountedQuarter[],
  { middle, tail }: CutSpan,
  skip: number,
  limit: number,
) => {
  let newer = 0;
  let [to, left] = [middle.from, 0];
  let isFound = false;
  for (const { start, frames } of quarters) {
    if (!isFound && newer + frames > skip) {
      [to, left, isFound] = [instant(start + QUARTER_MS), skip - newer, true];
    }
    newer += frames;
    if (isFound && newer >= skip + limit) return { span: { from: instant(start), to }, skip: left };
  }
  return { span: { from: tail.from, to }, skip: isFound ? left : skip - newer };
};

const ONLY_INSTANTS: ReadonlySet<never> = new Set();

export const createFramePages = (frames: MeterFrames) => {
  const countOf = async (installationId: number, span: TimeSpan): Promise<number> =>
    (await frames.read(installationId, span, ONLY_INSTANTS)).at.length;

  return {
    async count(installationId: number, span: TimeSpan): Promise<number> {
      const { head, middle, tail } = cut(span);
      const [quarters, newest, oldest] = await Promise.all([
        frames.counts(installationId, middle),
        countOf(installationId, head),
        countOf(installationId, tail),
      ]);
      return quarters.reduce((sum, quarter) => sum + quarter.frames, newest + oldest);
    },
    /** The `limit` newest frames after the `skip` newest ones, ascending. Equally quick at any depth. */
    async read(installationId: number, wanted: TimeSpan, skip: number, limit: number): Promise<Frames> {
      const parts = cut(wanted);
      const [quarters, newest] = await Promise.all([
        frames.counts(installationId, parts.middle),
        countOf(installationId, parts.head),
      ]);
      const begin = { start: parts.head.from, frames: newest };
      const { span, skip: left } = seek(newest > 0 ? [begin, ...quarters] : quarters, parts, skip, limit);
      const found = await frames.read(installationId, { ...span, to: instant(Math.min(span.to, wanted.to)) });
      return lastFrames(found, left, limit);
    },
  };
};

/** 31 civil days may hold an hour more, where clocks go back. */
const MAX_MS = 31 * DAY_MS + HOUR_MS;

/** The requested interval, at most 31 days; else throws InvalidInput. @param endsBy - field name of the end in the call */
export const requestedSpan = (
  { zone }: Pick<Meter, 'zone'>,
  dateIn: string | number,
  dateOut: string | number,
  endsBy = 'dateOut',
): TimeSpan => {
  const span = requestedSpanOf(dateIn, dateOut, zone, endsBy);
  if (span.to - span.from <= MAX_MS) return span;
  throw invalidField(endsBy, MAXIMUM_RANGE_MESSAGE);
};

/** The part since the installation that is certainly retained; the retention deletes whole UTC days. */
export const readableSpan = (
  meter: Meter,
  request: TimeSpan,
  now: Instant,
  retentionDays: number,
): TimeSpan => {
  const stored = Math.floor((now - retentionDays * DAY_MS) / DAY_MS) * DAY_MS;
  const from = Math.max(request.from, meter.installedAt, stored);
  return { from: instant(from), to: instant(Math.max(request.to, from)) };
};

/** The requested period, [from, to), and its civil days, [first, last]. */
export interface RequestedPeriod {
  readonly from: Instant;
  readonly to: Instant;
  readonly first: CivilDate;
  readonly last: CivilDate;
  /** Whether the period begins and ends with these days. */
  readonly isFullDays: boolean;
}

type Boundary = string | number;

/** The longest year; longer periods are requested month by month. */
const MAX_DAYS = 366;
const OUT_OF_ORDER = 'A data final deve ser posterior à inicial.';
const TOO_LONG = 'O período deve ser de no máximo um ano.';

const isDay = (boundary: Boundary): boundary is CivilDate =>
  typeof boundary === 'string' && isCivilDate(boundary);

/**
 * A civil date is the whole day in the meter's zone; an instant is included. @param endsBy - field name of the end in the call
 */
const requestedSpanOf = (
  dateIn: Boundary,
  dateOut: Boundary,
  zone: Zone,
  endsBy = 'dateOut',
): Pick<RequestedPeriod, 'from' | 'to'> => {
  const from = isDay(dateIn) ? startOfDay(dateIn, zone) : instant(Number(dateIn));
  const to = isDay(dateOut) ? endOfDay(dateOut, zone) : instant(Number(dateOut) + 1);
  if (to > from) return { from, to };
  throw invalidField(endsBy, OUT_OF_ORDER);
};

/** Throws InvalidInput unless the days, both included, are in order and no more than a year. */
export const checkPeriod = (first: CivilDate, last: CivilDate, path: string): void => {
  const days = daysBetween(first, last) + 1;
  if (days < 1) throw invalidField(path, OUT_OF_ORDER);
  if (days > MAX_DAYS) throw invalidField(path, TOO_LONG);
};

/** The requested period, at most a year. An instant as its end is exclusive here, unlike in `requestedSpan`. */
export const requestedPeriodOf = (
  dateIn: Boundary,
  dateOut: Boundary,
  zone: Zone,
  endsBy = 'dateOut',
): RequestedPeriod => {
  const span = requestedSpanOf(dateIn, dateOut, zone, endsBy);
  const { from, to } = isDay(dateOut) ? span : { ...span, to: instant(span.to - 1) };
  if (to <= from) throw invalidField(endsBy, OUT_OF_ORDER);
  const first = civilDateAt(from, zone);
  const last = civilDateAt(instant(to - 1), zone);
  checkPeriod(first, last, endsBy);
  const isCompleteDays = from === startOfDay(first, zone) && to === endOfDay(last, zone);
  return { from, to, first, last, isFullDays: isCompleteDays };
};
