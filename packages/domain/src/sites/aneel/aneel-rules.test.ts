import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { parsePrice } from '../../base/units/price.ts';
import { USUAL_WINDOWS, windowsOf } from '../tou-windows/windows-of-tou-period.ts';
import { readAneelHeader } from './aneel-line.ts';
import { createAneelReader } from './aneel-reader.ts';
import { TARIFF_COLUMNS } from './aneel-row.ts';
import { classOfAneel, reactivePrices, rulesOfAneel } from './aneel-rules.ts';
import lines from './fixtures/aneel-lines.json' with { type: 'json' };

const [first = '', ...rows] = lines.reconstructed;
const header = readAneelHeader(first, TARIFF_COLUMNS);
if ('missing' in header) throw new Error(header.missing.join());
const reader = createAneelReader(header, { since: null, distributors: null });
for (const row of rows) reader.row(row);
const { tariffs } = reader.finish();

const BESIDE = { windows: USUAL_WINDOWS, vrEre: parsePrice('0.29344') };
const rulesOf = (subgroup: string, modality: string) => {
  const tariff = tariffs.find((one) => one.subgroup === subgroup && one.modality === modality);
  const version = tariff?.versions[0];
  return tariff && version && rulesOfAneel(tariff, version, BESIDE);
};
const energy = (tusd: string, te: string) => ({ tusd: parsePrice(tusd), te: parsePrice(te) });

describe('the prices of REH 3.573/2026 as rules', () => {
  test('converts Convencional and Branca prices to rules', () => {
    expect(rulesOf('B1', 'convencional')).toMatchObject({
      modality: 'convencional',
      rounding: 'truncate',
      energy: { outPoint: energy('0.48236', '0.29344') },
    });
    expect(rulesOf('B3', 'branca')).toMatchObject({
      windows: USUAL_WINDOWS,
      energy: {
        inPoint: energy('1.17516', '0.47948'),
        interPoint: energy('0.77208', '0.27653'),
        outPoint: energy('0.36899', '0.27653'),
      },
    });
  });

  test('creates one demand for Verde, one per time-of-use period for Azul, and the reactive price', () => {
    expect(rulesOf('A4', 'verde')).toMatchObject({
      demand: { outPoint: parsePrice('32') },
      reactive: { vrEre: BESIDE.vrEre, vrDre: null },
    });
    expect(rulesOf('A4', 'azul')).toMatchObject({
      demand: { inPoint: parsePrice('77.92'), outPoint: parsePrice('32') },
      energy: { inPoint: energy('0.11719', '0.48553'), outPoint: energy('0.11719', '0.28257') },
    });
  });
});

test('prices reactive excess at the B1 TE in force', () => {
  const price = reactivePrices(tariffs);
  expect(price('NEOENERGIA COSERN', civilDate('2026-04-22'))).toBe(parsePrice('0.29344'));
  expect(price('NEOENERGIA COSERN', civilDate('2026-04-21'))).toBeNull();
  expect(price('LIGHT', civilDate('2026-04-22'))).toBeNull();
});

test.each([
  ['B1', 'Residencial', 'Residencial', 'Residencial'],
  ['B1', 'Residencial', 'Baixa Renda', 'Residencial · Baixa Renda'],
  ['B1', 'Residencial', 'Residencial Tarifa Social – faixa 01', 'Residencial Tarifa Social – faixa 01'],
  ['B2', 'Rural', 'Não se aplica', 'Rural'],
  ['B2', 'Não se aplica', 'Rural', 'Rural'],
  ['B3', 'Não se aplica', 'Não se aplica', 'Demais classes'],
  ['A4', 'Não se aplica', 'Não se aplica', ''],
] as const)('names a class with its common name: %s %s %s', (subgroup, main, subclass, name) => {
  expect(classOfAneel({ subgroup, class: main, subclass })).toBe(name);
});

test('uses the hours of the distributor, or the usual hours', () => {
  expect(windowsOf('Light SESA').peak).toEqual({ start: 1050, end: 1230 });
  expect(windowsOf('CEMIG-D')).toBe(USUAL_WINDOWS);
});
