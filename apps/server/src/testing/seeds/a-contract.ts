import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import type { BillAnswer } from '@nascente/contract/money/bills';

/** A contract of a small shop in Group B, with everything; a test names only the fields that it cares about. */
export const aContract = (overrides: Partial<BillingContractJson> = {}): BillingContractJson => ({
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
      validFrom: '2025-01-01',
      icms: '0.18',
      icmsBands: [],
      pis: '0.01',
      cofins: '0.04',
      method: 'por-dentro',
    },
  ],
  cosip: { mode: 'flat', amount: '12.34' },
  generation: null,
  economias: 1,
  category: null,
  ...overrides,
});

const none = { total: 0, inPoint: 0, interPoint: 0, outPoint: 0 };
const september = { start: '2026-09-01', end: '2026-09-30' };

/** A bill of September 2026 without a line. */
export const aBill = (): BillAnswer => ({
  type: 'eletric',
  ...september,
  cycle: september,
  previousCycle: { start: '2026-08-01', end: '2026-08-31' },
  nextCycle: null,
  isOpen: false,
  lines: [],
  total: 0,
  taxes: { icms: 0, pis: 0, cofins: 0 },
  missing: [],
  completeness: 1,
  consumed: none,
  injected: none,
  demand: [],
  reactive: none,
  flags: [],
  credits: null,
  tariff: null,
  contract: { validFrom: null, terms: aContract() },
  meters: [],
});
