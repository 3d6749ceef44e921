import type { BillInput, Refunds, VatRates } from './second-calculator-input.ts';

/** Test rates: the Senate fixes the CBS of 2027 by resolution. */
const TEST_CBS = '0.087';
const TEST_IBS = '0.0005';

const INFORMED_IN_2026: VatRates = {
  from: '2026-01-01',
  cbs: '0.009',
  ibsState: '0.001',
  ibsMunicipal: '0',
  isCharged: false,
  endsPisCofins: null,
};

const chargedFrom2027 = (endsPisCofins: 'due' | 'reading'): readonly VatRates[] => [
  INFORMED_IN_2026,
  {
    from: '2027-01-01',
    cbs: TEST_CBS,
    ibsState: TEST_IBS,
    ibsMunicipal: TEST_IBS,
    isCharged: true,
    endsPisCofins,
  },
];

const ENDS_BY_DUE = chargedFrom2027('due');
const ENDS_BY_READING = chargedFrom2027('reading');

/** Terms of a bill that do not depend on its tariff: taxes of a state, cycle, due date and printing. */
type Terms = Pick<
  BillInput,
  | 'first'
  | 'last'
  | 'due'
  | 'icms'
  | 'icmsBands'
  | 'pis'
  | 'cofins'
  | 'isAdditive'
  | 'isVatInIcmsBase'
  | 'vat'
  | 'hasVatLines'
  | 'areCreditsInVatBase'
  | 'rounding'
  | 'isRoundedByParts'
  | 'isFlagInPrice'
>;

const PE = { icms: '0.205', pis: '0.0118', cofins: '0.0543', rounding: 'half-up' } as const;
const SP = { icms: '0.18', pis: '0.0107', cofins: '0.0493', rounding: 'truncate' } as const;
const RJ = {
  icms: '0.24',
  icmsBands: [
    [50, '0'],
    [300, '0.18'],
    [1e9, '0.24'],
  ],
  pis: '0.0123',
  cofins: '0.0567',
  rounding: 'truncate',
  isFlagInPrice: true,
} as const satisfies Partial<BillInput>;
const RS = {
  icms: '0.17',
  pis: '0.0092',
  cofins: '0.0424',
  rounding: 'half-up',
  isRoundedByParts: true,
} as const;

const cycle = (first: string, last: string, due?: BillInput['due']) => ({
  first,
  last,
  ...(due && { due }),
});
const TO_5_DECEMBER = cycle('2026-11-06', '2026-12-05', { days: 10 });
const TO_20_DECEMBER = cycle('2026-11-21', '2026-12-20', { days: 15 });
const TO_31_DECEMBER = cycle('2026-12-01', '2026-12-31', { days: 12 });
const TO_5_JANUARY = cycle('2026-12-06', '2027-01-05', { days: 7 });
const TO_31_JANUARY = cycle('2027-01-01', '2027-01-31', { days: 15 });
const TO_15_FEBRUARY = cycle('2027-01-16', '2027-02-15', { days: 10 });

/** Bills due before and after the turn of the year, with each setting of CBS and IBS in each of its values. */
const TERMS: Readonly<Record<string, Terms>> = {
  'PE, cycle to 5 December, due in December': {
    ...PE,
    ...TO_5_DECEMBER,
    vat: ENDS_BY_DUE,
    hasVatLines: true,
  },
  'PE, cycle to 5 December, without rules of CBS and IBS': { ...PE, ...TO_5_DECEMBER, vat: [] },
  'PE, cycle to 20 December, due in January': { ...PE, ...TO_20_DECEMBER, vat: ENDS_BY_DUE },
  'PE, cycle to 20 December, due in January, PIS and COFINS by the reading': {
    ...PE,
    ...TO_20_DECEMBER,
    vat: ENDS_BY_READING,
    hasVatLines: true,
  },
  'PE, cycle to 31 January, CBS and IBS in the base of ICMS': {
    ...PE,
    ...TO_31_JANUARY,
    vat: ENDS_BY_DUE,
    isVatInIcmsBase: true,
  },
  'SP, cycle to 31 December, due in January, lines of CBS and IBS': {
    ...SP,
    ...TO_31_DECEMBER,
    vat: ENDS_BY_DUE,
    hasVatLines: true,
    areCreditsInVatBase: true,
  },
  'SP, cycle to 31 December, without a due date': {
    ...SP,
    ...cycle('2026-12-01', '2026-12-31'),
    vat: ENDS_BY_DUE,
  },
  'SP, cycle to 20 December, entered due date 29 December': {
    ...SP,
    ...cycle('2026-11-21', '2026-12-20', { days: 15, dates: ['2026-11-27', '2026-12-29', '2027-01-28'] }),
    vat: ENDS_BY_DUE,
  },
  'SP, cycle to 31 December, PIS and COFINS by the reading, in the base of ICMS': {
    ...SP,
    ...TO_31_DECEMBER,
    vat: ENDS_BY_READING,
    isVatInIcmsBase: true,
    areCreditsInVatBase: true,
  },
  'SP, cycle to 5 January, lines of CBS and IBS in the base of ICMS': {
    ...SP,
    ...TO_5_JANUARY,
    vat: ENDS_BY_DUE,
    hasVatLines: true,
    isVatInIcmsBase: true,
  },
  'RJ, cycle to 5 December': { ...RJ, ...TO_5_DECEMBER, vat: ENDS_BY_DUE },
  'RJ, cycle to 15 February': { ...RJ, ...TO_15_FEBRUARY, vat: ENDS_BY_DUE },
  'RJ, cycle to 31 January, lines of CBS and IBS': {
    ...RJ,
    ...TO_31_JANUARY,
    vat: ENDS_BY_READING,
    hasVatLines: true,
  },
  'RS, cycle to 20 December, due in January, by parts': { ...RS, ...TO_20_DECEMBER, vat: ENDS_BY_READING },
  'RS, cycle to 5 January, by parts, lines of CBS and IBS': {
    ...RS,
    ...TO_5_JANUARY,
    vat: ENDS_BY_DUE,
    hasVatLines: true,
    areCreditsInVatBase: true,
  },
  'RS, cycle to 15 February, by parts, in the base of ICMS': {
    ...RS,
    ...TO_15_FEBRUARY,
    vat: ENDS_BY_DUE,
    isVatInIcmsBase: true,
  },
  'RS, cycle to 31 December, additive, PIS and COFINS by the reading': {
    ...RS,
    isRoundedByParts: false,
    isAdditive: true,
    ...TO_31_DECEMBER,
    vat: ENDS_BY_READING,
  },
  'RS, cycle to 31 January, additive, lines of CBS and IBS in the base of ICMS': {
    ...RS,
    isAdditive: true,
    ...TO_31_JANUARY,
    vat: ENDS_BY_DUE,
    hasVatLines: true,
    isVatInIcmsBase: true,
  },
};

/** Facts of a bill that do not depend on its terms. `isFlagInPrice` replaces that of the terms. */
type Scene = Omit<BillInput, keyof Terms> & Pick<BillInput, 'isFlagInPrice'>;

/** Flags at the prices of REH 3.306/2024. */
const FLAGS = [
  ['2026-11', 'amarela', '0.01885'],
  ['2026-12', 'vermelha patamar 1', '0.04463'],
  ['2027-01', 'amarela', '0.01885'],
  ['2027-02', 'verde', '0'],
] as const;

const CONVENCIONAL = {
  modality: 'convencional',
  energy: { 'off-peak': ['0.47242', '0.31696'] },
  fioB: '0.21377',
  gd3: '0.30519',
  flags: FLAGS,
  minimumKwh: 100,
} as const satisfies Partial<Scene>;

const BRANCA = {
  ...CONVENCIONAL,
  modality: 'branca',
  energy: {
    peak: ['1.02518', '0.50113'],
    intermediate: ['0.66471', '0.31207'],
    'off-peak': ['0.30289', '0.29838'],
  },
} as const satisfies Partial<Scene>;

const VERDE = {
  modality: 'verde',
  energy: { peak: ['1.38651', '0.48363'], 'off-peak': ['0.14435', '0.30123'] },
  demandPrices: { 'off-peak': '18.09' },
  kvarhPrice: '0.32193',
  flags: FLAGS,
} as const satisfies Partial<Scene>;

const AZUL = {
  ...VERDE,
  modality: 'azul',
  energy: { peak: ['0.15417', '0.49127'], 'off-peak': ['0.13863', '0.30571'] },
  demandPrices: { peak: '47.93', 'off-peak': '21.37' },
} as const satisfies Partial<Scene>;

const refunds = (more: Partial<Refunds> = {}): Refunds => ({
  icms: true,
  pisCofins: true,
  vatOnTe: true,
  vatOnTusd: false,
  ...more,
});
const own = (generationClass: 'I' | 'II' | 'III', kwh: string, more: Partial<Refunds> = {}) => ({
  name: `GD ${generationClass}`,
  hours: 'off-peak' as const,
  kwh,
  generationClass,
  refunds: refunds(more),
});

const SCENES: Readonly<Record<string, Scene>> = {
  'Convencional, 48 kWh with the minimum': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '48' },
    isFlagInPrice: false,
  },
  'Convencional, 287 kWh, prices of 5 decimals': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '287' },
    priceDecimals: 5,
    cosip: { amount: '24.37' },
  },
  'Convencional, 1,233.4 kWh, TE and TUSD separate, COSIP as a share': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '1233.4' },
    areTeAndTusdSeparate: true,
    cosip: { share: '0.0735' },
    amounts: [['Multa', '3.17']],
  },
  'Branca, COSIP by kWh': {
    ...BRANCA,
    kwh: { peak: '61.3', intermediate: '44.9', 'off-peak': '811.7' },
    cosip: {
      by: 'kWh',
      bands: [
        [500, '31.20'],
        [1e9, '58.41'],
      ],
    },
  },
  'Branca, 71 kWh with the minimum': {
    ...BRANCA,
    kwh: { peak: '3', intermediate: '2', 'off-peak': '66' },
    isFlagInPrice: false,
  },
  'Verde, unused demand, excess reactive energy': {
    ...VERDE,
    kwh: { peak: '1774', 'off-peak': '24020.55' },
    kw: { peak: '86', 'off-peak': '93.4' },
    contractedKw: { 'off-peak': '104' },
    kvarh: { peak: '167.2', 'off-peak': '1834' },
    cosip: {
      by: 'kW',
      bands: [
        [100, '80'],
        [1e9, '142.47'],
      ],
    },
  },
  'Verde, overrun, prices of 6 decimals': {
    ...VERDE,
    priceDecimals: 6,
    kwh: { peak: '940.947', 'off-peak': '8311.185' },
    kw: { 'off-peak': '65.141' },
    contractedKw: { 'off-peak': '35' },
    areTeAndTusdSeparate: true,
  },
  'Azul, overrun at the peak, unused demand off-peak': {
    ...AZUL,
    kwh: { peak: '4164.3', 'off-peak': '34041.9' },
    kw: { peak: '77.1', 'off-peak': '119.9' },
    contractedKw: { peak: '70', 'off-peak': '130' },
    cosip: { amount: '874.59' },
  },
  'Azul, lines without PIS, COFINS, CBS and IBS': {
    ...AZUL,
    kwh: { peak: '1164.3', 'off-peak': '14041.9' },
    kw: { peak: '57.1', 'off-peak': '100.9' },
    contractedKw: { peak: '70', 'off-peak': '100' },
    exempt: { demand: { pisCofins: false, vat: false }, 'unused-demand': { icms: true } },
  },
  'Verde, free market, discount in the price': {
    ...VERDE,
    kwh: { peak: '3227.9', 'off-peak': '28108.4' },
    kw: { 'off-peak': '105.58' },
    contractedKw: { 'off-peak': '89' },
    free: { discount: '0.5', place: 'price' },
  },
  'Verde, free market, APCEI credits, supplier': {
    ...VERDE,
    kwh: { peak: '4314.13', 'off-peak': '44769.77' },
    kw: { peak: '147.84', 'off-peak': '210.67' },
    contractedKw: { 'off-peak': '225' },
    free: { discount: '0.5', place: 'credit', supplierPrice: '0.2713' },
  },
  'Azul, free market, APCEI credits': {
    ...AZUL,
    kwh: { peak: '1387.6', 'off-peak': '11892.5' },
    kw: { peak: '27.2', 'off-peak': '28' },
    contractedKw: { peak: '36', 'off-peak': '36' },
    free: { discount: '0.5', place: 'credit' },
  },
  'Verde, free market, benefits gross and net': {
    ...VERDE,
    kwh: { peak: '1387.6', 'off-peak': '11892.5' },
    kw: { 'off-peak': '70.3' },
    contractedKw: { 'off-peak': '81' },
    free: { discount: '0.4', place: 'gross-net' },
  },
  'GD I, refund with all taxes': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '917' },
    compensated: [own('I', '388.5', { vatOnTusd: true })],
  },
  'GD I, CBS and IBS refunded on the TE': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '917' },
    compensated: [own('I', '388.5')],
  },
  'GD II, ICMS not refunded': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '1311' },
    compensated: [own('II', '801', { icms: false })],
    cosip: { amount: '18.22' },
  },
  'GD II, own energy and energy of another unit': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '1311' },
    areTeAndTusdSeparate: true,
    compensated: [
      own('II', '601.3', { icms: false, vatOnTusd: true }),
      {
        ...own('II', '133', { icms: false, pisCofins: false, vatOnTusd: true }),
        name: 'GD II de outra unidade 08/2026',
      },
    ],
  },
  'GD II, minimum': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '431' },
    compensated: [own('II', '431')],
    isFlagInPrice: false,
  },
  'GD II, minimum kWh not compensated': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '431' },
    compensated: [own('II', '331')],
    injectedKwh: '500',
    isMinimumUncompensated: true,
  },
  'GD II, consumption below the minimum kWh': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '64' },
    compensated: [own('II', '0')],
    injectedKwh: '50',
    isMinimumUncompensated: true,
    isFlagInPrice: false,
  },
  'GD II, Fio B of each year by its days': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '1311' },
    compensated: [own('II', '801.9')],
    isFioBByDays: true,
  },
  'GD III, CBS and IBS refunded on nothing': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '2088' },
    compensated: [own('III', '1400', { vatOnTe: false })],
  },
  'GD III, CBS and IBS refunded on the TE': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '2088' },
    compensated: [own('III', '1400', { icms: false })],
  },
  'GD I, ICMS refunded on the TE': {
    ...CONVENCIONAL,
    kwh: { 'off-peak': '777' },
    compensated: [own('I', '512.25', { icmsOnTusd: false })],
  },
  'GD II, Branca': {
    ...BRANCA,
    kwh: { peak: '61.3', intermediate: '44.9', 'off-peak': '811.7' },
    compensated: [own('II', '377.7')],
  },
};

/** Every scene on every terms. */
export const BILLS = Object.entries(SCENES).flatMap(([scene, facts]) =>
  Object.entries(TERMS).map(([name, terms]): [string, BillInput] => [
    `${scene}; ${name}`,
    { ...terms, ...facts },
  ]),
);
