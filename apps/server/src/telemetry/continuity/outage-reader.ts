import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { isSome, openParts, type TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { type HourOfVoltage, inspectedMeter } from '@nascente/domain/telemetry/continuity/inspected-meter';
import { meterAbsences } from '@nascente/domain/telemetry/continuity/meter-absences';
import {
  type Outage,
  type OutageEvidence,
  type SiteMeter,
  siteOutages,
} from '@nascente/domain/telemetry/continuity/site-outages';
import { type Frames, framesWithin } from '@nascente/domain/telemetry/frames/frame-columns';
import type { FrameField } from '@nascente/domain/telemetry/frames/frame-fields';
import {
  type HourlyQuality,
  qualityOf,
  VOLTAGE_FIELDS,
} from '@nascente/domain/telemetry/quality/hourly-quality';
import { nominalOf } from '@nascente/domain/telemetry/quality/voltage';
import type { PhaseColumns } from '@nascente/domain/telemetry/supply/supply-frames';
import type { Platform } from '../../platform/platform.ts';
import type { Meter } from '../../sites/meters/index.ts';
import { readableSpan } from '../readings/index.ts';
import type { CountedQuarter, MeterFrames, MeterQuality } from '../series/index.ts';
import type { ContinuityRepository } from './continuity.repository.ts';

const FIELDS: ReadonlySet<FrameField> = new Set([
  ...(['va', 'vb', 'vc', 'wa', 'wb', 'wc'] as const),
  ...(['kwha', 'kwhb', 'kwhc'] as const),
]);
const ONLY_INSTANTS: ReadonlySet<FrameField> = new Set();
const THOUSANDTHS = 1000;

/** Meters of other establishments that show whether the server received messages. */
const WITNESSES = 8;
const MIN_AGREEING = 2;
const WITNESS_MARGIN_MS = 30 * MINUTE_MS;
/** Longer silences are none of the server, and an answer examines only the newest ones. */
const MAX_SERVER_SILENCE_MS = 12 * HOUR_MS;
const MAX_EXAMINED = 20;
/** What a silence of the server may look like; other evidence excludes it. */
const SILENCE: ReadonlySet<OutageEvidence> = new Set(['none']);
/** A witness of a silence would have sent this many messages within it. */
const MIN_MISSED = 3;
/** An outage that lasts longer after the end of the interval is read again, up to this time. */
const USUAL_REST_MS = 2 * DAY_MS;
const MAX_REST_MS = 62 * DAY_MS;

const hoursOf = (quality: HourlyQuality, origin: number): HourOfVoltage[] =>
  Array.from(quality.voltsA, (voltsA, hour) => ({
    start: origin + hour * HOUR_MS,
    volts: [voltsA, quality.voltsB[hour] as number, quality.voltsC[hour] as number] as const,
  }));

/** The columns of frames as absences are judged by: energy in Wh. */
const traceOf = ({ at, columns }: Frames) => {
  const { va, vb, vc, wa, wb, wc, kwha, kwhb, kwhc } = columns;
  const energy = [kwha, kwhb, kwhc].map((column) => column?.map((stored) => stored / THOUSANDTHS));
  return {
    at,
    volts: [va, vb, vc],
    watts: [wa, wb, wc],
    energy: energy as unknown as PhaseColumns,
  } as const;
};

/** Counts the frames of a span, and how many may still be read for the answer. */
interface ReadBounds {
  readonly framesIn: (span: TimeSpan) => number;
  readonly budget: { left: number };
}

interface ReadMeter {
  readonly site: SiteMeter;
  /** Whether some interval had too many frames to be read. */
  readonly isUnread: boolean;
}

/** Maximum frames of one read: about two weeks of a board that sends every five seconds. */
const MAX_FRAMES = 250_000;
/** Maximum frames that an answer examines. */
const MAX_EXAMINED_FRAMES = 2_500_000;
/** Frames between two spans that cost less than a read of their own. */
const CHEAP_FRAMES = 5_000;

/** Counts the frames of any part of a span, in complete quarter-hours. */
const createFrameCounter = ({ from: first, to: end }: TimeSpan, counts: readonly CountedQuarter[]) => {
  const origin = Math.floor(first / QUARTER_MS);
  const running = new Float64Array(Math.ceil(end / QUARTER_MS) - origin + 1);
  for (const { start, frames } of counts) running[start / QUARTER_MS - origin + 1] = frames;
  for (let quarter = 1; quarter < running.length; quarter++)
    running[quarter] = (running[quarter] as number) + (running[quarter - 1] as number);
  return ({ from, to }: TimeSpan): number =>
    (running[Math.ceil(to / QUARTER_MS) - origin] ?? 0) -
    (running[Math.floor(from / QUARTER_MS) - origin] ?? 0);
};

/** Groups ascending spans that are cheaper to read together. */
const groupsOf = (
  spans: readonly TimeSpan[],
  framesIn: (span: TimeSpan) => number,
): readonly (readonly [TimeSpan, ...TimeSpan[]])[] => {
  const groups: [TimeSpan, ...TimeSpan[]][] = [];
  for (const span of spans) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isCheap =
      group !== undefined &&
      last !== undefined &&
      framesIn({ from: group[0].from, to: span.to }) <= MAX_FRAMES &&
      framesIn({ from: last.to, to: span.from }) <= CHEAP_FRAMES;
    if (isCheap) group.push(span);
    else groups.push([span]);
  }
  return groups;
};

/** The UTC days of a span. */
const daysIn = ({ from, to }: TimeSpan): TimeSpan[] => {
  const days: TimeSpan[] = [];
  for (let start = from; start < to; ) {
    const end = instant(Math.min(to, (Math.floor(start / DAY_MS) + 1) * DAY_MS));
    days.push({ from: start, to: end });
    start = end;
  }
  return days;
};

export type OutageReader = ReturnType<typeof createOutageReader>;

/** Finds the outages of an establishment from the frames around missing messages and low voltage. */
export const createOutageReader = (
  needs: Pick<Platform, 'clock' | 'retentionDays'> & {
    frames: MeterFrames;
    quality: MeterQuality;
    repository: Pick<ContinuityRepository, 'withRegisters' | 'witnesses'>;
  },
) => {
  const { frames, quality, repository, clock, retentionDays } = needs;

  /** Reads spans in few queries. @returns frames of each span; null: it has too many */
  const readSpans = async (
    id: number,
    spans: readonly TimeSpan[],
    fields: ReadonlySet<FrameField>,
    { framesIn, budget }: ReadBounds,
  ) => {
    const read: { readonly span: TimeSpan; readonly frames: Frames | null }[] = [];
    for (const group of groupsOf(spans, framesIn)) {
      const hull = { from: group[0].from, to: (group.at(-1) as TimeSpan).to };
      const count = framesIn(hull);
      const isTooMany = count > Math.min(MAX_FRAMES, budget.left);
      if (!isTooMany) budget.left -= count;
      const all = isTooMany ? null : await frames.readEvery(id, hull, fields);
      for (const span of group)
        read.push({ span, frames: all === null ? null : framesWithin(all, span.from, span.to) });
    }
    return read;
  };

  /** Voltage by hour: of closed days as stored, of open days from their frames. */
  const voltageOf = async (id: number, span: TimeSpan, bounds: ReadBounds) => {
    const closed = await quality.days(id, span);
    const hours = closed.flatMap(({ day, means }) => (means === null ? [] : hoursOf(means, day.from)));
    const days = closed.map(({ day }) => day).sort((one, other) => one.from - other.from);
    const open = await readSpans(id, openParts(span, days).flatMap(daysIn), VOLTAGE_FIELDS, bounds);
    for (const { span: day, frames: read } of open) {
      const origin = Math.floor(day.from / HOUR_MS) * HOUR_MS;
      const length = Math.ceil((day.to - origin) / HOUR_MS);
      if (read !== null) hours.push(...hoursOf(qualityOf(read, origin, length), origin));
    }
    return hours;
  };

  const readMeter = async (
    meter: Meter,
    requested: TimeSpan,
    keepsRegisters: boolean,
    budget: ReadBounds['budget'],
  ): Promise<ReadMeter | null> => {
    const { installationId: id, isGeneral } = meter;
    const span = readableSpan(meter, requested, clock(), retentionDays);
    if (!isSome(span)) return null;
    const from = instant(Math.floor(span.from / QUARTER_MS) * QUARTER_MS);
    const counts = await frames.counts(id, { from, to: span.to });
    const bounds = { framesIn: createFrameCounter(span, counts), budget };
    const hours = await voltageOf(id, span, bounds);
    const found = inspectedMeter({ span, counts, hours, nominal: nominalOf(meter.voltage), keepsRegisters });
    if (found === null) return null;
    const read = await readSpans(id, found.spans, FIELDS, bounds);
    const unread = read.filter((part) => part.frames === null).map((part) => part.span);
    const starts = counts.map((count) => count.start);
    const sent = {
      from: instant(Math.min(...starts)),
      to: instant(Math.max(...starts) + QUARTER_MS),
    };
    const absences = read.flatMap(({ span: part, frames: ofPart }) =>
      ofPart === null ? [] : meterAbsences(traceOf(ofPart), found.meter, part.to),
    );
    const phases = found.meter.isConnected.filter(Boolean).length;
    return {
      isUnread: unread.length > 0,
      site: {
        id,
        isGeneral,
        phases,
        distance: found.meter.distance,
        read: openParts(sent, unread),
        absences,
      },
    };
  };

  /** Whether meters of other establishments that usually send more often all sent nothing within an interval. */
  const wasServerSilent = async (establishmentId: string, { from, to }: TimeSpan): Promise<boolean> => {
    if (to - from > MAX_SERVER_SILENCE_MS) return false;
    const around = { from: instant(from - WITNESS_MARGIN_MS), to: instant(to + WITNESS_MARGIN_MS) };
    const ids = await repository.witnesses(establishmentId, around.from, WITNESSES);
    let [active, silent] = [0, 0];
    for (const id of ids) {
      const { at } = await frames.readEvery(id, around, ONLY_INSTANTS);
      const before = at.filter((moment) => moment < from).length;
      const missed = (before * (to - from)) / WITNESS_MARGIN_MS;
      if (missed < MIN_MISSED || !at.some((moment) => moment > to)) continue;
      active++;
      if (!at.some((moment) => moment > from + MINUTE_MS && moment < to - MINUTE_MS)) silent++;
    }
    return silent >= MIN_AGREEING && silent === active;
  };

  return {
    /** The outages that begin in an interval, oldest first. @param meters - electricity meters of one establishment */
    async read(
      establishmentId: string,
      meters: readonly Meter[],
      span: TimeSpan,
    ): Promise<{
      readonly outages: readonly Outage[];
      readonly unread: readonly Meter[];
      /** The times in which any meter sent messages. */
      readonly read: readonly TimeSpan[];
    }> {
      const registers = await repository.withRegisters(meters.map(({ mac }) => mac));
      const budget = { left: MAX_EXAMINED_FRAMES };
      const readUntil = async (rest: number) => {
        // An outage may begin before midnight of the first day, or end after the last one.
        const wide = {
          from: instant(span.from - HOUR_MS),
          to: instant(Math.min(clock(), span.to + rest)),
        };
        const sites: SiteMeter[] = [];
        const unread: Meter[] = [];
        for (const meter of meters) {
          const read = await readMeter(meter, wide, registers.has(meter.mac), budget);
          if (read !== null) sites.push(read.site);
          if (read?.isUnread) unread.push(meter);
        }
        return { sites, unread };
      };
      const began = ({ from }: { readonly from: Instant }) => from >= span.from && from < span.to;
      const usual = await readUntil(USUAL_REST_MS);
      const lasts =
        clock() > span.to + USUAL_REST_MS &&
        siteOutages(usual.sites, () => false).some((outage) => began(outage) && outage.to === null);
      const { sites, unread } = lasts ? await readUntil(MAX_REST_MS) : usual;
      const silences = siteOutages(sites, () => false)
        .filter((outage) => began(outage) && SILENCE.has(outage.evidence))
        .slice(-MAX_EXAMINED);
      const ofServer = new Set<number>();
      for (const { from, to } of silences) {
        if (to !== null && (await wasServerSilent(establishmentId, { from, to }))) ofServer.add(from);
      }
      const outages = siteOutages(sites, ({ from }) => ofServer.has(from)).filter(began);
      return { outages, unread, read: sites.flatMap((site) => site.read) };
    },
  };
};
