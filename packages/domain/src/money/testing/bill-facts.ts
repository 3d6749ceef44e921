import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { civilDate, daysBetween } from '../../base/time/civil-day.ts';
import { civilMonth } from '../../base/time/civil-month.ts';
import { type Cents, cents, fromReais } from '../../base/units/money.ts';
import { type Watts, watts } from '../../base/units/power.ts';
import { type Price, parsePrice } from '../../base/units/price.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { ByTouPeriod, MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type {
  BillingContract,
  FlagMonths,
  FlagName,
  TaxMethod,
  TaxPeriod,
} from '../../sites/tariffs/billing-contract.ts';
import type {
  EnergyPrice,
  ReactiveRules,
  TariffRules,
  TouWindows,
} from '../../sites/tariffs/tariff-rules.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';

/** Figures of a bill by time-of-use period, in kWh, kW or kvarh. */
export type Figures = Partial<Readonly<Record<TouPeriod, number>>>;

export interface MeasuredFacts {
  readonly cycle?: BillingCycle;
  readonly rules: TariffRules;
  readonly consumed?: Figures;
  readonly injected?: Figures;
  readonly demand?: Figures;
  readonly excess?: Figures;
  readonly m3?: number;
}

export const EVER = civilDate('2000-01-01');
export const JUNE: BillingCycle = { first: civilDate('2026-06-01'), last: civilDate('2026-06-30') };

const milli = (figures: Figures = {}): ByTouPeriod => ({
  inPoint: Math.round((figures.inPoint ?? 0) * 1e6),
  interPoint: Math.round((figures.interPoint ?? 0) * 1e6),
  outPoint: Math.round((figures.outPoint ?? 0) * 1e6),
});

/** The measurements that correspond to the printed figures of a bill. */
export function measuredFacts(facts: MeasuredFacts): MeasuredCycle {
  const { cycle = JUNE, rules } = facts;
  const days = daysBetween(cycle.first, cycle.last) + 1;
  const demand = milli(facts.demand);
  const of = (touPeriod: TouPeriod) => ({ power: demand[touPeriod], at: null });
  return {
    cycle,
    days,
    intervals: [
      {
        version: { validFrom: EVER, rules },
        ...cycle,
        days,
        consumed: milli(facts.consumed),
        injected: milli(facts.injected),
        volume: Math.round((facts.m3 ?? 0) * 1e6),
        reactiveExcess: milli(facts.excess),
      },
    ],
    demand: { inPoint: of('inPoint'), interPoint: of('interPoint'), outPoint: of('outPoint') },
    reactiveDemand: milli(),
    presentQuarters: days * 96,
    estimatedQuarters: 0,
    expectedQuarters: days * 96,
    completeness: 1,
  };
}

export const WINDOWS: TouWindows = {
  peak: { start: 1080, end: 1260 },
  intermediate: [
    { start: 1020, end: 1080 },
    { start: 1260, end: 1320 },
  ],
  blackAwarenessFrom: 2024,
};

export const BASE = {
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: false,
  integerKw: false,
  tusdTe: 'joined',
  fioB: null,
  gd3: null,
} as const;

export const price: (text: string) => Price = parsePrice;

export function energy(tusd: string, te = '0'): EnergyPrice {
  return { tusd: price(tusd), te: price(te) };
}

export function samePrice(text: string): Readonly<Record<TouPeriod, Price>> {
  return { inPoint: price(text), interPoint: price(text), outPoint: price(text) };
}

export function reactive(vrEre: string): ReactiveRules {
  return {
    vrEre: price(vrEre),
    vrDre: null,
    reference: parseRate('0.92'),
    capacitive: { start: 0, end: 360 },
  };
}

export function taxes(icms: string, pis = '0', cofins = '0', method: TaxMethod = 'por-dentro'): TaxPeriod {
  return {
    validFrom: EVER,
    icms: parseRate(icms),
    icmsBands: [],
    pis: parseRate(pis),
    cofins: parseRate(cofins),
    method,
  };
}

export function reais(amount: number): Cents {
  return fromReais(amount);
}

export function cosip(amount: number): BillingContract['cosip'] {
  return { mode: 'flat', amount: fromReais(amount) };
}

export const CONTRACT_B: BillingContract = {
  group: 'B',
  subgroup: 'B3',
  modality: 'convencional',
  optanteB: false,
  transformerKva: null,
  market: { mode: 'cativo' },
  demand: null,
  supply: 'trifasico',
  taxes: [taxes('0')],
  cosip: { mode: 'flat', amount: cents(0) },
  generation: null,
  economias: 1,
  category: null,
};

export const CONTRACT_A: BillingContract = {
  ...CONTRACT_B,
  group: 'A',
  subgroup: 'A4',
  modality: 'verde',
  supply: null,
};

export const FREE_MARKET: BillingContract['market'] = {
  mode: 'livre',
  demandDiscount: parseRate('0'),
  supplierPrice: null,
};

const fromKw = (kw: number): Watts => watts(kw * 1000);

export function single(kw: number): BillingContract['demand'] {
  return { mode: 'single', demand: fromKw(kw) };
}

export function perTouPeriod(inPoint: number, outPoint: number): BillingContract['demand'] {
  return { mode: 'by-post', inPoint: fromKw(inPoint), outPoint: fromKw(outPoint) };
}

const FLAG_PRICES: Readonly<Record<FlagName, string>> = {
  verde: '0',
  amarela: '0.01885',
  'vermelha-1': '0.04463',
  'vermelha-2': '0.07877',
  'escassez-hidrica': '0.142',
};

/** The flags of months, at the prices of REH 3.306/2024. */
export function flagMonths(names: Readonly<Record<string, FlagName>>): FlagMonths {
  return new Map(
    Object.entries(names).map(([month, name]) => [
      civilMonth(month),
      { name, price: price(FLAG_PRICES[name]) },
    ]),
  );
}
