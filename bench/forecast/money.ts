import { addDays, type CivilDate, civilDate, daysFrom } from '@nascente/domain/base/time/civil-day';
import { monthOf } from '@nascente/domain/base/time/civil-month';
import { isPeakExempt } from '@nascente/domain/base/time/holidays';
import { watts } from '@nascente/domain/base/units/power';
import { parsePrice } from '@nascente/domain/base/units/price';
import { forecastDays } from '@nascente/domain/energy/forecast/forecast';
import { type ChoiceInput, forecastPeriod } from '@nascente/domain/energy/forecast/forecast-choice';
import type { PastDay } from '@nascente/domain/energy/forecast/past-day';
import { growCycle, type RestOfCycle } from '@nascente/domain/energy/measured-cycle/grow-cycle';
import type { ByTouPeriod, MeasuredCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import { priceCycle } from '@nascente/domain/money/bill/price-cycle';
import type { BillingContract, FlagMonths } from '@nascente/domain/sites/tariffs/billing-contract';
import type { ElectricRules } from '@nascente/domain/sites/tariffs/tariff-rules';
import { CONTRACT, RULES } from '../bill/year.ts';

/** A shop of Group B and a factory of Group A Verde: their bills depend on consumption most differently. */
export const MODALITIES = ['convencional', 'verde'] as const;
export type Modality = (typeof MODALITIES)[number];

const HOURS = 24;
const PEAK_HOURS = 3;
/** The highest quarter of a day over its mean, and of its peak. */
const MAXIMUM = { inPoint: 1.3, outPoint: 1.6 };
const ZERO: ByTouPeriod = { inPoint: 0, interPoint: 0, outPoint: 0 };

/** Deterministic scatter of a day: 0.8 to 1.2. */
const scatterOf = (date: CivilDate, kind: number): number => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const mixed = Math.imul(year * 372 + month * 31 + day + kind * 7919, 2_654_435_761) >>> 0;
  return 0.8 + (0.4 * mixed) / 2 ** 32;
};

/** A daily total as quarter-hours: with a peak on working days, and a highest demand. */
const dayOf = ({ date, total }: Pick<PastDay, 'date' | 'total'>) => {
  const peak = isPeakExempt(date) ? 0 : Math.round(((total * PEAK_HOURS) / HOURS) * scatterOf(date, 1));
  const mean = (total / HOURS) * scatterOf(date, 2);
  return {
    date,
    consumed: { inPoint: peak, interPoint: 0, outPoint: total - peak },
    demand: {
      inPoint: peak === 0 ? 0 : Math.round(mean * MAXIMUM.inPoint),
      interPoint: 0,
      outPoint: Math.round(mean * MAXIMUM.outPoint),
    },
  };
};
type BilledDay = ReturnType<typeof dayOf>;

const sumOf = (days: readonly BilledDay[], touPeriod: keyof ByTouPeriod): number =>
  days.reduce((sum, { consumed }) => sum + consumed[touPeriod], 0);
const maximum = (days: readonly BilledDay[], touPeriod: keyof ByTouPeriod): number =>
  Math.max(0, ...days.map(({ demand }) => demand[touPeriod]));

const rulesOf = (modality: Modality): ElectricRules => {
  const rules = RULES.find((one) => one.modality === modality);
  if (rules === undefined) throw new Error('no rules');
  return rules;
};

const measuredOf = (days: readonly BilledDay[], rules: ElectricRules): MeasuredCycle => {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no days');
  const cycle = { first: first.date, last: last.date };
  const counted = { inPoint: sumOf(days, 'inPoint'), interPoint: 0, outPoint: sumOf(days, 'outPoint') };
  const interval = {
    version: { validFrom: civilDate('2000-01-01'), rules },
    ...cycle,
    days: days.length,
    consumed: counted,
    injected: ZERO,
    volume: 0,
    reactiveExcess: ZERO,
  };
  const reached = (touPeriod: keyof ByTouPeriod) => ({ power: maximum(days, touPeriod), at: null });
  const quarters = days.length * 96;
  return {
    cycle,
    days: days.length,
    intervals: [interval],
    demand: {
      inPoint: reached('inPoint'),
      interPoint: reached('interPoint'),
      outPoint: reached('outPoint'),
    },
    reactiveDemand: ZERO,
    presentQuarters: quarters,
    estimatedQuarters: 0,
    expectedQuarters: quarters,
    completeness: 1,
  };
};

/** A usual contracted demand: the highest of the days before. */
const contractOf = (modality: Modality, before: readonly BilledDay[]): BillingContract => {
  const { generation: _, ...contract } = CONTRACT;
  const power = Math.max(maximum(before, 'outPoint'), maximum(before, 'inPoint'));
  const taxes = contract.taxes.map((period) => ({ ...period, validFrom: civilDate('2000-01-01') }));
  return {
    ...contract,
    generation: null,
    taxes,
    group: modality === 'verde' ? 'A' : 'B',
    subgroup: modality === 'verde' ? 'A4' : 'B3',
    modality,
    demand: modality === 'verde' ? { mode: 'single', demand: watts(Math.round(power / 1000)) } : null,
  };
};

const greenFlags = (first: CivilDate): FlagMonths =>
  new Map(
    [0, 15, 31].map((days) => [monthOf(addDays(first, days)), { name: 'verde', price: parsePrice('0') }]),
  );

/** The bill of a cycle, and its forecast. */
interface ForecastBill {
  readonly truth: number;
  readonly total: number;
  readonly low: number;
  readonly high: number;
}

/** @param cycle - all of its days, of which the first were over when it was forecast */
export const forecastBill = (
  modality: Modality,
  input: ChoiceInput,
  cycle: readonly PastDay[],
): ForecastBill => {
  const rules = rulesOf(modality);
  const billed = cycle.map(dayOf);
  const soFar = billed.slice(0, input.daysElapsed);
  const days = input.days.filter(({ completeness }) => completeness >= 0.9).map(dayOf);
  const contract = contractOf(modality, days.slice(-2 * cycle.length));
  // As the product does, of this cycle and the one before it.
  const past = days.slice(-cycle.length - soFar.length);
  const flags = greenFlags((cycle[0] as PastDay).date);
  const terms = { contract, flags };
  const { total, low, high } = forecastPeriod(input);
  const left = Math.max(0, Math.round(total - input.consumed));
  const toCome = forecastDays(left, daysFrom(input.today, input.last), input.days, 1);
  const measured = measuredOf(soFar, rules);
  const expect = (expected: number, at: RestOfCycle['at'] = 'likeliest'): number => {
    const factor = Math.max(expected / input.consumed, 1);
    const rest = { last: input.last, factor, toCome, past, at };
    return priceCycle(growCycle(measured, rest), terms).total;
  };
  return {
    truth: priceCycle(measuredOf(billed, rules), terms).total,
    total: expect(total),
    low: expect(low, 'low'),
    high: expect(high, 'high'),
  };
};
