import { openParts, type TimeSpan } from '@nascente/domain/base/time/span';
import { HOUR_MS, type Instant, instant, offsetMsAt, type Zone } from '@nascente/domain/base/time/zone';
import {
  POWER_FACTOR_FIELDS,
  qualityOf,
  VOLTAGE_FIELDS,
} from '@nascente/domain/telemetry/quality/hourly-quality';
import {
  type Quality,
  type QualityHour,
  qualityHours,
} from '@nascente/domain/telemetry/quality/quality-hours';
import type { MeterFrames, MeterQuality } from '../series/index.ts';

export type QualityReader = ReturnType<typeof createQualityReader>;

const FIELDS = { PF: POWER_FACTOR_FIELDS, V: VOLTAGE_FIELDS } as const;

const emptySpanAt = (at: Instant): TimeSpan => ({ from: at, to: at });

/** The complete hours of an interval, because closed days store quality only by the hour. */
const completeHours = (span: TimeSpan): TimeSpan => {
  const from = instant(Math.ceil(span.from / HOUR_MS) * HOUR_MS);
  const to = instant(Math.floor(span.to / HOUR_MS) * HOUR_MS);
  return from < to ? { from, to } : emptySpanAt(span.from);
};

/** Reads hourly quality from closed days, and computes the rest from frames. */
export const createQualityReader = (needs: { closed: MeterQuality; frames: MeterFrames }) => {
  const { closed, frames } = needs;
  return {
    /** The local hours with measurements, oldest first. */
    async hours(
      installationId: number,
      span: TimeSpan,
      quality: Quality,
      zone: Zone,
    ): Promise<readonly QualityHour[]> {
      if (span.to <= span.from) return [];
      const intoHour = (span.from + offsetMsAt(span.from, zone)) % HOUR_MS;
      const origin = instant(span.from - intoHour);
      // Closed days have UTC hours. In zones whose hours begin at half past, all hours are computed from frames.
      const total = origin % HOUR_MS === 0 ? completeHours(span) : emptySpanAt(span.from);
      const days = await closed.days(installationId, total);
      const within = (day: TimeSpan): TimeSpan => ({
        from: instant(Math.max(day.from, total.from)),
        to: instant(Math.min(day.to, total.to)),
      });
      const ofDays = days.flatMap(({ day, means }) =>
        means === null ? [] : qualityHours(means, { origin: day.from, span: within(day), quality }),
      );
      const covered = days.map(({ day }) => within(day)).sort((one, other) => one.from - other.from);
      const parts = openParts(span, covered);
      const ofFrames: QualityHour[][] = [];
      for (const part of parts) {
        const begins = instant(origin + Math.floor((part.from - origin) / HOUR_MS) * HOUR_MS);
        const isLong = await frames.areTooMany(installationId, part);
        // For a board that sends many times a second, only one hour is decoded at a time.
        const concurrency = isLong ? HOUR_MS : Math.ceil((part.to - begins) / HOUR_MS) * HOUR_MS;
        for (let from = begins; from < part.to; from = instant(from + concurrency)) {
          const to = instant(from + concurrency);
          const piece = { from: instant(Math.max(from, part.from)), to: instant(Math.min(to, part.to)) };
          const read = await frames.read(installationId, piece, FIELDS[quality]);
          const means = qualityOf(read, from, concurrency / HOUR_MS);
          ofFrames.push(qualityHours(means, { origin: from, span: piece, quality }));
        }
      }
      return [...ofDays, ...ofFrames.flat()].sort((one, other) => one.at - other.at);
    },
  };
};
