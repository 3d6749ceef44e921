import { billingCycleFrom } from '@nascente/domain/base/time/billing-cycle';
import { civilDate, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { civilMonth, lastMonths } from '@nascente/domain/base/time/civil-month';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { cents } from '@nascente/domain/base/units/money';
import { watts } from '@nascente/domain/base/units/power';
import { parsePrice } from '@nascente/domain/base/units/price';
import { parseRate } from '@nascente/domain/base/units/rate';
import type { BillingContract, FlagMonths } from '@nascente/domain/sites/tariffs/billing-contract';
import type { ElectricRules, TouWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import { type EnergySeries, emptySeries } from '@nascente/domain/telemetry/intervals/totals';

const MONTHS = lastMonths(civilMonth('2025-12'), 12);

/** The twelve cycles of 2025, by civil months. */
export const CYCLES = MONTHS.map((month) => billingCycleFrom(month, null));

/** 35,040 quarters of an industry: a working day with reactive energy, quiet nights with capacitors left on. */
export function yearOfQuarters(): EnergySeries {
  const start = startOfDay(civilDate('2025-01-01'), DEFAULT_ZONE);
  const count = (endOfDay(civilDate('2025-12-31'), DEFAULT_ZONE) - start) / QUARTER_MS;
  const series = emptySeries(count, 15);
  for (let slot = 0; slot < count; slot++) {
    const hour = Math.floor(slot / 4) % 24;
    const noise = (slot * 7919) % 4_000_000;
    const load = hour >= 7 && hour < 19 ? 20_000_000 + noise : 2_000_000 + noise / 4;
    series.start[slot] = start + slot * QUARTER_MS;
    series.consumedA[slot] = load;
    series.consumedB[slot] = load;
    series.consumedC[slot] = load;
    series.injectedA[slot] = hour >= 11 && hour < 13 ? noise : 0;
    series.inductiveA[slot] = hour >= 7 ? Math.floor(load * 1.7) : 0;
    series.capacitiveB[slot] = hour < 6 ? load * 3 : 0;
    series.quarters[slot] = 1;
  }
  return series;
}

const WINDOWS: TouWindows = {
  peak: { start: 1050, end: 1230 },
  intermediate: [{ start: 1230, end: 1350 }],
  blackAwarenessFrom: 2024,
};
const price = (tusd: string, te: string) => ({ tusd: parsePrice(tusd), te: parsePrice(te) });
const fioB = { inPoint: parsePrice('0.16'), interPoint: parsePrice('0.16'), outPoint: parsePrice('0.16') };
const base = {
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: true,
  integerKw: false,
  tusdTe: 'separate',
  fioB,
  gd3: null,
} as const;
const reactive = {
  vrEre: parsePrice('0.32193'),
  vrDre: null,
  reference: parseRate('0.92'),
  capacitive: { start: 0, end: 360 },
};
const twoPeriods = { inPoint: price('1.06941', '0.48363'), outPoint: price('0.14435', '0.30123') };

/** All modalities, in half-hour windows. */
export const RULES: readonly ElectricRules[] = [
  { ...base, modality: 'convencional', energy: { outPoint: price('0.47242', '0.31696') } },
  {
    ...base,
    modality: 'branca',
    windows: WINDOWS,
    energy: { ...twoPeriods, interPoint: price('0.7', '0.31') },
  },
  {
    ...base,
    modality: 'verde',
    windows: WINDOWS,
    energy: twoPeriods,
    demand: { outPoint: parsePrice('18.09') },
    reactive,
  },
  {
    ...base,
    modality: 'azul',
    windows: WINDOWS,
    energy: twoPeriods,
    demand: { inPoint: parsePrice('42.6'), outPoint: parsePrice('18.09') },
    reactive,
  },
];

export const FLAGS: FlagMonths = new Map(
  MONTHS.map((month) => [month, { name: 'amarela', price: parsePrice('0.01885') }]),
);

/** A contract with everything that makes lines: demand, reactive excess, generation, flags, taxes, COSIP. */
export const CONTRACT: BillingContract = {
  group: 'A',
  subgroup: 'A4',
  modality: 'verde',
  optanteB: false,
  transformerKva: 112.5,
  market: { mode: 'cativo' },
  demand: { mode: 'by-post', inPoint: watts(100_000), outPoint: watts(250_000) },
  supply: 'trifasico',
  taxes: [
    {
      validFrom: civilDate('2025-01-01'),
      icms: parseRate('0.18'),
      icmsBands: [],
      pis: parseRate('0.0123'),
      cofins: parseRate('0.0567'),
      method: 'por-dentro',
    },
  ],
  cosip: { mode: 'flat', amount: cents(6529) },
  generation: {
    class: 'II',
    credits: [],
    ownTaxes: { icms: false, pisCofins: true },
    otherTaxes: { icms: false, pisCofins: false },
  },
  economias: 1,
  category: null,
};
