import type { Zone } from '@nascente/domain/base/time/zone';
import { draw, ELECTRONICS, type ElectricLoad, INVERTER } from './load.ts';
import { localTimeAt } from './local-time.ts';
import { createNoise } from './noise.ts';

const SUNRISE_MINUTE = 5.4 * 60;
const SUNSET_MINUTE = 17.6 * 60;
/** What the inverter itself draws while there is no sun. */
const STANDBY_W = 4;

/**
 * Panels and their inverter on phase A: they draw negative power, most around noon, less under clouds, and a little at
 * night.
 */
export function solarPanels(zone: Zone, seed: string, { peakWatts }: { peakWatts: number }): ElectricLoad {
  const noise = createNoise(`${seed}/solar`);
  return (at, drawn) => {
    const { day, minute, season } = localTimeAt(at, zone);
    if (minute <= SUNRISE_MINUTE || minute >= SUNSET_MINUTE) {
      draw(drawn, 0, STANDBY_W, ELECTRONICS);
      return;
    }
    const height = Math.sin((Math.PI * (minute - SUNRISE_MINUTE)) / (SUNSET_MINUTE - SUNRISE_MINUTE));
    const summer = 0.9 + 0.1 * Math.cos(2 * Math.PI * season);
    const overcast = 0.45 + 0.55 * noise.smooth(day * 0.7);
    const clouds = 0.75 + 0.25 * noise.smooth(at / 600_000);
    draw(drawn, 0, -peakWatts * height ** 1.3 * summer * overcast * clouds, INVERTER);
  };
}
