import type { BodyOf } from '@nascente/contract/call';
import {
  MOST_FRAMES,
  type projectFrames,
  type readFrames,
  type readTelemetries,
  type readTelemetryStatus,
} from '@nascente/contract/telemetry';
import { type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../meters/index.ts';
import type { FrameField, Frames, MeterFrames, Span } from '../series/index.ts';
import type { FramePages } from './frame-pages.ts';
import { type Row, rowsOfFrames, rowsOfStretches } from './projected-rows.ts';
import type { QualityReader } from './quality-reader.ts';
import { askedSpan, readableSpan } from './reading-range.ts';
import { writeStatus } from './status-json.ts';
import { writeThinned } from './thinned-day.ts';

export interface TelemetryService {
  /** Oldest first, as JSON. */
  ofDay(caller: Caller, asked: BodyOf<typeof readTelemetries>): Promise<string>;
  /** Oldest first, as JSON. */
  status(caller: Caller, asked: BodyOf<typeof readTelemetryStatus>): Promise<Buffer>;
  /** The newest, ascending. */
  frames(caller: Caller, asked: BodyOf<typeof readFrames>): Promise<Frames>;
  rows(caller: Caller, asked: BodyOf<typeof projectFrames>): Promise<Row[]>;
}

export const createTelemetryService = (needs: {
  frames: MeterFrames;
  quality: QualityReader;
  pages: FramePages;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): TelemetryService => {
  const { frames, quality, pages, directory, clock, retentionDays } = needs;

  const ofMeter = <T>(caller: Caller, mac: string, read: (meter: Meter) => Promise<T>): Promise<T> =>
    directory.read(caller, 'see-readings', mac, read);
  const spanOf = (meter: Meter, dateIn: string | number, dateOut: string | number): Span =>
    readableSpan(meter, askedSpan(meter, dateIn, dateOut), clock(), retentionDays);

  return {
    ofDay: (caller, { id, date }) =>
      ofMeter(caller, id, async (meter) => {
        const day = (date as CivilDate | undefined) ?? civilDateAt(clock(), meter.zone);
        return writeThinned(await frames.read(meter.installationId, spanOf(meter, day, day)));
      }),
    status: (caller, { id, dateIn, dateOut, type }) =>
      ofMeter(caller, id, async (meter) => {
        const span = spanOf(meter, dateIn, dateOut);
        const hours = await quality.hours(meter.installationId, span, type, meter.zone);
        return writeStatus(hours, type, meter.voltage);
      }),
    frames: (caller, { id, dateIn, dateOut }) =>
      ofMeter(caller, id, async (meter) => {
        return pages.read(meter.installationId, spanOf(meter, dateIn, dateOut), 0, MOST_FRAMES);
      }),
    rows: (caller, { id, filter }) =>
      ofMeter(caller, id, async (meter) => {
        const { dateIn, dateOut, every, limit } = filter;
        const fields = [...new Set(filter.fields)] as FrameField[];
        const span = spanOf(meter, dateIn, dateOut);
        if (every === undefined)
          return rowsOfFrames(await pages.read(meter.installationId, span, 0, limit), { fields });
        const read = await frames.read(meter.installationId, span, new Set(fields));
        return rowsOfStretches(read, every, { fields, limit, zone: meter.zone });
      }),
  };
};
