import { blankFrame, type Frame } from '@nascente/domain/metering/frame';
import { HOUR_MS, instant } from '@nascente/domain/time/zone';

/** Where days begin far from each other, clocks change, and half an hour is missing. */
export const DISTANT_ZONES = ['America/Sao_Paulo', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'];

/** Of a board of three phases, which counted so many mWh on the first. */
export const frameAt = (at: number, energyA = 1_000): Frame => ({
  ...blankFrame('tri', instant(at)),
  ...({ energyA } as Partial<Frame>),
});

/** One frame each half hour, no two alike. */
export const halfHourly = (from: number, to: number, energy = 1_000): Frame[] =>
  Array.from({ length: (to - from) / (HOUR_MS / 2) }, (_, n) =>
    frameAt(from + (n * HOUR_MS) / 2, energy + n),
  );

/** Takes the steps one after another: of each, whether the total after it is higher (1), lower (−1) or the same (0). */
export const growthOver = async (
  steps: readonly (() => Promise<unknown>)[],
  total: () => Promise<number>,
): Promise<number[]> => {
  const totals: number[] = [];
  for (const step of steps) {
    await step();
    totals.push(await total());
  }
  return totals.map((one, index) => Math.sign(one - (totals[index - 1] ?? one)));
};
