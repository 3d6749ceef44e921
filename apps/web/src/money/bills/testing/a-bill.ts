import type { BillAnswer, BillLine } from '@nascente/contract/money/bills';
import { someTerms } from '../../../testing/some-terms.ts';

/** A line that counts nothing; a test says what it cares about. */
export const aLine = (overrides: Partial<BillLine> = {}): BillLine => ({
  label: 'Consumo',
  kind: 'energy',
  touPeriod: null,
  quantity: null,
  unit: null,
  price: null,
  amount: 0,
  note: null,
  ...overrides,
});

const none = { total: 0, inPoint: 0, interPoint: 0, outPoint: 0 };

const someLines: readonly BillLine[] = [
  aLine({ label: 'Consumo TE', quantity: 3050, unit: 'kWh', price: 0.4123, amount: 1257.51 }),
  aLine({ label: 'Consumo TUSD', quantity: 3050, unit: 'kWh', price: 0.38127, amount: 1162.87 }),
  aLine({
    label: 'Bandeira Amarela',
    kind: 'flag',
    quantity: 3050,
    unit: 'kWh',
    price: 0.02455,
    amount: 74.87,
  }),
  aLine({ label: 'COSIP', kind: 'cosip', amount: 42.1 }),
];

/** The bill of a bakery's October, over and complete; a test says what it cares about. */
export const aBill = (overrides: Partial<BillAnswer> = {}): BillAnswer => ({
  type: 'eletric',
  start: '2026-10-05',
  end: '2026-11-04',
  cycle: { start: '2026-10-05', end: '2026-11-04' },
  previousCycle: { start: '2026-09-05', end: '2026-10-04' },
  nextCycle: { start: '2026-11-05', end: '2026-12-04' },
  isOpen: false,
  lines: [...someLines],
  total: 2537.35,
  taxes: { icms: 449.14, pis: 18.83, cofins: 86.75 },
  missing: [],
  completeness: 1,
  consumed: { ...none, total: 3050, outPoint: 3050 },
  injected: none,
  demand: [],
  reactive: none,
  flags: [
    { month: '10/2026', days: 27, flag: 'amarela', price: 0.01885 },
    { month: '11/2026', days: 4, flag: null, price: null },
  ],
  credits: null,
  tariff: {
    _id: 't1',
    distributor: 'ENEL SP',
    group: 'B3',
    comment: 'Comercial',
    color: 'Convencional',
    modality: 'convencional',
    versions: [{ validFrom: '2026-07-04' }],
  },
  contract: { validFrom: '2026-01-01', terms: someTerms },
  meters: [{ mac: 'AA:BB:CC:00:00:01', name: 'Geral', isGeneral: true }],
  ...overrides,
});
