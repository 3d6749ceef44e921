import type { Zone } from '@nascente/domain/base/time/zone';
import { thermostat, wobble } from './cycle.ts';
import { draw, ELECTRONICS, type ElectricLoad, MOTOR, PHASES, RESISTANCE } from './load.ts';
import { airTemperature, localTimeAt, within } from './local-time.ts';
import { createNoise } from './noise.ts';

const SUNDAY = 0;
const SATURDAY = 6;

/** Two shifts on working days, one on Saturdays; the peak hours are avoided as far as the second shift allows. */
function shiftShare(weekday: number, minute: number): number {
  if (weekday === SUNDAY) return 0;
  if (weekday === SATURDAY) return within(minute, 6, 13);
  return Math.max(within(minute, 6, 17.5), 0.45 * within(minute, 17.5, 22));
}

/** A dough factory: mixers and laminators by shift, a tunnel oven, and freezers that never rest. */
export function doughFactory(zone: Zone, seed: string): ElectricLoad {
  const noise = createNoise(`${seed}/factory`);
  return (at, drawn) => {
    const time = localTimeAt(at, zone);
    const shift = shiftShare(time.weekday, time.minute);
    const order = 0.8 + 0.35 * noise.at(time.day);
    const duty = 0.5 + 0.016 * (airTemperature(time) - 22) + 0.12 * shift;
    for (const phase of PHASES) {
      const mixing = 6_800 * shift * order * thermostat(at + phase * 41_000, 11, 0.7, noise);
      draw(drawn, phase, mixing * wobble(at, 0.04, noise), MOTOR);
      const oven = 5_400 * shift * thermostat(at + phase * 97_000, 9, 0.6, noise);
      draw(drawn, phase, oven * wobble(at, 0.01, noise), RESISTANCE);
      draw(drawn, phase, 4_600 * thermostat(at + phase * 210_000, 21, duty, noise), MOTOR);
      draw(drawn, phase, 350 + 650 * shift, ELECTRONICS);
    }
  };
}
