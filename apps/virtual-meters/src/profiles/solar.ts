import type { Zone } from '@nascente/domain/time/zone';
import { draw, type ElectricLoad, INVERTER } from './load.ts';
import { localTimeAt } from './local-time.ts';
import { createNoise } from './noise.ts';

const SUNRISE_MINUTE = 5.4 * 60;
const SUNSET_MINUTE = 17.6 * 60;

/** Panels behind the meter on phase A: they draw negative power, most around noon, less under clouds. */
export function solarPanels(zone: Zone, seed: string, { peakWatts }: { peakWatts: number }): ElectricLoad {
  const noise = createNoise(`${seed}/solar`);
  return (at, drawn) => {
    const { day, minute, season } = localTimeAt(at, zone);
    if (minute <= SUNRISE_MINUTE || minute >= SUNSET_MINUTE) return;
    const height = Math.sin((Math.PI * (minute - SUNRISE_MINUTE)) / (SUNSET_MINUTE - SUNRISE_MINUTE));
    const summer = 0.9 + 0.1 * Math.cos(2 * Math.PI * season);
    const overcast = 0.45 + 0.55 * noise.smooth(day * 0.7);
    const clouds = 0.75 + 0.25 * noise.smooth(at / 600_000);
    draw(drawn, 0, -peakWatts * height ** 1.3 * summer * overcast * clouds, INVERTER);
  };
}
