import type { BillingContract } from '@nascente/domain/sites/tariffs/billing-contract';
import type { TariffRules } from '@nascente/domain/sites/tariffs/tariff-rules';
import { describe, expect, test } from 'vitest';
import {
  type BillingContractJson,
  readBillingContract,
  writeBillingContract,
} from '../money/billing-contract.ts';
import {
  readRulesVersion,
  readTariffRules,
  type TariffRulesJson,
  tariffRules,
  writeRulesVersion,
  writeTariffRules,
} from './tariff-rules.ts';

const windows = {
  peak: { start: 1050, end: 1230 },
  intermediate: [{ start: 1230, end: 1350 }],
  blackAwarenessFrom: 2024,
};
const base = {
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: true,
  integerKw: false,
  tusdTe: 'joined',
  fioB: null,
  gd3: null,
} as const;
const price = (tusd: string, te: string) => ({ tusd, te });
const byTouPeriod = { inPoint: '1.5', interPoint: '1', outPoint: '0.7941717' };
const reactive = {
  vrEre: '0.32193',
  vrDre: null,
  reference: '0.92',
  capacitive: { start: 1410, end: 330 },
} as const;

const EVERY: readonly TariffRulesJson[] = [
  { modality: 'simple', ...byTouPeriod },
  {
    modality: 'convencional',
    ...base,
    fioB: byTouPeriod,
    energy: { outPoint: price('0.47242', '0.31696') },
  },
  {
    modality: 'branca',
    ...base,
    windows,
    energy: { inPoint: price('1', '0.5'), interPoint: price('0.7', '0.3'), outPoint: price('0.3', '0.3') },
  },
  {
    modality: 'verde',
    ...base,
    windows,
    energy: { inPoint: price('1.06941', '0.48363'), outPoint: price('0.14435', '0.30123') },
    demand: { outPoint: '18.09' },
    reactive,
  },
  {
    modality: 'azul',
    ...base,
    windows,
    energy: { inPoint: price('0.1', '0.5'), outPoint: price('0.1', '0.3') },
    demand: { inPoint: '42.6', outPoint: '22.96' },
    reactive: null,
  },
  {
    modality: 'water',
    category: 'comercial',
    water: {
      fixedFee: '43.31',
      minimum: 0,
      tiers: [
        { upTo: 10, price: '6.37', flat: false },
        { upTo: null, price: '17.89', flat: false },
      ],
    },
    sewage: { mode: 'percent', share: '0.8' },
    otherFees: [{ label: 'Taxa de regulação', amount: '1.20' }],
    rounding: 'truncate',
    integerM3: true,
  },
];

const CONTRACT: BillingContractJson = {
  group: 'A',
  subgroup: 'A4',
  modality: 'azul',
  optanteB: false,
  transformerKva: 112.5,
  market: { mode: 'livre', demandDiscount: '0.5', supplierPrice: '0.283025' },
  demand: { mode: 'by-post', inPoint: 100.5, outPoint: 200 },
  supply: 'trifasico',
  taxes: [
    {
      validFrom: '2026-01-01',
      icms: '0.18',
      icmsBands: [
        { upTo: 50, rate: '0' },
        { upTo: null, rate: '0.24' },
      ],
      pis: '0.0123',
      cofins: '0.0567',
      method: 'por-dentro',
    },
  ],
  cosip: {
    mode: 'bands',
    bands: [
      { upTo: 100, amount: '10.00' },
      { upTo: null, amount: '65.29' },
    ],
  },
  generation: {
    class: 'II',
    credits: [{ generatedIn: '2026-04', touPeriod: 'outPoint', class: 'II', origin: 'own', energy: 12.5 }],
    ownTaxes: { icms: false, pisCofins: true },
    otherTaxes: { icms: false, pisCofins: false },
  },
  economias: 1,
  category: null,
};

describe('the rules of a tariff', () => {
  test.each(EVERY)('reads and writes the rules of $modality without changing them', (json) => {
    const rules: TariffRules = readTariffRules(json);
    expect(rules.modality).toBe(json.modality);
    expect(writeTariffRules(rules)).toEqual(json);
    expect(tariffRules.parse(json)).toEqual(json);
    const version = { validFrom: '2026-07-04', rules: json };
    expect(writeRulesVersion(readRulesVersion(version))).toEqual(version);
  });

  test('stores prices exactly', () => {
    const rules = readTariffRules(EVERY[0]);
    expect(rules.modality === 'simple' && rules.outPoint).toBe(7_941_717_000n);
  });

  test.each([
    ['a price that is no decimal', { ...EVERY[0], inPoint: '1,5' }],
    ['eleven decimals', { ...EVERY[0], inPoint: '0.00000000001' }],
    [
      'a window off the half hours',
      { ...EVERY[2], windows: { ...windows, peak: { start: 1055, end: 1230 } } },
    ],
    [
      'intermediate hours inside the peak',
      { ...EVERY[2], windows: { ...windows, intermediate: [{ start: 1080, end: 1110 }] } },
    ],
    [
      'a window that ends before it begins',
      { ...EVERY[2], windows: { ...windows, peak: { start: 1230, end: 1050 } } },
    ],
    [
      'tiers out of order',
      {
        ...EVERY[5],
        water: {
          fixedFee: '0',
          minimum: 0,
          tiers: [
            { upTo: 20, price: '1', flat: false },
            { upTo: 10, price: '1', flat: false },
          ],
        },
      },
    ],
    ['a share above one', { ...EVERY[5], sewage: { mode: 'percent', share: '80' } }],
  ])('refuses %s', (_, json) => {
    expect(tariffRules.safeParse(json).success).toBe(false);
    expect(() => readTariffRules(json)).toThrow();
  });
});

test('reads and writes a contract without changing it', () => {
  const contract: BillingContract = readBillingContract(CONTRACT);
  expect(contract.demand).toEqual({ mode: 'by-post', inPoint: 100_500, outPoint: 200_000 });
  expect(contract.cosip).toMatchObject({ bands: [{ amount: 1000 }, { amount: 6529 }] });
  expect(contract.generation?.credits[0]?.energy).toBe(12_500_000);
  expect(writeBillingContract(contract)).toEqual(CONTRACT);
});
