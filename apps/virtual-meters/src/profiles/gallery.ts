import type { Zone } from '@nascente/domain/base/time/zone';
import { thermostat, wobble } from './bakery.ts';
import {
  draw,
  ELECTRONICS,
  type ElectricLoad,
  MOTOR,
  PHASES,
  type Phase,
  RESISTANCE,
  together,
} from './load.ts';
import { airTemperature, type LocalTime, localTimeAt, within } from './local-time.ts';
import { createNoise } from './noise.ts';

const SUNDAY = 0;

/** The shops of a small gallery are behind single-phase meters, each on one phase of the building. */
type Shop = (zone: Zone, seed: string, phase?: Phase) => ElectricLoad;

const RAMP_MINUTES = 15;

/** Open from morning to evening; on Sundays closed where no other hour is given. */
function openShare({ weekday, minute }: LocalTime, from: number, to: number, sundayTo?: number): number {
  if (weekday !== SUNDAY) return within(minute, from, to, RAMP_MINUTES);
  return sundayTo === undefined ? 0 : within(minute, from, sundayTo, RAMP_MINUTES);
}

/** Espresso machine and grill while it is open, two refrigerators always. */
export const galleryCafe: Shop = (zone, seed, phase = 0) => {
  const noise = createNoise(`${seed}/cafe`);
  return (at, drawn) => {
    const time = localTimeAt(at, zone);
    const open = openShare(time, 7, 20, 13);
    const addressGroup = 0.5 + 0.5 * Math.max(within(time.minute, 7.5, 9.5), within(time.minute, 12, 14));
    draw(drawn, phase, 2_600 * open * addressGroup * thermostat(at, 5, 0.42, noise), RESISTANCE);
    draw(drawn, phase, 620 * thermostat(at, 17, 0.42, noise) * wobble(at, 0.03, noise), MOTOR);
    draw(drawn, phase, 70 + 340 * open * wobble(at, 0.02, noise), ELECTRONICS);
  };
};

/** Air conditioning in the opening hours, lights late into the evening, a cabinet for vaccines always. */
export const galleryPharmacy: Shop = (zone, seed, phase = 0) => {
  const noise = createNoise(`${seed}/pharmacy`);
  return (at, drawn) => {
    const time = localTimeAt(at, zone);
    const open = openShare(time, 8, 22, 20);
    const duty = Math.min(0.9, Math.max(0.1, 0.13 * (airTemperature(time) - 22)));
    draw(drawn, phase, 1_450 * open * thermostat(at, 14, duty, noise) * wobble(at, 0.03, noise), MOTOR);
    draw(drawn, phase, 210 * thermostat(at, 26, 0.35, noise), MOTOR);
    draw(drawn, phase, 90 + 520 * open * wobble(at, 0.01, noise), ELECTRONICS);
  };
};

/** A studio with classes in the morning and after work, closed on Sundays. */
export const galleryStudio: Shop = (zone, seed, phase = 0) => {
  const noise = createNoise(`${seed}/studio`);
  return (at, drawn) => {
    const time = localTimeAt(at, zone);
    const open = openShare(time, 6, 21.5);
    const classes = open * Math.max(within(time.minute, 6, 9), within(time.minute, 17, 21));
    draw(drawn, phase, 1_900 * classes * thermostat(at, 12, 0.6, noise) * wobble(at, 0.03, noise), MOTOR);
    draw(drawn, phase, 40 + 460 * open * (0.7 + 0.3 * noise.smooth(at / 900_000)), ELECTRONICS);
  };
};

/** Shared loads of the building: corridor lights, a lift and the cistern's pump. */
function commonAreas(zone: Zone, seed: string): ElectricLoad {
  const noise = createNoise(`${seed}/common`);
  return (at, drawn) => {
    const time = localTimeAt(at, zone);
    const open = openShare(time, 6, 22, 20);
    const dark = 1 - within(time.minute, 6.5, 17.5, 60);
    for (const phase of PHASES) {
      draw(drawn, phase, (60 + 240 * open * (0.5 + 0.5 * dark)) * wobble(at, 0.02, noise), ELECTRONICS);
      draw(drawn, phase, 900 * open * thermostat(at, 4, 0.09, noise), MOTOR);
      draw(drawn, phase, 500 * thermostat(at, 95, 0.16, noise), MOTOR);
    }
  };
}

/** Everything behind the general meter of the gallery. */
export function gallery(zone: Zone, seed: string): ElectricLoad {
  return together([
    galleryCafe(zone, seed, 0),
    galleryPharmacy(zone, seed, 1),
    galleryStudio(zone, seed, 2),
    commonAreas(zone, seed),
  ]);
}
