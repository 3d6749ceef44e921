import type { TariffRulesJson } from '@nascente/contract/sites/tariff-rules';
import type { TariffDetail } from '@nascente/contract/sites/tariffs';
import { describe, expect, it, test } from 'vitest';
import {
  decimalOf,
  perKwhOf,
  perMwhOf,
  priceTextOf,
  reaisOf,
} from '../../../shared/forms/fields/decimal-input.ts';
import { readDraft } from './read-draft.ts';
import { draftOf, emptyDraft, raisedTable, type TariffDraft } from './tariff-draft.ts';

const BASE = {
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: true,
  integerKw: false,
  tusdTe: 'separate',
  fioB: null,
  gd3: null,
} as const;
const energy = (tusd: string, te: string) => ({ tusd, te });
const windows = {
  peak: { start: 1050, end: 1230 },
  intermediate: [{ start: 1230, end: 1350 }],
  blackAwarenessFrom: 2024,
};
const reactive = { vrEre: '0.29344', vrDre: null, reference: '0.92', capacitive: { start: 0, end: 360 } };
const two = { inPoint: energy('2.00969', '0.48553'), outPoint: energy('0.11719', '0.28257') };

const every: readonly TariffRulesJson[] = [
  { modality: 'simple', inPoint: '0.7941717', interPoint: '0.5', outPoint: '0.5' },
  {
    modality: 'convencional',
    ...BASE,
    rounding: 'half-up',
    energy: { outPoint: energy('0.48236', '0.29344') },
  },
  { modality: 'branca', ...BASE, windows, energy: { ...two, interPoint: energy('0.7', '0.3') } },
  { modality: 'verde', ...BASE, windows, energy: two, demand: { outPoint: '32' }, reactive },
  {
    modality: 'azul',
    ...BASE,
    windows,
    energy: two,
    demand: { inPoint: '77.92', outPoint: '32' },
    reactive: { ...reactive, vrEre: null },
  },
  {
    modality: 'water',
    category: 'comercial',
    water: {
      fixedFee: '21.50',
      minimum: 10,
      tiers: [
        { upTo: 10, price: '96.39', flat: true },
        { upTo: 20.5, price: '11.56', flat: false },
        { upTo: null, price: '16', flat: false },
      ],
    },
    sewage: { mode: 'percent', share: '0.7' },
    otherFees: [{ label: 'Taxa de lixo', amount: '3.00' }],
    rounding: 'half-up',
    integerM3: false,
  },
  {
    modality: 'water',
    category: 'industrial',
    water: { fixedFee: '0.00', minimum: 0, tiers: [{ upTo: null, price: '5', flat: false }] },
    sewage: {
      mode: 'table',
      table: { fixedFee: '1.00', minimum: 0, tiers: [{ upTo: null, price: '4', flat: false }] },
    },
    otherFees: [],
    rounding: 'truncate',
    integerM3: true,
  },
];

const detailOf = (rules: TariffRulesJson): TariffDetail => ({
  _id: '1',
  group: 'B3',
  distributor: 'Copel',
  cnpj: null,
  comment: '',
  color: '',
  type: rules.modality === 'water' ? 'water' : 'eletric',
  modality: rules.modality,
  meters: 0,
  versions: [{ validFrom: '2026-01-01', validUntil: null, source: '', rules }],
});

describe('a new version of a tariff', () => {
  it.each(every.map((rules) => [rules.modality, rules] as const))(
    '%s: starts from the version before, with the values that the form does not show',
    (_, rules) => {
      const draft = { ...draftOf(detailOf(rules)), validFrom: '2026-11-20' };
      expect(readDraft(draft, rules)).toEqual({ rules, errors: null });
    },
  );
});

describe('errors of the tariff form', () => {
  const errorsOf = (overrides: Partial<TariffDraft>) =>
    readDraft({ ...emptyDraft(), ...overrides }, null).errors;

  it('reports the errors of an empty form at their fields', () => {
    expect(errorsOf({})).toEqual({
      distributor: 'Informe a distribuidora.',
      validFrom: 'Informe o dia em que os preços começam a valer.',
      'energy.outPoint.tusd': 'Informe o valor em R$/MWh, como 541,30.',
      'energy.outPoint.te': 'Informe o valor em R$/MWh, como 541,30.',
    });
  });

  it('reports invalid hours at their fields', () => {
    const errors = errorsOf({
      modality: 'branca',
      peak: { start: '1260', end: '1080' },
      intermediate: [{ start: '1080', end: '1140' }],
    });
    expect(errors).toMatchObject({ 'peak.end': 'O fim vem depois do início.' });
    expect(errorsOf({ modality: 'branca', intermediate: [{ start: '1140', end: '1170' }] })).toMatchObject({
      'intermediate.0.end': 'O horário intermediário não pode cair dentro da ponta.',
    });
  });

  it('reports tiers that do not increase', () => {
    const tier = (upTo: string, price = '1') => ({ upTo, price, flat: false });
    const water = { fixedFee: '1,999', minimum: 'x', tiers: [tier('10'), tier('10'), tier('', '')] };
    expect(errorsOf({ modality: 'water', water, sewageMode: 'percent', sewageShare: '101' })).toMatchObject({
      'water.fixedFee': 'Informe um valor, como 21,00.',
      'water.minimum': 'Informe o mínimo em m³, ou 0.',
      'water.tiers.1.upTo': 'Cada faixa vai além da anterior.',
      'water.tiers.2.price': 'Informe um preço, como 11,56.',
      sewageShare: 'Informe no máximo 100%.',
    });
  });

  it('reports an invalid price of reactive excess, which is optional', () => {
    expect(errorsOf({ modality: 'verde', vrEre: 'x' })).toHaveProperty('vrEre');
    expect(errorsOf({ modality: 'verde', vrEre: ' ' })).not.toHaveProperty('vrEre');
  });
});

test.each([
  ['1.234,56', '1234.56'],
  ['0,5', '0.5'],
  ['541', '541'],
  ['1.23', null],
  ['', null],
  ['-1', null],
])('reads the typed decimal %s as %s', (typed, decimal) => expect(decimalOf(typed)).toBe(decimal));

test.each([
  ['R$ 2.000,00', '2000.00'],
  ['R$\u00a00,79', '0.79'],
  ['2.000,00', '2000.00'],
  ['R$', null],
  ['US$ 5', null],
])('reads the typed amount %s as %s', (typed, decimal) => expect(reaisOf(typed)).toBe(decimal));

test('converts prices per MWh and per kWh in both directions', () => {
  expect(perKwhOf('541,30')).toBe('0.5413');
  expect(perMwhOf('0.5413')).toBe('541,3');
  expect(perKwhOf('0,00000001')).toBeNull();
  expect(priceTextOf('0,12345678901')).toBeNull();
});

it('raises a water table by the percentage of a readjustment, half up to cents', () => {
  // Sabesp, from 1 January 2026: 6.1106 %.
  const table = {
    fixedFee: '21,00',
    minimum: '10',
    tiers: [
      { upTo: '10', price: '6,03', flat: false },
      { upTo: '', price: '1.016,56', flat: true },
    ],
  };
  expect(raisedTable(table, 6.1106)).toEqual({
    fixedFee: '22,28',
    minimum: '10',
    tiers: [
      { upTo: '10', price: '6,40', flat: false },
      { upTo: '', price: '1078,68', flat: true },
    ],
  });
  expect(raisedTable({ ...table, fixedFee: '' }, 5).fixedFee).toBe('');
});
