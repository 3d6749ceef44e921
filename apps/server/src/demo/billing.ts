import type { BillingContractJson } from '@nascente/contract/billing-contract';
import { USUAL_CAPACITIVE, USUAL_WINDOWS } from '@nascente/domain/tariff/post-windows';
import type { ElectricRules } from '@nascente/domain/tariff/tariff-rules';
import { parsePrice } from '@nascente/domain/units/price';
import { parseRate } from '@nascente/domain/units/rate';

/** Since when the company has its contracts, and its distributor these prices. */
export const AGREED_FROM = '2025-04-29';

const BASE = {
  rounding: 'truncate',
  priceDecimals: null,
  wholeKwh: false,
  wholeKw: false,
  tusdTe: 'separate',
  fioB: null,
  gd3: null,
} as const;

const energy = (tusd: string, te: string) => ({ tusd: parsePrice(tusd), te: parsePrice(te) });
const windows = USUAL_WINDOWS;
const reactive = {
  vrEre: parsePrice('0.29641'),
  vrDre: null,
  reference: parseRate('0.92'),
  capacitive: USUAL_CAPACITIVE,
};

/** Full tariffs of a distributor of the demonstration's own, before taxes, in the order of real ones. */
export const FULL_TARIFFS: Readonly<
  Record<string, { readonly group: string; readonly rules: ElectricRules }>
> = {
  convencional: {
    group: 'B3',
    rules: { ...BASE, modality: 'convencional', energy: { outPoint: energy('0.33562', '0.26038') } },
  },
  branca: {
    group: 'B3',
    rules: {
      ...BASE,
      modality: 'branca',
      windows,
      energy: {
        inPoint: energy('0.68122', '0.40914'),
        interPoint: energy('0.46502', '0.24864'),
        outPoint: energy('0.27640', '0.24864'),
      },
    },
  },
  verde: {
    group: 'A4',
    rules: {
      ...BASE,
      modality: 'verde',
      windows,
      energy: { inPoint: energy('1.28816', '0.40914'), outPoint: energy('0.10872', '0.24864') },
      demand: { outPoint: parsePrice('22.41') },
      reactive,
    },
  },
  azul: {
    group: 'A4',
    rules: {
      ...BASE,
      modality: 'azul',
      windows,
      energy: { inPoint: energy('0.10872', '0.40914'), outPoint: energy('0.10872', '0.24864') },
      demand: { inPoint: parsePrice('50.87'), outPoint: parsePrice('22.41') },
      reactive,
    },
  },
};

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
