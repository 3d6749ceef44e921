import type { Zone } from '@nascente/domain/base/time/zone';
import { bakery, bakeryColdRoom, bakeryOvens, openShare, thermostat, wobble } from './bakery.ts';
import { gallery, galleryCafe, galleryPharmacy, galleryStudio } from './gallery.ts';
import type { ElectricLoad, WaterLoad } from './load.ts';
import { draw, ELECTRONICS, INVERTER, MOTOR, PHASES, RESISTANCE, together } from './load.ts';
import type { LocalTime } from './local-time.ts';
import { airTemperature, localTimeAt, within } from './local-time.ts';
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

const SUNRISE_MINUTE = 5.4 * 60;
const SUNSET_MINUTE = 17.6 * 60;
/** The inverter's own consumption without sun. */
const STANDBY_W = 4;

/**
 * Panels and their inverter on phase A: they draw negative power, most around noon, less under clouds, and a little at
 * night.
 */
function solarPanels(zone: Zone, seed: string, { peakWatts }: { peakWatts: number }): ElectricLoad {
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

interface Site {
  readonly zone: Zone;
  /** Boards of one establishment share a seed, so that a part never draws more than the whole. */
  readonly seed: string;
  /** Since when a tap drips, epoch ms; null for never. */
  readonly leakingFrom: number | null;
}

/** The load of a board, by name. */
type Profile =
  | { readonly kind: 'tri' | 'mono'; readonly load: (site: Site) => ElectricLoad }
  | { readonly kind: 'water'; readonly load: (site: Site) => WaterLoad };

export const PROFILES = {
  bakery: { kind: 'tri', load: ({ zone, seed }) => bakery(zone, seed) },
  'bakery-ovens': { kind: 'tri', load: ({ zone, seed }) => bakeryOvens(zone, seed) },
  'bakery-cold-room': { kind: 'mono', load: ({ zone, seed }) => bakeryColdRoom(zone, seed) },
  'bakery-water': {
    kind: 'water',
    load: ({ zone, seed, leakingFrom }) => bakeryWater(zone, seed, { leakingFrom }),
  },
  'dough-factory': { kind: 'tri', load: ({ zone, seed }) => doughFactory(zone, seed) },
  office: { kind: 'mono', load: ({ zone, seed }) => office(zone, seed) },
  'office-air-conditioning': { kind: 'mono', load: ({ zone, seed }) => officeAirConditioning(zone, seed) },
  'office-inverter': { kind: 'mono', load: ({ zone, seed }) => officePanels(zone, seed) },
  gallery: { kind: 'tri', load: ({ zone, seed }) => gallery(zone, seed) },
  'gallery-cafe': { kind: 'mono', load: ({ zone, seed }) => galleryCafe(zone, seed) },
  'gallery-pharmacy': { kind: 'mono', load: ({ zone, seed }) => galleryPharmacy(zone, seed) },
  'gallery-studio': { kind: 'mono', load: ({ zone, seed }) => galleryStudio(zone, seed) },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;

export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

export const isProfileName = (text: string): text is ProfileName => Object.hasOwn(PROFILES, text);
