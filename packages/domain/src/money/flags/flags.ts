import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { daysFrom } from '../../base/time/civil-day.ts';
import { type CivilMonth, monthOf } from '../../base/time/civil-month.ts';
import {
  type BillingContract,
  FLAGS,
  type Flag,
  type FlagMonths,
  type FlagName,
  type Generation,
  USUAL_PRINTING,
} from '../../sites/tariffs/billing-contract.ts';
import { MISSING } from '../bill/bill.ts';
import { type Item, untaxedItem } from '../charges/charge.ts';
import { type Fraction, fraction, shareOf, sumFractions, ZERO } from '../charges/fraction.ts';
import { refundOf, type TaxRates } from '../charges/taxes.ts';
import { type ElectricCycle, type Lines, priceItems, totalConsumed } from '../lines/electric-cycle.ts';

/** Flag lines on consumption, and refunds on compensated energy; none in the free market or if energy prices include flags. */
export function flagLines(cycle: ElectricCycle, compensated: number): Lines {
  const last = cycle.intervals.at(-1);
  const { market, generation } = cycle.contract;
  if (last === undefined || market.mode === 'livre') return { lines: [], missing: [] };
  const { shares, unknown } = flagsOfCycle(cycle.measured.cycle, cycle.flags);
  const { days } = cycle.measured;
  const named = [...unknown].map(([month, count]) => MISSING.flag(month, count));
  if (isInPrice(cycle.contract)) return { lines: [], missing: named };
  const charged = flagItems(shares, totalConsumed(cycle.intervals), days);
  const returned =
    generation === null
      ? []
      : returnedItems(shares, compensated, days, { generation, rates: last.pricing.rates });
  return {
    lines: priceItems({ ...last, since: '' }, [...charged, ...returned]),
    missing: named,
  };
}

function isInPrice({ printing = USUAL_PRINTING }: BillingContract): boolean {
  return printing.flag === 'price';
}

/** Addition of the flags to each kWh of a cycle, R$ before taxes, if the bill includes it in the price; else 0. */
export function flagInPrice({ contract, measured, flags }: ElectricCycle): Fraction {
  if (contract.market.mode === 'livre' || !isInPrice(contract)) return ZERO;
  const { shares } = flagsOfCycle(measured.cycle, flags);
  return sumFractions(shares.map(({ price, days }) => shareOf(fraction(price), days, measured.days)));
}

function returnedItems(
  shares: readonly FlagShare[],
  compensated: number,
  days: number,
  { generation: { ownTaxes }, rates }: { readonly generation: Generation; readonly rates: TaxRates },
): Item[] {
  return flagItems(shares, -compensated, days).map((item) => ({
    ...untaxedItem(item),
    label: `${item.label} – energia compensada`,
    carried: refundOf(ownTaxes, rates),
  }));
}

/** The flag assumed for months without one. */
interface AssumedFlag {
  readonly name: FlagName;
  readonly months: readonly CivilMonth[];
}

/**
 * Completes the flags of a cycle: months without a flag take that of the last month before all of them, because ANEEL sets flags
 * late (REN ANEEL 1.000/2021, art. 307). @returns `assumed`: null if no month lacks a flag, or without an earlier flag
 */
export function assumeFlags(
  cycle: BillingCycle,
  flags: FlagMonths,
): { readonly flags: FlagMonths; readonly assumed: AssumedFlag | null } {
  const months = [...flagsOfCycle(cycle, flags).unknown.keys()];
  const [first] = months;
  const before = [...flags.keys()].filter((month) => first !== undefined && month < first).sort();
  const last = before.at(-1);
  const flag = last === undefined ? undefined : flags.get(last);
  if (flag === undefined) return { flags, assumed: null };
  return {
    flags: new Map([...flags, ...months.map((month) => [month, flag] as const)]),
    assumed: { name: flag.name, months },
  };
}

interface FlagShare extends Flag {
  readonly days: number;
}

/** Flags of a cycle with their days, in order, and months without a flag, with their days. */
interface FlagsOfCycle {
  readonly shares: readonly FlagShare[];
  readonly unknown: ReadonlyMap<CivilMonth, number>;
}

/** Each day has the flag of its month (REN ANEEL 1.000/2021, art. 307). Flags of one name and price are one share. */
export function flagsOfCycle(cycle: BillingCycle, flags: FlagMonths): FlagsOfCycle {
  const days = new Map<CivilMonth, number>();
  for (const date of daysFrom(cycle.first, cycle.last)) {
    const month = monthOf(date);
    days.set(month, (days.get(month) ?? 0) + 1);
  }
  const shares = new Map<string, FlagShare>();
  const unknown = new Map<CivilMonth, number>();
  for (const [month, count] of days) {
    const flag = flags.get(month);
    if (flag === undefined) {
      unknown.set(month, count);
      continue;
    }
    const key = `${flag.name} ${flag.price}`;
    shares.set(key, { ...flag, days: (shares.get(key)?.days ?? 0) + count });
  }
  return { shares: [...shares.values()], unknown };
}

function flagLabel(name: FlagName): string {
  return FLAGS[name].toLowerCase();
}

/** Flag lines for an amount of energy, each for its share of the days. A flag without price has no line. */
function flagItems(shares: readonly FlagShare[], energy: number, days: number): Item[] {
  if (energy === 0) return [];
  return shares
    .filter(({ price }) => price !== 0n)
    .map((share) => ({
      label: `Adicional bandeira ${flagLabel(share.name)}`,
      kind: 'flag',
      taxedAs: 'flag',
      touPeriod: null,
      quantity: energy,
      unit: 'kWh',
      price: fraction(share.price),
      days: { counted: share.days, of: days },
    }));
}
