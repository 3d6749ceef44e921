import { DAY_MS, HOUR_MS, type Instant, instant, offsetMsAt, type Zone } from '@nascente/domain/time/zone';
import type { Span } from './frames.repository.ts';
import type { QualityRepository } from './quality.repository.ts';
import { hoursOf, isMeasured, type Quality, type QualityHour } from './quality-columns.ts';

export interface QualityReader {
  /** The hours of the local clock in which it was measured, oldest first. */
  hours(installationId: number, span: Span, quality: Quality, zone: Zone): Promise<readonly QualityHour[]>;
}

const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

const nothingAt = (at: Instant): Span => ({ from: at, to: at });

/** The whole hours of a span: others are not as they were packed. */
const wholeHours = (span: Span): Span => {
  const from = instant(Math.ceil(span.from / HOUR_MS) * HOUR_MS);
  const to = instant(Math.floor(span.to / HOUR_MS) * HOUR_MS);
  return from < to ? { from, to } : nothingAt(span.from);
};

/** What others leave open of a span, in order. */
const openParts = (span: Span, known: readonly Span[]): Span[] => {
  const parts: Span[] = [];
  let open = span.from;
  for (const { from, to } of known.toSorted((one, other) => one.from - other.from)) {
    if (from > open) parts.push({ from: open, to: from });
    open = instant(Math.max(open, to));
  }
  if (open < span.to) parts.push({ from: open, to: span.to });
  return parts;
};

/** Longer parts are read in two halves at once: two processors are better than one. */
const READ_WHOLE_MS = 6 * HOUR_MS;

const inHalves = ({ from, to }: Span, origin: Instant): Span[] => {
  if (to - from <= READ_WHOLE_MS) return [{ from, to }];
  const middle = instant(origin + Math.floor(((from + to) / 2 - origin) / HOUR_MS) * HOUR_MS);
  return [
    { from, to: middle },
    { from: middle, to },
  ];
};

/** What is known of a span without its readings. */
interface Known {
  readonly spans: readonly Span[];
  readonly hours: readonly QualityHour[];
}

/** Closed days and passed hours as they were packed, the rest from the readings. */
export const createQualityReader = (repository: QualityRepository): QualityReader => {
  const known = async (installationId: number, whole: Span, quality: Quality): Promise<Known> => {
    if (whole.to === whole.from) return { spans: [], hours: [] };
    const [packed, open] = await Promise.all([
      repository.packed(installationId, utcDay(whole.from), utcDay(whole.to - 1), quality),
      repository.open(installationId, whole, quality),
    ]);
    const days = new Set(packed.map(({ day }) => day));
    const since = open.filter(({ at }) => !days.has(utcDay(at)));
    const ofDays = packed.flatMap((row) => hoursOf(row, Date.parse(row.day)));
    return {
      spans: [
        ...packed.map(({ day }) => ({
          from: instant(Math.max(Date.parse(day), whole.from)),
          to: instant(Math.min(Date.parse(day) + DAY_MS, whole.to)),
        })),
        ...since.map(({ at }) => ({ from: at, to: instant(at + HOUR_MS) })),
      ],
      hours: [...ofDays.filter(({ at }) => at >= whole.from && at < whole.to), ...since],
    };
  };

  return {
    async hours(installationId, span, quality, zone) {
      if (span.to <= span.from) return [];
      const intoHour = (span.from + offsetMsAt(span.from, zone)) % HOUR_MS;
      const origin = instant(span.from - intoHour);
      const measure = async (parts: readonly Span[]): Promise<readonly QualityHour[]> => {
        const halves = parts.flatMap((part) => inHalves(part, origin));
        return (
          await Promise.all(halves.map((part) => repository.measured(installationId, part, quality, origin)))
        ).flat();
      };
      // Packed hours are those of UTC; where local ones begin at half past, all is read from the readings.
      const whole = origin % HOUR_MS === 0 ? wholeHours(span) : nothingAt(span.from);
      const [{ spans, hours }, edges] = await Promise.all([
        known(installationId, whole, quality),
        measure(openParts(span, [whole])),
      ]);
      const between = await measure(openParts(whole, spans));
      return [...hours, ...edges, ...between].filter(isMeasured).sort((one, other) => one.at - other.at);
    },
  };
};
