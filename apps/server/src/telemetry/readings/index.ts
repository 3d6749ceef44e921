import type { AnswerOf, BodyOf } from '@nascente/contract/base/call';
import {
  type AnsweredFrame,
  countFrames,
  readFramePage,
  readLastFrame,
} from '@nascente/contract/telemetry/readings';
import {
  MAX_FRAMES,
  projectFrames,
  readFrames,
  readTelemetries,
  readTelemetryStatus,
} from '@nascente/contract/telemetry/telemetry';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { curveMeasures, type Frames, lastFrames } from '@nascente/domain/telemetry/frames/frame-columns';
import { FRAME_FIELDS, type FrameField, isIncrement } from '@nascente/domain/telemetry/frames/frame-fields';
import {
  type MeasuredFields,
  measuredByFrame,
  measuredByInterval,
} from '@nascente/domain/telemetry/frames/frame-stretches';
import { thin } from '@nascente/domain/telemetry/intervals/thinning';
import { powerFactorLevel } from '@nascente/domain/telemetry/quality/power-factor';
import type { Quality, QualityHour } from '@nascente/domain/telemetry/quality/quality-hours';
import { type Tension, voltageLevel, worstVoltage } from '@nascente/domain/telemetry/quality/voltage';
import type { Database } from '../../platform/database/open-database.ts';
import { invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { LargeAnswer } from '../../platform/http/calls/large-answer.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import type { MeterFrames, SeriesFeature } from '../series/index.ts';
import { createNewestFrameRepository, type NewestFrameRepository } from './newest-frame.repository.ts';
import { createQualityReader, type QualityReader } from './quality-reader.ts';
import { createFramePages, type FramePages, readableSpan, requestedSpan } from './requested-period.ts';

export { createQualityReader, type QualityReader } from './quality-reader.ts';
export {
  checkPeriod,
  type RequestedPeriod,
  readableSpan,
  requestedPeriodOf as periodAsked,
  requestedSpan as askedSpan,
} from './requested-period.ts';

/** Energies and volumes are stored in thousandths of the unit that the API returns. */
const THOUSANDTHS = 1000;

/** A frame without measured values. Copying it takes half the time of building each frame. */
const BLANK: Readonly<Record<string, string | number | null>> = Object.fromEntries(
  ['date', ...FRAME_FIELDS].map((field) => [field, null]),
);

/** The frames at these indexes in the format of the API. */
const framesAt = ({ at, columns }: Frames, indexes: readonly number[]): AnsweredFrame[] => {
  const answered = indexes.map((index) => ({
    ...BLANK,
    date: new Date(at[index] as number).toISOString(),
  }));
  for (const field of FRAME_FIELDS) {
    const divisor = isIncrement(field) ? THOUSANDTHS : 1;
    const values = columns[field];
    if (values === undefined) continue;
    for (const [row, index] of indexes.entries()) {
      const value = values[index] as number;
      if (Number.isFinite(value)) (answered[row] as Record<string, unknown>)[field] = value / divisor;
    }
  }
  return answered as AnsweredFrame[];
};

/** All frames in the format of the API, newest first. */
export const newestFirst = (frames: Frames): AnsweredFrame[] =>
  framesAt(frames, [...frames.at.keys()].reverse());

/** The frames of a day that its curve needs, oldest first. */
const thinned = (frames: Frames): AnsweredFrame[] =>
  framesAt(frames, thin(frames.at, curveMeasures(frames), MAX_FRAMES));

type HourlyStatus = AnswerOf<typeof readTelemetryStatus>['status'];

/** The value and level of each hour: power factor, or the phase voltage farthest from the nominal one. */
export const statusOf = (hours: readonly QualityHour[], type: Quality, voltage: Tension): HourlyStatus =>
  hours.map(({ at, a, b, c }) => {
    const value = type === 'PF' ? (a ?? 0) : worstVoltage([a, b, c], voltage);
    const level = type === 'PF' ? powerFactorLevel(value) : voltageLevel(value, voltage);
    return { date: new Date(at).toISOString(), value, level };
  });

/** An opaque cursor: the instant of the oldest returned frame. */
const toCursor = (at: Instant): string => Buffer.from(String(at)).toString('base64url');

const readCursor = (cursor: string): Instant => {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (/^\d{1,15}$/.test(text)) return instant(Number(text));
  throw invalidField('cursor', 'Página inválida');
};

export type ReadingsService = ReturnType<typeof createReadingsService>;

const TOO_MANY = 'O medidor enviou leituras demais neste período: escolha um período mais curto.';

type Row = Record<string, string | number | null>;

const toRow = ({ start, measured }: MeasuredFields<FrameField>): Row => ({
  date: new Date(start).toISOString(),
  ...measured,
});

const createReadingsService = (needs: {
  newest: NewestFrameRepository;
  frames: MeterFrames;
  quality: QualityReader;
  pages: FramePages;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}) => {
  const { newest, frames, quality, pages, directory, clock, retentionDays } = needs;

  const ofMeter = <T>(caller: Caller, mac: Mac, read: (meter: Meter) => Promise<T>): Promise<T> =>
    directory.read(caller, 'see-readings', mac, read);
  const spanOf = (meter: Meter, dateIn: string | number, dateOut: string | number): TimeSpan =>
    readableSpan(meter, requestedSpan(meter, dateIn, dateOut), clock(), retentionDays);

  /** All frames of an interval. Throws InvalidInput if they are too many for one call. */
  const readCompleteHours = async (
    { installationId }: Meter,
    span: TimeSpan,
    { path, fields = 'all' }: { readonly path: string; readonly fields?: ReadonlySet<FrameField> | 'all' },
  ): Promise<Frames> => {
    if (await frames.areTooMany(installationId, span)) throw invalidField(path, TOO_MANY);
    return frames.read(installationId, span, fields);
  };

  return {
    /** The newest frame, or none. */
    newest: (caller: Caller, mac: Mac): Promise<Frames> =>
      ofMeter(caller, mac, async ({ installationId }) => {
        const at = (await newest.at(installationId)) ?? instant(0);
        return frames.read(installationId, { from: at, to: instant(at + 1) });
      }),
    /** A page of frames, ascending, with the cursor of the next page; `null`: this is the last page. */
    page: (caller: Caller, input: BodyOf<typeof readFramePage>) =>
      ofMeter(caller, input.id, async (meter) => {
        const { limit, skip, cursor } = input;
        if (cursor !== undefined && skip > 0)
          throw invalidField('cursor', 'Use skip ou cursor, não os dois.');
        const span = spanOf(meter, input.dateIn, input.dateOut);
        const to = cursor === undefined ? span.to : instant(Math.min(span.to, readCursor(cursor)));
        const found = await pages.read(meter.installationId, { from: span.from, to }, skip, limit + 1);
        if (found.at.length <= limit) return { frames: found, next: null };
        const page = lastFrames(found, 0, limit);
        return { frames: page, next: toCursor(instant(page.at[0] as number)) };
      }),
    count: (caller: Caller, input: BodyOf<typeof countFrames>): Promise<number> =>
      ofMeter(caller, input.id, async (meter) =>
        pages.count(meter.installationId, spanOf(meter, input.dateIn, input.dateOut)),
      ),
    /** The curve of a day, oldest first; by default of today. */
    ofDay: (caller: Caller, { id, date }: BodyOf<typeof readTelemetries>) =>
      ofMeter(caller, id, async (meter) => {
        const day = date ?? civilDateAt(clock(), meter.zone);
        return thinned(await readCompleteHours(meter, spanOf(meter, day, day), { path: 'date' }));
      }),
    /** Power factor or voltage of each hour, oldest first. */
    status: (caller: Caller, { id, dateIn, dateOut, type }: BodyOf<typeof readTelemetryStatus>) =>
      ofMeter(caller, id, async (meter) => {
        const span = spanOf(meter, dateIn, dateOut);
        const hours = await quality.hours(meter.installationId, span, type, meter.zone);
        return statusOf(hours, type, meter.voltage);
      }),
    /** The newest `MAX_FRAMES` frames of an interval, ascending. */
    frames: (caller: Caller, { id, dateIn, dateOut }: BodyOf<typeof readFrames>): Promise<Frames> =>
      ofMeter(caller, id, async (meter) => {
        return pages.read(meter.installationId, spanOf(meter, dateIn, dateOut), 0, MAX_FRAMES);
      }),
    /** Requested fields by frame or by interval, newest first. */
    rows: (caller: Caller, { id, filter }: BodyOf<typeof projectFrames>): Promise<Row[]> =>
      ofMeter(caller, id, async (meter) => {
        const { dateIn, dateOut, every, limit } = filter;
        const fields = [...new Set(filter.fields)] as FrameField[];
        const span = spanOf(meter, dateIn, dateOut);
        const timeIntervals = every && { every, zone: meter.zone, max: limit };
        const requested = { path: 'filter.dateOut', fields: new Set(fields) };
        const rows = timeIntervals
          ? measuredByInterval(await readCompleteHours(meter, span, requested), fields, timeIntervals)
          : measuredByFrame(await pages.read(meter.installationId, span, 0, limit), fields);
        return rows.map(toRow).reverse();
      }),
  };
};

export const createReadingsFeature = (needs: {
  database: Pick<Database, 'pool'>;
  series: Pick<SeriesFeature, 'frames' | 'quality'>;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}) => {
  const { database, series, directory, clock, retentionDays } = needs;
  const { frames } = series;
  const pages = createFramePages(frames);
  const newest = createNewestFrameRepository(database.pool);
  const quality = createQualityReader({ closed: series.quality, frames });
  const service = createReadingsService({ directory, clock, retentionDays, newest, frames, quality, pages });
  return {
    service,
    register(app: CallBinder): void {
      bindCall(app, readLastFrame, async ({ caller, body }) => {
        const [value = null] = newestFirst(await service.newest(caller, body.id));
        return { value };
      });
      bindCall(app, readFramePage, async ({ caller, body }) => {
        const { frames, next } = await service.page(caller, body);
        return new LargeAnswer({ value: newestFirst(frames), next });
      });
      bindField(app, countFrames, ({ caller, body }) => service.count(caller, body));
      bindCall(
        app,
        readTelemetries,
        async ({ caller, body }) => new LargeAnswer({ telemetries: await service.ofDay(caller, body) }),
      );
      bindField(app, readTelemetryStatus, ({ caller, body }) => service.status(caller, body));
      bindCall(app, readFrames, async ({ caller, body }) => {
        const frames = await service.frames(caller, body);
        return new LargeAnswer({ value: newestFirst(frames) });
      });
      bindCall(app, projectFrames, async ({ caller, body }) => {
        const value = await service.rows(caller, body);
        return new LargeAnswer({ value });
      });
    },
  };
};
