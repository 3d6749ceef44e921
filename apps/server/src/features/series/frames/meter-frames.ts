import { asPrinted } from '../closing/sent-frames.ts';
import { framesWithin, joinFrames } from '../encoding/frame-blocks.ts';
import type { Frames } from '../encoding/frames.ts';
import { openParts, type Span } from '../span.ts';
import { spanOfDay } from '../utc-day.ts';
import type { CountedQuarter, FieldsAsked, MeterFramesRepository } from './meter-frames.repository.ts';

/** The frames of a meter, whether their day is closed or not. */
export interface MeterFrames {
  /** How many count in the quarter-hours of a span, the newest first; those without any are left out. */
  counts(installationId: number, span: Span): Promise<readonly CountedQuarter[]>;
  /** Those that count, ascending. */
  read(installationId: number, span: Span, fields?: FieldsAsked): Promise<Frames>;
  /** With those that an operator has marked as wrong. */
  readEvery(installationId: number, span: Span, fields?: FieldsAsked): Promise<Frames>;
  /** What is marked as wrong of a span, ascending. */
  excluded(installationId: number, span: Span): Promise<readonly Span[]>;
}

export const createMeterFrames = (repository: MeterFramesRepository): MeterFrames => {
  const readEvery: MeterFrames['readEvery'] = async (installationId, span, fields = 'all') => {
    if (span.to <= span.from) return { at: new Float64Array(), columns: {} };
    const closed = await repository.closed(installationId, span, fields);
    const days = closed.map(({ day }) => day).sort((one, other) => one - other);
    const parts = openParts({ from: span.from, to: span.to }, days.map(spanOfDay));
    const open = await Promise.all(parts.map((part) => repository.open(installationId, part, fields)));
    const all = [...closed.map(({ frames }) => frames), ...open.map(asPrinted)].filter(
      ({ at }) => at.length > 0,
    );
    all.sort((one, other) => (one.at[0] as number) - (other.at[0] as number));
    return framesWithin(joinFrames(all), span.from, span.to);
  };

  return {
    readEvery,
    excluded: repository.exclusions,
    async counts(installationId, span) {
      if (span.to <= span.from) return [];
      return (await repository.counts(installationId, span)).toSorted(
        (one, other) => other.start - one.start,
      );
    },
    async read(installationId, span, fields = 'all') {
      const [every, excluded] = await Promise.all([
        readEvery(installationId, span, fields),
        span.to > span.from ? repository.exclusions(installationId, span) : [],
      ]);
      if (excluded.length === 0) return every;
      return joinFrames(openParts(span, excluded).map(({ from, to }) => framesWithin(every, from, to)));
    },
  };
};
