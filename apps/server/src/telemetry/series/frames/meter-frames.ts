import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { isSome, openParts, type TimeSpan } from '@nascente/domain/base/time/span';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { type Frames, framesWithin, joinFrames } from '@nascente/domain/telemetry/frames/frame-columns';
import { asPrinted } from '../closing/sent-frames.ts';
import { openSince, spanOfDay } from '../utc-day.ts';
import type { CountedQuarter, MeterFramesRepository, RequestedFields } from './meter-frames.repository.ts';

/** The frames of a meter, whether their day is closed or not. */
export interface MeterFrames {
  /** How many count in the quarter-hours of a span, the newest first; those without any are left out. */
  counts(installationId: number, span: TimeSpan): Promise<readonly CountedQuarter[]>;
  /** Whether a span has more frames than one call may read: a week of a board that sends a hundred a second is gigabytes. */
  areTooMany(installationId: number, span: TimeSpan): Promise<boolean>;
  /** Those that count, ascending. */
  read(installationId: number, span: TimeSpan, fields?: RequestedFields): Promise<Frames>;
  /** With those that an operator has marked as wrong. */
  readEvery(installationId: number, span: TimeSpan, fields?: RequestedFields): Promise<Frames>;
  /** Excluded intervals within an interval, ascending. */
  excluded(installationId: number, span: TimeSpan): Promise<readonly TimeSpan[]>;
}

/** A month of a board that sends every three seconds, or eleven days of one that sends each second. */
const MAX_EXPORT_FRAMES = 1_000_000;

export const createMeterFrames = ({
  repository,
  clock,
}: {
  repository: MeterFramesRepository;
  clock: () => Instant;
}): MeterFrames => {
  const readRows = async (installationId: number, parts: readonly TimeSpan[], fields: RequestedFields) => {
    const rows = parts.filter(isSome).map((part) => repository.open(installationId, part, fields));
    return (await Promise.all(rows)).map(asPrinted);
  };

  /** Of days that are over, closed or reopened. */
  const readOver = async (installationId: number, span: TimeSpan, fields: RequestedFields) => {
    if (!isSome(span)) return [];
    const closed = await repository.closed(installationId, span, fields);
    const days = closed.map(({ day }) => day).sort((one, other) => one - other);
    const rows = await readRows(installationId, openParts(span, days.map(spanOfDay)), fields);
    return [...closed.map(({ frames }) => frames), ...rows];
  };

  const readEvery: MeterFrames['readEvery'] = async (installationId, { from, to }, fields = 'all') => {
    const since = openSince(clock());
    const parts = await Promise.all([
      readOver(installationId, { from, to: instant(Math.min(to, since)) }, fields),
      readRows(installationId, [{ from: instant(Math.max(from, since)), to }], fields),
    ]);
    const all = parts.flat().filter(({ at }) => at.length > 0);
    all.sort((one, other) => (one.at[0] as number) - (other.at[0] as number));
    return framesWithin(joinFrames(all), from, to);
  };

  return {
    readEvery,
    excluded: repository.exclusions,
    async counts(installationId, span) {
      if (!isSome(span)) return [];
      return (await repository.counts(installationId, span)).toSorted(
        (one, other) => other.start - one.start,
      );
    },
    async areTooMany(installationId, { from, to }) {
      if (to <= from) return false;
      const begin = instant(Math.floor(from / QUARTER_MS) * QUARTER_MS);
      const counted = await repository.counts(installationId, { from: begin, to });
      return counted.reduce((sum, { frames }) => sum + frames, 0) > MAX_EXPORT_FRAMES;
    },
    async read(installationId, span, fields = 'all') {
      const [every, excluded] = await Promise.all([
        readEvery(installationId, span, fields),
        isSome(span) ? repository.exclusions(installationId, span) : [],
      ]);
      if (excluded.length === 0) return every;
      return joinFrames(openParts(span, excluded).map(({ from, to }) => framesWithin(every, from, to)));
    },
  };
};
