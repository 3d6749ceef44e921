import type { BodyOf } from '@nascente/contract/call';
import type { countFrames, readFramePage } from '@nascente/contract/readings';
import {
  MOST_FRAMES,
  type projectFrames,
  type readFrames,
  type readTelemetries,
  type readTelemetryStatus,
} from '@nascente/contract/telemetry';
import { type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { InvalidInput } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../meters/index.ts';
import { type FrameField, type Frames, lastFrames, type MeterFrames, type Span } from '../series/index.ts';
import { readCursor, toCursor } from './cursor.ts';
import type { FramePages } from './frame-pages.ts';
import type { NewestFrameRepository } from './newest-frame.repository.ts';
import { type Row, rowsOfFrames, rowsOfStretches } from './projected-rows.ts';
import type { QualityReader } from './quality-reader.ts';
import { askedSpan, readableSpan } from './reading-range.ts';
import { writeStatus } from './status-json.ts';
import { writeThinned } from './thinned-day.ts';

interface FramePage {
  /** Ascending. */
  readonly frames: Frames;
  /** Where the next page begins; null when this is the last. */
  readonly next: string | null;
}

export interface ReadingsService {
  /** Ascending; at most one. */
  newest(caller: Caller, mac: string): Promise<Frames>;
  page(caller: Caller, input: BodyOf<typeof readFramePage>): Promise<FramePage>;
  count(caller: Caller, input: BodyOf<typeof countFrames>): Promise<number>;
  /** What the curve of a day needs, oldest first, as JSON. */
  ofDay(caller: Caller, asked: BodyOf<typeof readTelemetries>): Promise<string>;
  /** Oldest first, as JSON. */
  status(caller: Caller, asked: BodyOf<typeof readTelemetryStatus>): Promise<Buffer>;
  /** The newest, ascending. */
  frames(caller: Caller, asked: BodyOf<typeof readFrames>): Promise<Frames>;
  rows(caller: Caller, asked: BodyOf<typeof projectFrames>): Promise<Row[]>;
}

export const createReadingsService = (needs: {
  newest: NewestFrameRepository;
  frames: MeterFrames;
  quality: QualityReader;
  pages: FramePages;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): ReadingsService => {
  const { newest, frames, quality, pages, directory, clock, retentionDays } = needs;

  const ofMeter = <T>(caller: Caller, mac: string, read: (meter: Meter) => Promise<T>): Promise<T> =>
    directory.read(caller, 'see-readings', mac, read);
  const spanOf = (meter: Meter, dateIn: string | number, dateOut: string | number): Span =>
    readableSpan(meter, askedSpan(meter, dateIn, dateOut), clock(), retentionDays);

  return {
    newest: (caller, mac) =>
      ofMeter(caller, mac, async ({ installationId }) => {
        const at = (await newest.at(installationId)) ?? instant(0);
        return frames.read(installationId, { from: at, to: instant(at + 1) });
      }),
    page: (caller, input) =>
      ofMeter(caller, input.id, async (meter) => {
        const { limit, skip, cursor } = input;
        if (cursor !== undefined && skip > 0) {
          const msg = 'Use skip ou cursor, não os dois.';
          throw new InvalidInput(msg, [{ path: 'cursor', msg }]);
        }
        const span = spanOf(meter, input.dateIn, input.dateOut);
        const to = cursor === undefined ? span.to : instant(Math.min(span.to, readCursor(cursor)));
        const found = await pages.read(meter.installationId, { from: span.from, to }, skip, limit + 1);
        if (found.at.length <= limit) return { frames: found, next: null };
        const page = lastFrames(found, 0, limit);
        return { frames: page, next: toCursor(instant(page.at[0] as number)) };
      }),
    count: (caller, input) =>
      ofMeter(caller, input.id, async (meter) =>
        pages.count(meter.installationId, spanOf(meter, input.dateIn, input.dateOut)),
      ),
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
