import type { Zone } from '@nascente/domain/base/time/zone';
import { thermostat, wobble } from './cycle.ts';
import { draw, ELECTRONICS, type ElectricLoad, MOTOR, together } from './load.ts';
import { airTemperature, type LocalTime, localTimeAt, within } from './local-time.ts';
import { createNoise } from './noise.ts';
import { solarPanels } from './solar.ts';

const COMFORT_C = 24;

function atWork({ weekday, minute }: LocalTime): number {
  if (weekday === 0 || weekday === 6) return 0;
  const lunch = 0.35 * within(minute, 12, 13.25, 20);
  return within(minute, 8, 18, 40) * (1 - lunch);
}

/** Two split units that follow the heat of the afternoon while people are in. */
export function officeAirConditioning(zone: Zone, seed: string): ElectricLoad {
  const noise = createNoise(`${seed}/air-conditioning`);
  return (at, drawn) => {
    const time = localTimeAt(at, zone);
    const heat = airTemperature(time) + 3 * (noise.smooth(time.day) - 0.5) - COMFORT_C;
    const duty = Math.min(0.95, Math.max(0, 0.16 * heat)) * (atWork(time) > 0.3 ? 1 : 0);
    draw(drawn, 0, 1_050 * thermostat(at, 16, duty, noise) * wobble(at, 0.03, noise), MOTOR);
    draw(drawn, 0, 1_050 * thermostat(at + 300_000, 21, duty, noise) * wobble(at, 0.03, noise), MOTOR);
    draw(drawn, 0, 8, ELECTRONICS);
  };
}

function officeDesks(zone: Zone, seed: string): ElectricLoad {
  const noise = createNoise(`${seed}/desks`);
  return (at, drawn) => {
    const people = atWork(localTimeAt(at, zone));
    draw(drawn, 0, 85 + 720 * people * (0.7 + 0.6 * noise.smooth(at / 1_200_000)), ELECTRONICS);
    draw(drawn, 0, 260 * Math.min(1, 2 * people) * wobble(at, 0.01, noise), ELECTRONICS);
    draw(drawn, 0, 110 * thermostat(at, 31, 0.4, noise), MOTOR);
  };
}

/** The panels on the roof of the office, as a meter at their inverter sees them. */
export const officePanels = (zone: Zone, seed: string): ElectricLoad =>
  solarPanels(zone, seed, { peakWatts: 2_600 });

/** A small office behind one single-phase meter, with panels on its roof that inject around noon. */
export function office(zone: Zone, seed: string): ElectricLoad {
  return together([officeDesks(zone, seed), officeAirConditioning(zone, seed), officePanels(zone, seed)]);
}
