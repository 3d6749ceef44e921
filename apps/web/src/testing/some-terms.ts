import type { BillingContractJson } from '@nascente/contract/money/billing-contract';

/** A contract of the simplest kind. */
export const someTerms: BillingContractJson = {
  group: 'B',
  subgroup: 'B3',
  modality: 'convencional',
  optanteB: false,
  transformerKva: null,
  market: { mode: 'cativo' },
  demand: null,
  supply: 'trifasico',
  taxes: [
    {
      validFrom: '2026-01-01',
      icms: '0.18',
      icmsBands: [],
      pis: '0.0092',
      cofins: '0.0424',
      method: 'por-dentro',
    },
  ],
  cosip: { mode: 'flat', amount: '42.10' },
  generation: null,
  economias: 1,
  category: null,
};
