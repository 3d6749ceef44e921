import {
  type CountedQuantity,
  CURVE_WORDS,
  type LevelQuantity,
  MAX_FRAME_DAYS,
} from '@nascente/contract/energy/curves';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, HOUR_MS } from '@nascente/domain/base/time/zone';
import {
  bandLength,
  bandsOf,
  SUM_LENGTH_MS,
  sumLength,
  sumsOf,
} from '@nascente/domain/telemetry/intervals/curve-bands';
import { SILENCE, usualSpacing } from '@nascente/domain/telemetry/quality/silence';
import { invalidField } from '../../platform/errors.ts';
import type { Meter } from '../../sites/meters/index.ts';
import type { QualityReader } from '../../telemetry/readings/index.ts';
import type { MeterDays, MeterFrames } from '../../telemetry/series/index.ts';
import { type CurvePoints, toPoints } from './curve-answer.ts';
import { fieldsOf, measuredIn } from './frame-quantities.ts';
import { isOfQuarters, readQuarters } from './quarter-quantities.ts';

/** Up to so many days are told by their frames, whatever else tells the quantity: a spike of seconds is seen. */
const FRAME_DAYS = 3;
/**
 * What is kept by the hour is kept as a mean, in which a dip is not seen: a week in view, with what is loaded on both sides of it, is told
 * by its frames.
 */
const FRAME_DAYS_OF_HOURLY = 20;

const frameDaysOf = (quantity: LevelQuantity): number =>
  isOfQuarters(quantity) ? FRAME_DAYS : FRAME_DAYS_OF_HOURLY;

/** Voltage and power factor by the hour, as closed days keep them. */
const HOURLY: Readonly<Partial<Record<LevelQuantity, readonly ['V' | 'PF', 'a' | 'b' | 'c']>>> = {
  voltageA: ['V', 'a'],
  voltageB: ['V', 'b'],
  voltageC: ['V', 'c'],
  powerFactor: ['PF', 'a'],
};

const spanMs = ({ from, to }: TimeSpan): number => to - from;

/** Whether only frames tell a quantity: of how many days it is asked is bounded. */
export const isOfFramesAlone = (quantity: LevelQuantity): boolean =>
  !isOfQuarters(quantity) && HOURLY[quantity] === undefined;

/** A span of a meter, cut to when it was there, and as far as frames are kept. */
interface CurveAsked {
  readonly meter: Meter;
  readonly asked: TimeSpan;
  readonly span: TimeSpan;
  readonly kept: TimeSpan;
  readonly points: number;
}

export interface CurveReader {
  counted(quantity: CountedQuantity, asked: CurveAsked): Promise<CurvePoints>;
  level(quantity: LevelQuantity, asked: CurveAsked): Promise<CurvePoints>;
}

export const createCurveReader = (needs: {
  days: Pick<MeterDays, 'read'>;
  frames: Pick<MeterFrames, 'read' | 'areTooMany'>;
  quality: QualityReader;
}): CurveReader => {
  const { days, frames, quality } = needs;

  const ofFrames = async (quantity: LevelQuantity, { meter, asked, kept, points }: CurveAsked) => {
    const read = await frames.read(meter.installationId, kept, fieldsOf(quantity));
    const measured = measuredIn(read, quantity);
    const length = read.at.length <= points ? 0 : bandLength(spanMs(asked), points);
    const step = Math.max(SILENCE.leastMs, usualSpacing(read.at), length * 2);
    return toPoints(bandsOf(read.at, measured, length), { source: 'frames', length, step });
  };
  const ofQuarters = async (quantity: LevelQuantity, { meter, asked, span, points }: CurveAsked) => {
    const { installationId } = meter;
    const { at, measured } = await readQuarters(days, { installationId, ...span }, quantity);
    const length = bandLength(spanMs(asked), points, QUARTER_MS);
    return toPoints(bandsOf(at, measured, length), { source: 'quarters', length, step: length });
  };
  const ofHours = async (quantity: LevelQuantity, { meter, asked, kept, points }: CurveAsked) => {
    const [kind, column] = HOURLY[quantity] as readonly ['V' | 'PF', 'a' | 'b' | 'c'];
    const hours = await quality.hours(meter.installationId, kept, kind, meter.zone);
    const at = Float64Array.from(hours, (hour) => hour.at);
    const measured = Float64Array.from(hours, (hour) => hour[column] ?? Number.NaN);
    const length = bandLength(spanMs(asked), points, HOUR_MS);
    return toPoints(bandsOf(at, measured, length), { source: 'hours', length, step: length });
  };

  return {
    async counted(quantity, { meter, asked, span, points }) {
      const { installationId, zone } = meter;
      const { at, measured } = await readQuarters(days, { installationId, ...span }, quantity);
      const by = sumLength(spanMs(asked), points);
      const { at: starts, total } = sumsOf(at, measured, by, zone);
      const length = SUM_LENGTH_MS[by];
      return toPoints(
        { at: starts, low: total, high: total, mean: total },
        { source: 'sums', length, step: by === 'day' ? length + HOUR_MS : length },
      );
    },
    async level(quantity, asked) {
      const isOfFrames = isOfFramesAlone(quantity);
      const isShort = spanMs(asked.asked) <= frameDaysOf(quantity) * DAY_MS;
      const areTooMany =
        (isShort || isOfFrames) && (await frames.areTooMany(asked.meter.installationId, asked.kept));
      if (areTooMany && isOfFrames) throw invalidField('end', CURVE_WORDS.tooMany);
      if ((isShort && !areTooMany) || isOfFrames) {
        const found = await ofFrames(quantity, asked);
        // A past that was imported has no frames, and old frames are not kept for ever.
        if (found.at.length > 0 || isOfFrames) return found;
      }
      return isOfQuarters(quantity) ? ofQuarters(quantity, asked) : ofHours(quantity, asked);
    },
  };
};

/** Of quantities that only frames tell. */
export const MAX_OF_FRAMES_MS = MAX_FRAME_DAYS * DAY_MS + HOUR_MS;
