import { DAY_MS, HOUR_MS, parseZone, UTC, type Zone } from '@nascente/domain/base/time/zone';
import { expect, test } from 'vitest';
import { meterElectricity, meterWater } from '../board/virtual-board.ts';
import { bakery, bakeryColdRoom, bakeryOvens } from './bakery.ts';
import {
  bakeryWater,
  doughFactory,
  LEAK_LITRES_A_MINUTE,
  office,
  officeAirConditioning,
  officePanels,
} from './catalogue.ts';
import { gallery, galleryCafe, galleryPharmacy, galleryStudio } from './gallery.ts';
import type { ElectricLoad } from './load.ts';

const RECIFE = parseZone('America/Recife') ?? UTC;
/** Midnight in Recife of Friday 20 November 2026. */
const FRIDAY = Date.parse('2026-11-20T03:00:00Z');
const SATURDAY = FRIDAY + DAY_MS;
const SUNDAY = FRIDAY + 2 * DAY_MS;

/** kWh between two hours of a day. */
function energy(load: ElectricLoad, day: number, fromHour: number, toHour: number): number {
  const { energyWh } = meterElectricity(load, day + fromHour * HOUR_MS, day + toHour * HOUR_MS, 30_000);
  return energyWh.reduce((sum, phase) => sum + phase, 0) / 1_000;
}

const lowestFlow = (leakingFrom: number | null, seed: string): number => {
  const water = bakeryWater(RECIFE, seed, { leakingFrom });
  const minutes = Array.from({ length: 120 }, (_, minute) => water(FRIDAY + minute * 60_000));
  return Math.min(...minutes);
};

test('the ovens bake before dawn, cool through the night', () => {
  const ovens = bakeryOvens(RECIFE, 'a');
  expect(energy(ovens, FRIDAY, 3, 7)).toBeGreaterThan(25);
  expect(energy(ovens, FRIDAY, 20, 24)).toBe(0);
});

test('the profile follows the local clock: another zone bakes at another instant', () => {
  const tokyo = parseZone('Asia/Tokyo') as Zone;
  expect(energy(bakeryOvens(tokyo, 'a'), FRIDAY, 3, 7)).toBeLessThan(
    energy(bakeryOvens(RECIFE, 'a'), FRIDAY, 3, 7) / 2,
  );
});

test('on Sunday afternoon the bakery is closed', () => {
  const complete = bakery(RECIFE, 'a');
  expect(energy(complete, SUNDAY, 14, 18)).toBeLessThan(energy(complete, SATURDAY, 14, 18) / 2);
  expect(energy(complete, SUNDAY, 14, 18)).toBeGreaterThan(2);
});

test('a part never draws more than the total', () => {
  const parts = [bakeryOvens(RECIFE, 'a'), bakeryColdRoom(RECIFE, 'a')];
  for (let hour = 0; hour < 24; hour += 1) {
    const sum = parts.reduce((total, part) => total + energy(part, FRIDAY, hour, hour + 1), 0);
    expect(sum).toBeLessThan(energy(bakery(RECIFE, 'a'), FRIDAY, hour, hour + 1));
  }
});

test('the office works on working days and cools its hot afternoons', () => {
  const cooling = officeAirConditioning(RECIFE, 'a');
  expect(energy(cooling, FRIDAY, 13, 17)).toBeGreaterThan(energy(cooling, FRIDAY, 8, 10));
  expect(energy(cooling, SATURDAY, 13, 17)).toBeLessThan(0.1);
});

test('panels inject around noon of a quiet day: the energy is negative', () => {
  expect(energy(office(RECIFE, 'a'), SUNDAY, 11, 13)).toBeLessThan(-0.5);
  expect(energy(office(RECIFE, 'a'), SUNDAY, 19, 24)).toBeGreaterThan(0);
});

test('water does not flow at night, and a leak raises the minimum flow by its own flow', () => {
  for (const seed of ['a', 'b', 'c']) {
    expect(lowestFlow(null, seed)).toBe(0);
    expect(lowestFlow(FRIDAY + DAY_MS, seed)).toBe(0);
    expect(lowestFlow(FRIDAY, seed)).toBe(LEAK_LITRES_A_MINUTE);
  }
});

test('a bakery uses between one and three cubic metres a day', () => {
  const litres = meterWater(bakeryWater(RECIFE, 'a', { leakingFrom: null }), FRIDAY, FRIDAY + DAY_MS, 30_000);
  expect(litres).toBeGreaterThan(800);
  expect(litres).toBeLessThan(3_000);
});

test('the dough factory works in shifts, draws less in peak hours, and always cools', () => {
  const factory = doughFactory(RECIFE, 'a');
  const shift = energy(factory, FRIDAY, 9, 12) / 3;
  expect(shift).toBeGreaterThan(25);
  expect(energy(factory, FRIDAY, 18, 21) / 3).toBeLessThan(0.75 * shift);
  const sunday = energy(factory, SUNDAY, 9, 12) / 3;
  expect(sunday).toBeGreaterThan(4);
  expect(sunday).toBeLessThan(shift / 2);
});

test('the inverter meter and the grid meter agree: injection is the generation that remains', () => {
  const [grid, panels] = [office(RECIFE, 'a'), officePanels(RECIFE, 'a')];
  const wh = (load: ElectricLoad, from: number): number =>
    meterElectricity(load, from, from + 15 * 60_000, 30_000).energyWh[0] ?? 0;
  let [generated, injected] = [0, 0];
  for (let at = FRIDAY; at < FRIDAY + 3 * DAY_MS; at += 15 * 60_000) {
    const [atGrid, atPanels] = [wh(grid, at), wh(panels, at)];
    const used = atGrid - atPanels;
    expect(used).toBeGreaterThan(0);
    // Nothing goes to the grid that the panels did not give, and all of it that the office did not use.
    expect(Math.max(-atGrid, 0)).toBeCloseTo(Math.max(-atPanels - used, 0), 9);
    generated += Math.max(-atPanels, 0);
    injected += Math.max(-atGrid, 0);
  }
  expect(generated / 3_000).toBeGreaterThan(6);
  expect(injected).toBeLessThan(0.9 * generated);
  expect(injected).toBeGreaterThan(0.2 * generated);
  expect(wh(panels, FRIDAY)).toBeGreaterThan(0);
});

test('the shops are parts of the gallery on one phase each, and the corridors are the rest', () => {
  const complete = gallery(RECIFE, 'a');
  const shops = [galleryCafe(RECIFE, 'a'), galleryPharmacy(RECIFE, 'a'), galleryStudio(RECIFE, 'a')];
  for (let hour = 0; hour < 24; hour += 1) {
    const phases = meterElectricity(
      complete,
      SATURDAY + hour * HOUR_MS,
      SATURDAY + (hour + 1) * HOUR_MS,
      30_000,
    );
    shops.forEach((shop, phase) => {
      const part = energy(shop, SATURDAY, hour, hour + 1) * 1_000;
      expect(part).toBeLessThan(phases.energyWh[phase] ?? 0);
    });
  }
  const sum = shops.reduce((total, shop) => total + energy(shop, FRIDAY, 0, 24), 0);
  expect(sum / energy(complete, FRIDAY, 0, 24)).toBeGreaterThan(0.6);
  expect(energy(galleryStudio(RECIFE, 'a'), SUNDAY, 8, 20)).toBeLessThan(1);
  expect(energy(galleryPharmacy(RECIFE, 'a'), SUNDAY, 8, 20)).toBeGreaterThan(5);
});
