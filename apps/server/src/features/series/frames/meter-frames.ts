import { DAY_MS, instant } from '@nascente/domain/time/zone';
import { besides } from '../closing/exclusions.repository.ts';
import { asPrinted } from '../closing/sent-frames.ts';
import { framesWithin, joinFrames } from '../encoding/frame-blocks.ts';
import type { Frames } from '../encoding/frames.ts';
import type { Span } from '../span.ts';
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

/** What no closed day tells of a span, in order. */
const openParts = ({ from, to }: Span, closed: readonly number[]): Span[] => {
  const parts: Span[] = [];
  let open = from;
  for (const day of closed.toSorted((one, other) => one - other)) {
    const midnight = instant(Math.max(from, day * DAY_MS));
    if (midnight > open) parts.push({ from: open, to: midnight });
    open = instant(Math.min(to, (day + 1) * DAY_MS));
  }
  if (open < to) parts.push({ from: open, to });
  return parts;
};

export const createMeterFrames = (repository: MeterFramesRepository): MeterFrames => {
  const readEvery: MeterFrames['readEvery'] = async (installationId, span, fields = 'all') => {
    if (span.to <= span.from) return { at: new Float64Array(), columns: {} };
    const closed = await repository.closed(installationId, span, fields);
    const parts = openParts(
      span,
      closed.map(({ day }) => day),
    );
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
      return joinFrames(besides(span, excluded).map(({ from, to }) => framesWithin(every, from, to)));
    },
  };
};
