import { HOUR_MS, instant } from '@nascente/domain/base/time/zone';
import { blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';

/** A frame of a board of three phases, which counted so many mWh on the first. */
export const frameAt = (at: number, energyA = 1_000): Frame => ({
  ...blankFrame('tri', instant(at)),
  ...({ energyA } as Partial<Frame>),
});

/** One frame each half hour, no two alike. */
export const halfHourly = (from: number, to: number, energy = 1_000): Frame[] =>
  Array.from({ length: (to - from) / (HOUR_MS / 2) }, (_, n) =>
    frameAt(from + (n * HOUR_MS) / 2, energy + n),
  );
