import { writeBillingContract } from '@nascente/contract/money/billing-contract';
import type { BillAnswer, BillLine } from '@nascente/contract/money/bills';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { daysFrom } from '@nascente/domain/base/time/civil-day';
import { monthOf, toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { reais, sumCents } from '@nascente/domain/base/units/money';
import { priceToNumber } from '@nascente/domain/base/units/price';
import {
  type ByTouPeriod,
  type MeasuredCycle,
  sumOfIntervals,
  volumeOf,
} from '@nascente/domain/energy/measured-cycle/measured-cycle';
import type { Bill, BilledDemand, Charge, VatAmounts } from '@nascente/domain/money/bill/bill';
import { withoutTaxCredits } from '@nascente/domain/money/charges/compared-taxes';
import type { BillingContract, FlagMonths } from '@nascente/domain/sites/tariffs/billing-contract';
import type { RulesVersion } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { Utility } from '../../sites/establishments/index.ts';
import type { TariffNames } from '../../sites/tariffs/index.ts';
import type { MadeBill } from './bill-maker.ts';
import type { RequestedDays } from './measured-days.ts';

/** A kWh, kW, kvarh or m³ is a million thousandths of a Wh, W, varh or litre. */
const MILLION = 1_000_000;
const inUnits = (thousandths: number): number => thousandths / MILLION;

export const toDays = ({ first, last }: BillingCycle) => ({ start: first as string, end: last as string });

export const toLine = ({
  label,
  kind,
  touPeriod,
  quantity,
  unit,
  unitPrice,
  amount,
  note,
  sharing,
}: Charge): BillLine => ({
  label,
  kind,
  touPeriod,
  quantity: quantity === null ? null : inUnits(quantity),
  unit,
  price: unitPrice === null ? null : priceToNumber(unitPrice),
  amount: reais(amount),
  note: note ?? null,
  ...(sharing && { sharing }),
});

const toTouPeriods = ({ inPoint, interPoint, outPoint }: ByTouPeriod) => ({
  total: inUnits(inPoint + interPoint + outPoint),
  inPoint: inUnits(inPoint),
  interPoint: inUnits(interPoint),
  outPoint: inUnits(outPoint),
});

/** kWh by time-of-use period; m³ for water. */
const consumedOf = (measured: MeasuredCycle, type: Utility) => {
  if (type === 'eletric') return toTouPeriods(sumOfIntervals(measured.intervals, 'consumed'));
  const volume = volumeOf(measured.intervals);
  return toTouPeriods({ inPoint: 0, interPoint: 0, outPoint: volume });
};

const toDemand = ({ touPeriod, measured, at, contracted, billed, overrun }: BilledDemand) => ({
  touPeriod,
  measured: inUnits(measured),
  at: at === null ? null : new Date(at).toISOString(),
  contracted: contracted === null ? null : inUnits(contracted),
  billed: inUnits(billed),
  overrun: inUnits(overrun),
});

const toVat = ({ cbs, ibsState, ibsMunicipal }: VatAmounts) => ({
  cbs: reais(cbs),
  ibsState: reais(ibsState),
  ibsMunicipal: reais(ibsMunicipal),
});

const taxesOf = ({
  taxes: { icms, pis, cofins, vat },
  informedVat,
  taxNotes,
}: MadeBill['bill']): Pick<BillAnswer, 'taxes' | 'informedVat' | 'taxNotes'> => ({
  taxes: { icms: reais(icms), pis: reais(pis), cofins: reais(cofins), ...(vat && { vat: toVat(vat) }) },
  ...(informedVat && { informedVat: toVat(informedVat) }),
  ...(taxNotes.length > 0 && { taxNotes: [...taxNotes] }),
});

/** A simple tariff contains its taxes, but does not state them. */
const hasNoTaxes = ({ icms, pis, cofins, vat }: Bill['taxes']): boolean =>
  icms === 0 && pis === 0 && cofins === 0 && vat === undefined;

/** The cost without the taxes that the company takes as credit; nothing if it takes none, or if no bill states its taxes. */
export const creditedOf = (
  bills: readonly Pick<Bill, 'total' | 'taxes'>[],
  { taxCredits }: BillingContract,
): Pick<BillAnswer, 'withoutTaxCredits'> =>
  taxCredits === undefined || bills.every(({ taxes }) => hasNoTaxes(taxes))
    ? {}
    : { withoutTaxCredits: reais(sumCents(bills.map((bill) => withoutTaxCredits(bill, taxCredits)))) };

/** The flags of the days, month by month; tariffs without flags have none. */
const toFlags = ({ first, last }: BillingCycle, flags: FlagMonths): BillAnswer['flags'] => {
  const months = Map.groupBy(daysFrom(first, last), monthOf);
  return [...months].map(([month, days]) => {
    const flag = flags.get(month);
    return {
      month: toMonthOfYear(month),
      days: days.length,
      flag: flag?.name ?? null,
      price: flag === undefined ? null : priceToNumber(flag.price),
    };
  });
};

/** The tariff with the versions that the bill uses. */
export const toTariff = (tariff: TariffNames | null, used: readonly RulesVersion[]): BillAnswer['tariff'] => {
  if (tariff === null) return null;
  const { id, distributor, group, comment, color, modality } = tariff;
  const versions = [...new Set(used.map(({ validFrom }) => validFrom as string))].map((validFrom) => ({
    validFrom,
  }));
  return { _id: id, distributor, group, comment, color, modality, versions };
};

export const usedVersions = ({ intervals }: MeasuredCycle): readonly RulesVersion[] =>
  intervals.flatMap(({ version }) => version ?? []);

const toCredits = ({ credits }: MadeBill['bill']): BillAnswer['credits'] => {
  if (credits === null) return null;
  const { before, injected, used, expired, after } = credits;
  return {
    before: inUnits(before),
    injected: inUnits(injected),
    used: inUnits(used),
    expired: inUnits(expired),
    after: inUnits(after),
  };
};

export const toBill = (
  made: MadeBill,
  type: Utility,
  { cycle, previous, next, isOpen }: RequestedDays,
  flags: FlagMonths,
): BillAnswer => {
  const { bill, measured, terms, meters } = made;
  const { modality } = terms.contract;
  const hasFlags = terms.tariff !== null && terms.tariff.modality !== 'simple' && modality !== 'water';
  return {
    type,
    start: bill.first,
    end: bill.last,
    cycle: toDays(cycle),
    previousCycle: toDays(previous),
    nextCycle: next === null ? null : toDays(next),
    isOpen,
    lines: bill.lines.map(toLine),
    total: reais(bill.total),
    ...(bill.range && {
      range: { lowest: reais(bill.range.lowest), highest: reais(bill.range.highest) },
    }),
    ...creditedOf([bill], terms.contract),
    ...taxesOf(bill),
    missing: [...bill.missing],
    completeness: bill.completeness,
    ...(bill.estimated !== undefined && { estimated: bill.estimated }),
    consumed: consumedOf(measured, type),
    injected: toTouPeriods(sumOfIntervals(measured.intervals, 'injected')),
    demand: bill.demand.map(toDemand),
    reactive: toTouPeriods(bill.reactiveExcess),
    flags: hasFlags ? toFlags(measured.cycle, flags) : [],
    credits: toCredits(bill),
    tariff: toTariff(terms.tariff, usedVersions(measured)),
    contract: { validFrom: terms.validFrom, terms: writeBillingContract(terms.contract) },
    meters: meters.map(({ mac, name, isGeneral }) => ({ mac, name, isGeneral })),
  };
};
