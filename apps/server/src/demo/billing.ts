import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { civilDate } from '@nascente/domain/base/time/civil-day';

/** First day of the company's contracts and of the distributor's prices. */
export const AGREED_FROM = civilDate('2025-04-29');

const AGREED: Omit<BillingContractJson, 'group' | 'subgroup' | 'modality'> = {
  optanteB: false,
  transformerKva: null,
  market: { mode: 'cativo' },
  demand: null,
  supply: 'trifasico',
  taxes: [
    {
      validFrom: AGREED_FROM,
      icms: '0.205',
      icmsBands: [],
      pis: '0.0102',
      cofins: '0.0471',
      method: 'por-dentro',
    },
  ],
  due: { days: 10, dates: [] },
  cosip: {
    mode: 'bands',
    bands: [
      { upTo: 1000, amount: '48.72' },
      { upTo: 5000, amount: '96.35' },
      { upTo: null, amount: '158.9' },
    ],
  },
  generation: null,
  economias: 1,
  category: null,
};

/** The contract of each establishment that has one, by its seed, and the full tariff by which it is billed. */
export const CONTRACTS: Readonly<
  Record<string, { readonly tariff: string; readonly terms: BillingContractJson }>
> = {
  'padaria-aurora': {
    tariff: 'branca',
    terms: { ...AGREED, group: 'B', subgroup: 'B3', modality: 'branca' },
  },
  'galeria-boa-vista': {
    tariff: 'convencional',
    terms: { ...AGREED, group: 'B', subgroup: 'B3', modality: 'convencional' },
  },
  'escritorio-aurora': {
    tariff: 'convencional',
    terms: {
      ...AGREED,
      group: 'B',
      subgroup: 'B3',
      modality: 'convencional',
      supply: 'monofasico',
      generation: {
        class: 'I',
        credits: [],
        ownTaxes: { icms: true, pisCofins: true },
        otherTaxes: { icms: false, pisCofins: false },
      },
    },
  },
  'fabrica-aurora': {
    tariff: 'verde',
    terms: {
      ...AGREED,
      group: 'A',
      subgroup: 'A4',
      modality: 'verde',
      transformerKva: 112.5,
      demand: { mode: 'single', demand: 60 },
    },
  },
};
