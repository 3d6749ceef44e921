import type { Noise } from '../profiles/noise.ts';

interface Pace {
  /** Where the device's time begins, epoch ms; it runs from here at `speed` until it has caught up. */
  readonly from: number;
  /** When that was on the true clock. */
  readonly startedAt: number;
  readonly speed: number;
}

const DRIFT_MS_A_DAY = 1_700;
const OFFSET_MS = 1_500;
const DAY_MS = 86_400_000;
/** Boards set their clocks by the network about once a day, so their drift stays small. */
const sawtooth = (at: number): number => (at % DAY_MS) / DAY_MS;

/** A board's own clock: never quite right, and able to replay a past at a higher speed. */
export function createDeviceClock(noise: Noise, { from, startedAt, speed }: Pace) {
  const offset = OFFSET_MS * (2 * noise.at(1) - 1);
  const drift = DRIFT_MS_A_DAY * (2 * noise.at(2) - 1);
  /** The device's time at a true instant, whole epoch ms. */
  return (now: number): number => {
    const replayed = Math.min(now, from + (now - startedAt) * speed);
    return Math.round(replayed + offset + drift * sawtooth(replayed));
  };
}
