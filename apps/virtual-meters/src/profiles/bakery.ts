import { MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import { draw, ELECTRONICS, type ElectricLoad, MOTOR, PHASES, RESISTANCE, together } from './load.ts';
import { airTemperature, type LocalTime, localTimeAt, within } from './local-time.ts';
import { createNoise, type Noise } from './noise.ts';

/**
 * A thermostat: whether it is on, for a share `duty` of a period that wanders a little from one to the next.
 * @returns 1 while on, 0 while off
 */
export function thermostat(at: number, periodMinutes: number, duty: number, noise: Noise): number {
  const turn = at / (periodMinutes * MINUTE_MS);
  const index = Math.floor(turn);
  const share = duty * (0.85 + 0.3 * noise.at(index));
  return turn - index < share ? 1 : 0;
}

/** Small movement around 1 that every real load shows. */
export function wobble(at: number, amount: number, noise: Noise): number {
  return 1 + amount * (2 * noise.smooth(at / 20_000) - 1);
}

const SUNDAY = 0;
const SATURDAY = 6;
const OVEN_PHASE_W = 5_200;

/** Share of the shop that is open: on Sundays it closes after lunch. */
export function openShare({ weekday, minute }: LocalTime): number {
  return within(minute, 5.5, weekday === SUNDAY ? 13 : 20);
}

/** Bread before dawn every day, a second batch in the afternoon except on Sundays. */
function bakingShare({ weekday, minute }: LocalTime): number {
  const dawn = within(minute, 3, 7);
  const afternoon = weekday === SUNDAY ? 0 : 0.6 * within(minute, 14, 16.5);
  return Math.max(dawn, afternoon) * (weekday === SATURDAY ? 1.12 : 1);
}

/** Three-phase deck ovens: full power while heating up, then by thermostat. */
export function bakeryOvens(zone: Zone, seed: string): ElectricLoad {
  const noise = createNoise(`${seed}/ovens`);
  return (at, drawn) => {
    const time = localTimeAt(at, zone);
    const baking = bakingShare(time);
    if (baking === 0) return;
    const heatingUp = within(time.minute, 3, 3.6);
    const batch = 0.92 + 0.16 * noise.at(time.day);
    for (const phase of PHASES) {
      const on = thermostat(at + phase * 97_000, 7, 0.62, noise);
      const share = Math.max(heatingUp, on);
      draw(drawn, phase, OVEN_PHASE_W * baking * batch * share * wobble(at, 0.01, noise), RESISTANCE);
    }
  };
}

/** The cold room: one compressor that runs more when it is hot and when the door is opened. */
export function bakeryColdRoom(zone: Zone, seed: string): ElectricLoad {
  const noise = createNoise(`${seed}/cold-room`);
  return (at, drawn) => {
    const time = localTimeAt(at, zone);
    const duty = 0.34 + 0.018 * (airTemperature(time) - 22) + 0.08 * openShare(time);
    draw(drawn, 0, 1_750 * thermostat(at, 19, duty, noise) * wobble(at, 0.03, noise), MOTOR);
    draw(drawn, 0, 95, ELECTRONICS);
  };
}

/** Display fridges and freezer on the other two phases. */
function bakeryFridges(zone: Zone, seed: string): ElectricLoad {
  const noise = createNoise(`${seed}/fridges`);
  return (at, drawn) => {
    const duty = 0.4 + 0.015 * (airTemperature(localTimeAt(at, zone)) - 22);
    draw(drawn, 1, 820 * thermostat(at, 14, duty, noise) * wobble(at, 0.03, noise), MOTOR);
    draw(drawn, 2, 640 * thermostat(at + 400_000, 23, duty, noise) * wobble(at, 0.03, noise), MOTOR);
  };
}

/** Dough mixers before dawn, coffee machine and lights in shop hours, and what never sleeps. */
function bakeryShop(zone: Zone, seed: string): ElectricLoad {
  const noise = createNoise(`${seed}/shop`);
  return (at, drawn) => {
    const time = localTimeAt(at, zone);
    const open = openShare(time);
    const dark = 1 - within(time.minute, 6.5, 17.5, 60);
    const staffed = Math.max(open, within(time.minute, 2.5, 6));
    const mixing = within(time.minute, 2.5, 5) * thermostat(at, 12, 0.5, noise);
    draw(drawn, 0, 1_100 * mixing, MOTOR);
    draw(drawn, 1, 1_100 * mixing, MOTOR);
    draw(drawn, 2, 2_300 * open * thermostat(at, 6, 0.28, noise), RESISTANCE);
    for (const phase of PHASES) {
      const lights = 90 + 210 * staffed * (0.6 + 0.4 * dark);
      draw(drawn, phase, lights * wobble(at, 0.02, noise), ELECTRONICS);
      draw(drawn, phase, 60 + 180 * open * noise.smooth(at / 900_000), ELECTRONICS);
    }
  };
}

/** Everything behind the bakery's general meter. */
export function bakery(zone: Zone, seed: string): ElectricLoad {
  return together([
    bakeryOvens(zone, seed),
    bakeryColdRoom(zone, seed),
    bakeryFridges(zone, seed),
    bakeryShop(zone, seed),
  ]);
}
