import type { CivilDate } from '../../base/time/civil-day.ts';
import { formatDay, formatNumber } from '../../base/units/format.ts';
import { sumCents } from '../../base/units/money.ts';
import {
  type ByTouPeriod,
  type MeasuredCycle,
  type MeasuredInterval,
  volumeOf,
  withConsumed,
} from '../../energy/measured-cycle/measured-cycle.ts';
import { benefitsOn } from '../../sites/tariffs/benefit.ts';
import type { BillingContract, FlagMonths } from '../../sites/tariffs/billing-contract.ts';
import { type ElectricRules, isOfGroup, type OtherFee } from '../../sites/tariffs/tariff-rules.ts';
import { vatRuleOf } from '../../sites/tariffs/vat-periods.ts';
import { TOU_PERIODS } from '../../sites/tou-windows/tou-periods.ts';
import { sharesOf } from '../../telemetry/intervals/totals.ts';
import { flatCharge, sumTaxes } from '../charges/charge.ts';
import { NO_RATES, type TaxRates, taxRatesOf } from '../charges/taxes.ts';
import { informedVat, missingDue, taxNotes, vatLines, withOwnVat } from '../charges/vat-lines.ts';
import {
  type DemandRules,
  demandItems,
  demandsOf,
  incentiveOf,
  reactiveDemandItems,
  reactiveEnergyItems,
} from '../demand/demand.ts';
import { flagInPrice, flagLines } from '../flags/flags.ts';
import { compensationLines, isCompensationUnwritten } from '../generation/generation-lines.ts';
import { type Portion, portionsOf } from '../lines/benefit-portions.ts';
import {
  type ElectricCycle,
  type ElectricInterval,
  electricIntervals,
  type Lines,
  priceItems,
  type RangeEnd,
  total,
  totalConsumed,
} from '../lines/electric-cycle.ts';
import { energyItems } from '../lines/energy-charges.ts';
import { minimumLines } from '../lines/minimum.ts';
import { ownLineCharges } from '../lines/own-line-charges.ts';
import { cosipLines, simpleLines, waterLines } from '../lines/plain-lines.ts';
import { supplyLines } from '../lines/supply-charges.ts';
import { type Bill, type BilledDemand, type Charge, MISSING, OPTANTE_B_KVA } from './bill.ts';

const PER_UNIT = 1_000_000;

interface DemandLines extends Lines {
  readonly demand: readonly BilledDemand[];
}

/** Lines of demand, and of excess reactive energy and demand; only Group A has them. */
function demandLines({ intervals, measured, contract }: ElectricCycle): DemandLines {
  const parts = intervals.flatMap((interval): DemandLines[] => {
    const { rules } = interval;
    if (!('demand' in rules)) return [];
    const demand = demandsOf(rules, measured, contract.demand);
    const reactive = reactiveLines(interval, rules);
    return [
      {
        lines: [...linesOf(interval, rules, demand, measured, contract), ...reactive.lines],
        missing: [...(contract.demand === null ? [MISSING.contractedDemand] : []), ...reactive.missing],
        demand,
      },
    ];
  });
  return {
    lines: parts.flatMap(({ lines }) => lines),
    missing: [...new Set(parts.flatMap(({ missing }) => missing))],
    demand: parts.at(-1)?.demand ?? [],
  };
}

function linesOf(
  interval: ElectricInterval,
  rules: DemandRules,
  demand: readonly BilledDemand[],
  measured: MeasuredCycle,
  contract: BillingContract,
): Charge[] {
  const incentive = incentiveOf(contract, measured.cycle.last);
  const items = [
    ...demand.flatMap((one) => demandItems(one, rules, incentive)),
    ...(rules.reactive === null ? [] : reactiveDemandItems(demand, measured, rules)),
  ];
  return priceItems(
    interval,
    items.map((item) => ({ ...item, days: interval.days })),
  );
}

function reactiveLines(interval: ElectricInterval, { reactive }: DemandRules): Lines {
  if (reactive === null) return { lines: [], missing: [MISSING.reactiveRules] };
  const excess = total(interval.reactiveExcess);
  if (excess === 0) return { lines: [], missing: [] };
  if (reactive.vrEre === null) return { lines: [], missing: [MISSING.reactivePrice(excess / PER_UNIT)] };
  const items = reactiveEnergyItems(interval.reactiveExcess, reactive.vrEre);
  return { lines: priceItems(interval, items), missing: [] };
}

function energyLines(cycle: ElectricCycle): Charge[] {
  const { contract, measured, intervals } = cycle;
  const flag = flagInPrice(cycle);
  const portions = portionsOf(intervals, benefitsOn(contract.benefits, measured.cycle.last));
  return intervals.flatMap((interval, index) =>
    priceItems(interval, energyItems(interval.rules, portions[index] as readonly Portion[], contract, flag)),
  );
}

/** The measured cycle of the meters with the same simple tariff. */
export interface ShareOfTariff {
  /** Text that distinguishes its lines from those of other tariffs. */
  readonly name: string;
  readonly measured: MeasuredCycle;
}

/**
 * The bill of meters with different simple tariffs: each kWh has the price of its meter's tariff, and each tariff has its own
 * lines.
 * @param bill - bill of all meters together, whose lines are replaced
 */
export function priceByTariff(bill: Bill, all: MeasuredCycle, shares: readonly ShareOfTariff[]): Bill {
  const lines = shares.flatMap(({ name, measured }) =>
    simpleLines(measured).map((line) => ({ ...line, label: `${line.label} – ${name}` })),
  );
  const unpriced = shares.flatMap(({ measured: { intervals } }) =>
    intervals.filter(({ version }) => version === null).map(missingRules),
  );
  return {
    ...bill,
    lines,
    total: sumCents(lines.map(({ amount }) => amount)),
    missing: [...missingMeasurements(all), ...unpriced],
  };
}

/** The same share of a cycle with its quantities multiplied by factors. */
export function scaleShare(
  { name, measured }: ShareOfTariff,
  factors: ByTouPeriod & { readonly volume: number },
): ShareOfTariff {
  const timeIntervals = measured.intervals.map((interval) => {
    const { inPoint, interPoint, outPoint } = interval.consumed;
    const consumed = {
      inPoint: Math.round(inPoint * factors.inPoint),
      interPoint: Math.round(interPoint * factors.interPoint),
      outPoint: Math.round(outPoint * factors.outPoint),
    };
    return { ...withConsumed(interval, consumed), volume: Math.round(interval.volume * factors.volume) };
  });
  return { name, measured: { ...measured, intervals: timeIntervals } };
}

export interface BillTerms {
  readonly contract: BillingContract;
  readonly flags: FlagMonths;
  /** The last day of the whole cycle, if only its beginning is priced: the due date and the year of Fio B follow from it. */
  readonly readOn?: CivilDate;
  /** Lines that no rule computes, such as refunds, fines or interest; they are added as they are. */
  readonly extraFees?: readonly OtherFee[];
}

type ElectricMeasured = MeasuredInterval & { readonly rules: ElectricRules; readonly since: string };

/**
 * Prices a measured cycle. Missing data cause no error: the bill omits their amounts, and `missing` lists them. Where the charges
 * on compensated energy are not written yet, the bill has both ends of its total.
 */
export function priceCycle(measured: MeasuredCycle, terms: BillTerms): Bill {
  const bill = priceAt('highest', measured, terms);
  const { contract, readOn = measured.cycle.last } = terms;
  if (contract.generation === null || !isCompensationUnwritten(readOn)) return bill;
  const { total: lowest } = priceAt('lowest', measured, terms);
  const highest = bill.total;
  if (lowest === highest) return bill;
  const missing = [...bill.missing, MISSING.unwritten(lowest, highest)];
  return { ...bill, range: { lowest, highest }, missing };
}

function priceAt(rangeEnd: RangeEnd, measured: MeasuredCycle, terms: BillTerms): Bill {
  const electric = priceElectric(measured, terms, rangeEnd);
  const { contract } = terms;
  const priced = [...electric.lines, ...simpleLines(measured), ...waterLines(measured, contract)];
  const taxed = [
    ...priced,
    ...ownLines(measured, contract, electric.rates, withOwnVat(priced, electric.rates)),
  ];
  const rule = vatRuleOf(contract.vatPeriods ?? [], contract.due, terms.readOn ?? measured.cycle.last);
  const informed = informedVat(taxed, electric.rates);
  const lines = [
    ...taxed,
    ...vatLines(taxed, electric.rates),
    ...(terms.extraFees ?? []).map(({ label, amount }) => flatCharge(label, 'given', amount)),
  ];
  const unpriced = measured.intervals.filter(({ version }) => version === null).map(missingRules);
  return {
    first: measured.cycle.first,
    last: measured.cycle.last,
    lines,
    total: sumCents(lines.map(({ amount }) => amount)),
    taxes: sumTaxes(lines),
    ...(informed !== null && { informedVat: informed }),
    taxNotes: electric.rates === null ? [] : taxNotes(rule),
    missing: [
      ...missingMeasurements(measured),
      ...unpriced,
      ...electric.missing,
      ...(electric.rates === null ? [] : missingDue(rule)),
    ],
    ...sharesOf(measured),
    demand: electric.demand,
    reactiveExcess: electric.reactiveExcess,
    credits: electric.credits,
  };
}

/** Own lines, which follow the lines of the tariff. */
function ownLines(
  { cycle, intervals }: MeasuredCycle,
  contract: BillingContract,
  rates: TaxRates | null,
  priced: readonly Charge[],
): Charge[] {
  const { ownLines: lines = [], printing } = contract;
  const volume = volumeOf(intervals);
  const energy = intervals.reduce((sum, { consumed }) => sum + total(consumed), 0);
  return ownLineCharges(lines, {
    cycle,
    rates: rates ?? taxRatesOf(contract, cycle.last, energy),
    consumed: volume + energy,
    unit: volume > 0 ? 'm³' : 'kWh',
    rounding: printing?.rounding ?? 'half-up',
    priced,
  });
}

interface ElectricPart extends Pick<Bill, 'lines' | 'missing' | 'demand' | 'reactiveExcess' | 'credits'> {
  /** Null if unknown, or without electricity. */
  readonly rates: TaxRates | null;
}

const NO_EXCESS: ByTouPeriod = { inPoint: 0, interPoint: 0, outPoint: 0 };

function priceElectric(
  measured: MeasuredCycle,
  { contract, flags, readOn = measured.cycle.last }: BillTerms,
  rangeEnd: RangeEnd,
): ElectricPart {
  const electric = electricOf(measured);
  const last = electric.at(-1);
  if (last === undefined) {
    const none = { lines: [], missing: [], demand: [], reactiveExcess: NO_EXCESS, credits: null };
    return { ...none, rates: null };
  }
  const consumedAll = electric.reduce((sum, { consumed }) => sum + total(consumed), 0);
  const rates = taxRatesOf(contract, measured.cycle.last, consumedAll, readOn);
  const timeIntervals = electricIntervals(electric, measured.days, rates ?? NO_RATES, contract);
  const cycle: ElectricCycle = { measured, contract, flags, intervals: timeIntervals, rangeEnd, readOn };
  const energy = energyLines(cycle);
  const demand = demandLines(cycle);
  const compensation = compensationLines(cycle);
  const flag = flagLines(cycle, compensation.compensated);
  const minimum = minimumLines(cycle, [...energy, ...compensation.lines]);
  const charged = [...energy, ...demand.lines, ...flag.lines, ...compensation.lines, ...minimum.lines];
  const cosip = cosipLines(contract, measured.cycle.last, {
    charged: [...charged, ...vatLines(charged, rates)],
    consumed: totalConsumed(timeIntervals),
    demand: demand.demand,
    rounding: contract.printing?.rounding ?? last.rules.rounding,
  });
  return {
    lines: [
      ...charged,
      ...cosip.lines,
      ...supplyLines(contract, totalConsumed(timeIntervals), measured.cycle.last, rates),
    ],
    missing: [
      ...contradictions(last.rules, contract),
      ...(rates === null ? [MISSING.taxes(measured.cycle.last)] : []),
      ...demand.missing,
      ...flag.missing,
      ...compensation.missing,
      ...minimum.missing,
      ...cosip.missing,
    ],
    demand: demand.demand,
    reactiveExcess: sumByPeriod(timeIntervals.map(({ reactiveExcess }) => reactiveExcess)),
    credits: compensation.movement,
    rates,
  };
}

function electricOf(measured: MeasuredCycle): ElectricMeasured[] {
  const isChanging = new Set(measured.intervals.map(({ version }) => version)).size > 1;
  return measured.intervals.flatMap((interval): ElectricMeasured[] => {
    const { version } = interval;
    if (version === null) return [];
    const { rules } = version;
    if (rules.modality === 'simple' || rules.modality === 'water') return [];
    const since = isChanging ? ` (preços de ${formatDay(version.validFrom)})` : '';
    return [{ ...interval, rules, since }];
  });
}

function sumByPeriod(parts: readonly ByTouPeriod[]): ByTouPeriod {
  const [inPoint = 0, interPoint = 0, outPoint = 0] = TOU_PERIODS.map((touPeriod) =>
    parts.reduce((sum, part) => sum + part[touPeriod], 0),
  );
  return { inPoint, interPoint, outPoint };
}

/** Sentences in Portuguese about quarter-hours that were estimated or not measured. */
export function missingMeasurements(measured: MeasuredCycle): string[] {
  const { presentQuarters, estimatedQuarters, expectedQuarters } = measured;
  const missing: string[] = [];
  if (estimatedQuarters > 0)
    missing.push(
      `Foram estimadas ${formatNumber(estimatedQuarters, 0)} de ${formatNumber(expectedQuarters, 0)} medições de 15 minutos, com a média de um período mais longo: demanda e horários não são conhecidos.`,
    );
  if (presentQuarters + estimatedQuarters < expectedQuarters) {
    const absent = formatNumber(expectedQuarters - presentQuarters - estimatedQuarters, 0);
    missing.push(
      `Faltam ${absent} de ${formatNumber(expectedQuarters, 0)} medições de 15 minutos: o consumo real pode ser maior.`,
    );
  }
  return missing;
}

function missingRules(interval: MeasuredInterval): string {
  const energy = TOU_PERIODS.reduce((sum, touPeriod) => sum + interval.consumed[touPeriod], 0);
  const quantity =
    interval.volume > 0
      ? `${formatNumber(interval.volume / PER_UNIT, 2)} m³`
      : `${formatNumber(energy / PER_UNIT, 1)} kWh`;
  return `Falta a tarifa de ${formatDay(interval.first)} a ${formatDay(interval.last)}: ${quantity} ficaram sem preço.`;
}

/** Sentences in Portuguese about contradictions between a tariff and a contract. */
function contradictions(rules: ElectricRules, contract: BillingContract): string[] {
  const isGroupB = isOfGroup('B', rules.modality);
  const { group, optanteB, transformerKva } = contract;
  if (!isGroupB && group === 'B') {
    return ['A tarifa é do grupo A e o contrato do grupo B: confira a modalidade.'];
  }
  if (!isGroupB || group === 'B') return [];
  if (!optanteB) {
    return ['A tarifa é do grupo B e o contrato do grupo A sem a opção pela tarifa B: confira a modalidade.'];
  }
  if (transformerKva === null || transformerKva <= OPTANTE_B_KVA) return [];
  return [
    `O transformador de ${formatNumber(transformerKva, 1)} kVA passa de ${formatNumber(OPTANTE_B_KVA, 1)} kVA: a opção pela tarifa B não é permitida.`,
  ];
}
