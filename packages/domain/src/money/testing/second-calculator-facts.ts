import { civilDate } from '../../base/time/civil-day.ts';
import { civilMonth } from '../../base/time/civil-month.ts';
import { fromKilowattHours } from '../../base/units/energy.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import {
  type BillingContract,
  type CreditTaxes,
  type Generation,
  USUAL_PRINTING,
} from '../../sites/tariffs/billing-contract.ts';
import type { LineTaxes, TaxedLine } from '../../sites/tariffs/line-taxes.ts';
import type { ElectricRules } from '../../sites/tariffs/tariff-rules.ts';
import type { VatPeriod } from '../../sites/tariffs/vat-periods.ts';
import type { BillTerms } from '../bill/price-cycle.ts';
import {
  BASE,
  CONTRACT_A,
  CONTRACT_B,
  energy,
  type Figures,
  measuredFacts,
  perTouPeriod,
  price,
  reactive,
  reais,
  samePrice,
  single,
  taxes,
  WINDOWS,
} from './bill-facts.ts';
import type { BillInput, ByHours, Compensated, Hours, VatRates } from './second-calculator-input.ts';

const TOU_PERIODS = { peak: 'inPoint', intermediate: 'interPoint', 'off-peak': 'outPoint' } as const;
const SUPPLIES = { 30: 'monofasico', 50: 'bifasico', 100: 'trifasico' } as const;
const TAXED_LINES = {
  te: 'energy-te',
  tusd: 'energy-tusd',
  demand: 'demand',
  'unused-demand': 'unused-demand',
  overrun: 'overrun',
  reactive: 'reactive',
  flag: 'flag',
  minimum: 'minimum',
} as const satisfies Record<string, TaxedLine>;

const figures = (of: ByHours = {}): Figures =>
  Object.fromEntries(Object.entries(of).map(([hours, text]) => [TOU_PERIODS[hours as Hours], Number(text)]));

function rulesOf(bill: BillInput): ElectricRules {
  const of = (hours: Hours) => energy(...(bill.energy[hours] ?? (['0', '0'] as const)));
  const base = {
    ...BASE,
    rounding: bill.rounding,
    priceDecimals: bill.priceDecimals ?? null,
    tusdTe: bill.areTeAndTusdSeparate === true ? 'separate' : 'joined',
    fioB: bill.fioB === undefined ? null : samePrice(bill.fioB),
    gd3: bill.gd3 === undefined ? null : samePrice(bill.gd3),
    windows: WINDOWS,
  } as const;
  const demand = {
    inPoint: price(bill.demandPrices?.peak ?? '0'),
    outPoint: price(bill.demandPrices?.['off-peak'] ?? '0'),
  };
  const inGroupA = { reactive: reactive(bill.kvarhPrice ?? '0'), demand };
  const [inPoint, interPoint, outPoint] = [of('peak'), of('intermediate'), of('off-peak')];
  switch (bill.modality) {
    case 'convencional':
      return { ...base, modality: 'convencional', energy: { outPoint } };
    case 'branca':
      return { ...base, modality: 'branca', energy: { inPoint, interPoint, outPoint } };
    case 'verde':
    case 'azul':
      return { ...base, ...inGroupA, modality: bill.modality, energy: { inPoint, outPoint } };
  }
}

const vatPeriod = (rates: VatRates): VatPeriod => ({
  validFrom: civilDate(rates.from),
  cbs: parseRate(rates.cbs),
  ibsState: parseRate(rates.ibsState),
  ibsMunicipal: parseRate(rates.ibsMunicipal),
  effect: rates.isCharged ? 'charged' : 'informed',
  endsPisCofins: rates.endsPisCofins,
  source: 'teste',
  isConfirmed: false,
});

/** Credits of a calculated compensation: own energy without a month is the injection of the cycle. */
const isInjected = ({ name }: Compensated) => !name.includes('/');

function generationOf(bill: BillInput): Generation | null {
  const { compensated = [] } = bill;
  const [first] = compensated;
  if (first === undefined) return null;
  const taxesOf = (one: Compensated | undefined): [te: CreditTaxes, tusd: CreditTaxes] => {
    const { icms, pisCofins, icmsOnTusd = icms, vatOnTe, vatOnTusd } = (one ?? first).refunds;
    const isDefault = vatOnTe && !vatOnTusd;
    return [
      { icms, pisCofins, ...(isDefault ? {} : { vat: vatOnTe }) },
      { icms: icmsOnTusd, pisCofins, ...(isDefault ? {} : { vat: vatOnTusd }) },
    ];
  };
  const [ownTaxes, ownTusdTaxes] = taxesOf(compensated.find(isInjected));
  const [otherTaxes, otherTusdTaxes] = taxesOf(compensated.find((one) => !isInjected(one)));
  const isDivided = compensated.some(
    ({ refunds }) => refunds.icmsOnTusd !== undefined || (refunds.vatOnTe && refunds.vatOnTusd),
  );
  return {
    class: first.generationClass,
    credits: compensated
      .filter((one) => !isInjected(one))
      .map(({ name, hours, kwh, generationClass }) => ({
        generatedIn: civilMonth(name.replace(/.*(\d\d)\/(\d{4})$/, '$2-$1')),
        touPeriod: TOU_PERIODS[hours],
        class: generationClass,
        origin: name.includes('outra unidade') ? 'other' : 'own',
        energy: fromKilowattHours(Number(kwh)),
      })),
    ownTaxes,
    otherTaxes,
    ...(isDivided && { ownTusdTaxes, otherTusdTaxes }),
    ...(bill.isFioBByDays === true && { fioBYear: 'days' }),
    ...(bill.isMinimumUncompensated === true && { minimum: 'energy' }),
  };
}

function cosipOf({ cosip }: BillInput): BillingContract['cosip'] {
  if (cosip === undefined) return { mode: 'flat', amount: reais(0) };
  if ('amount' in cosip) return { mode: 'flat', amount: reais(Number(cosip.amount)) };
  if ('share' in cosip) return { mode: 'share', share: parseRate(cosip.share) };
  const bands = cosip.bands.map(([upTo, amount]) => ({ upTo, amount: reais(Number(amount)) }));
  return { mode: 'bands', by: cosip.by, bands };
}

function lineTaxesOf({ exempt = {} }: BillInput): readonly LineTaxes[] {
  return Object.entries(exempt).map(([kind, carried]) => ({
    line: TAXED_LINES[kind as keyof typeof TAXED_LINES],
    icms: (carried.icms ?? kind !== 'unused-demand') ? 'charged' : 'exempt',
    pisCofins: carried.pisCofins ?? true,
    ...(carried.vat !== undefined && { vat: carried.vat }),
  }));
}

function demandOf({ modality, contractedKw = {} }: BillInput): BillingContract['demand'] {
  const outPoint = Number(contractedKw['off-peak'] ?? 0);
  return modality === 'azul' ? perTouPeriod(Number(contractedKw.peak ?? 0), outPoint) : single(outPoint);
}

function marketOf({ free }: BillInput): BillingContract['market'] {
  if (free === undefined) return { mode: 'cativo' };
  const supplierPrice = free.supplierPrice === undefined ? null : price(free.supplierPrice);
  return { mode: 'livre', demandDiscount: parseRate(free.discount), supplierPrice };
}

function contractOf(bill: BillInput): BillingContract {
  const isGroupA = bill.modality === 'verde' || bill.modality === 'azul';
  const { due } = bill;
  return {
    ...(isGroupA ? CONTRACT_A : CONTRACT_B),
    modality: bill.modality,
    market: marketOf(bill),
    demand: isGroupA ? demandOf(bill) : null,
    supply: isGroupA ? null : SUPPLIES[(bill.minimumKwh ?? 30) as keyof typeof SUPPLIES],
    taxes: [
      {
        ...taxes(bill.icms, bill.pis, bill.cofins, bill.isAdditive === true ? 'additive' : 'por-dentro'),
        icmsBands: (bill.icmsBands ?? []).map(([upTo, rate]) => ({ upTo, rate: parseRate(rate) })),
        isVatInIcmsBase: bill.isVatInIcmsBase,
      },
    ],
    ...(due && { due: { days: due.days ?? null, dates: (due.dates ?? []).map(civilDate) } }),
    vatPeriods: bill.vat.map(vatPeriod),
    lineTaxes: lineTaxesOf(bill),
    cosip: cosipOf(bill),
    generation: generationOf(bill),
    printing: {
      ...USUAL_PRINTING,
      lineCents: bill.isRoundedByParts === true ? 'parts' : 'whole',
      discount: bill.free?.place ?? 'price',
      flag: bill.isFlagInPrice === true ? 'price' : 'line',
      vat: bill.hasVatLines === true ? 'own' : 'within',
      areCreditsInVatBase: bill.areCreditsInVatBase,
    },
  };
}

const FLAG_NAMES = { verde: 'verde', amarela: 'amarela', 'vermelha patamar 1': 'vermelha-1' } as const;

/** The measurements and terms of the product for an input of the second calculator. */
export function factsOf(bill: BillInput): { readonly measured: MeasuredCycle; readonly terms: BillTerms } {
  const injected: Partial<Record<(typeof TOU_PERIODS)[Hours], number>> = {};
  for (const { hours, kwh } of (bill.compensated ?? []).filter(isInjected))
    injected[TOU_PERIODS[hours]] = Number(kwh);
  if (bill.injectedKwh !== undefined) injected.outPoint = Number(bill.injectedKwh);
  const measured = measuredFacts({
    cycle: { first: civilDate(bill.first), last: civilDate(bill.last) },
    rules: rulesOf(bill),
    consumed: figures(bill.kwh),
    injected,
    demand: figures(bill.kw),
    excess: figures(bill.kvarh),
  });
  const terms: BillTerms = {
    contract: contractOf(bill),
    flags: new Map(
      bill.flags.map(([month, name, text]) => [
        civilMonth(month),
        { name: FLAG_NAMES[name as keyof typeof FLAG_NAMES], price: price(text) },
      ]),
    ),
    extraFees: (bill.amounts ?? []).map(([label, amount]) => ({ label, amount: reais(Number(amount)) })),
  };
  return { measured, terms };
}
