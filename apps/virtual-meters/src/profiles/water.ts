import type { Zone } from '@nascente/domain/base/time/zone';
import { openShare } from './bakery.ts';
import type { WaterLoad } from './load.ts';
import { localTimeAt, within } from './local-time.ts';
import { createNoise } from './noise.ts';

const DRAW_MS = 90_000;
/** A toilet valve that does not close: 18 L an hour, day and night. */
export const LEAK_LITRES_A_MINUTE = 0.3;

/** The bakery's water: dough before dawn, taps in shop hours, washing down at closing time, and maybe a leak. */
export function bakeryWater(
  zone: Zone,
  seed: string,
  { leakingFrom }: { leakingFrom: number | null },
): WaterLoad {
  const noise = createNoise(`${seed}/water`);
  return (at) => {
    const time = localTimeAt(at, zone);
    const slot = Math.floor(at / DRAW_MS);
    const closing = time.weekday === 0 ? 12.75 : 19.75;
    const chance =
      0.34 * within(time.minute, 2.6, 4.6) +
      0.15 * openShare(time) +
      0.55 * within(time.minute, closing, closing + 0.9);
    const drawing = noise.at(slot) < chance ? 3 + 6 * noise.at(slot + 0x40000000) : 0;
    return drawing + (leakingFrom !== null && at >= leakingFrom ? LEAK_LITRES_A_MINUTE : 0);
  };
}
