import { cents, sumCents } from '../../base/units/money.ts';
import { COMPLETE } from '../../base/units/rate.ts';
import { benefitsOn } from '../../sites/tariffs/benefit.ts';
import type { BillingContract, Supply } from '../../sites/tariffs/billing-contract.ts';
import { taxesOfLine } from '../../sites/tariffs/line-taxes.ts';
import { isOfGroup } from '../../sites/tariffs/tariff-rules.ts';
import { type Charge, MISSING } from '../bill/bill.ts';
import { flatCharge } from '../charges/charge.ts';
import {
  centsOf,
  dividedBy,
  fraction,
  plus,
  roundPrice,
  shareOf,
  sumFractions,
  times,
  ZERO,
} from '../charges/fraction.ts';
import { taxesInside, withTaxes } from '../charges/taxes.ts';
import { type Portion, portionsOf } from './benefit-portions.ts';
import { type ElectricCycle, type Lines, totalConsumed } from './electric-cycle.ts';
import { energyPriceOf } from './energy-charges.ts';

/** Minimum kWh billed in Group B (REN ANEEL 1.000/2021; REN 414, art. 98). */
export const MINIMUM_KWH: Readonly<Record<Supply, number>> = { monofasico: 30, bifasico: 50, trifasico: 100 };

const MWH_PER_KWH = 1_000_000;

/** Minimum of a supply in mWh for each cycle. */
function minimumEnergy(supply: Supply): number {
  return MINIMUM_KWH[supply] * MWH_PER_KWH;
}

/** mWh of a cycle that generation does not compensate, because they are the minimum of a Group B tariff; 0 without such a rule. */
export function uncompensatedMinimum({ generation, supply, modality }: BillingContract): number {
  const isReserved = generation?.minimum === 'energy' && isOfGroup('B', modality) && supply !== null;
  return isReserved ? minimumEnergy(supply) : 0;
}

const NONE = { inPoint: 0, interPoint: 0, outPoint: 0 };

/** The minimum in portions of one price: benefits without hours reduce it as they reduce consumption. */
function minimumPortions(supply: Supply, { contract, measured }: ElectricCycle): readonly Portion[] {
  const benefits = benefitsOn(contract.benefits, measured.cycle.last);
  const [portions = []] = portionsOf(
    [{ consumed: { ...NONE, outPoint: minimumEnergy(supply) }, inHours: NONE }],
    benefits,
  );
  return portions;
}

/**
 * The line that raises a Group B bill to its minimum: the minimum at the off-peak price less the lines of consumption and
 * compensation (Lei 14.300/2022, art. 16).
 */
export function minimumLines(cycle: ElectricCycle, energy: readonly Charge[]): Lines {
  const intervals = cycle.intervals.filter(({ rules }) => isOfGroup('B', rules.modality));
  const last = intervals.at(-1);
  if (last === undefined) return { lines: [], missing: [] };
  const { supply, market } = cycle.contract;
  if (supply === null) return { lines: [], missing: [MISSING.supply] };
  // Where the minimum kWh stay uncompensated, more consumption than them is charged as it is.
  const reserved = uncompensatedMinimum(cycle.contract);
  if (reserved > 0 && totalConsumed(intervals) >= reserved) return { lines: [], missing: [] };
  const { icms, pisCofins, vat } = taxesOfLine('minimum', cycle.contract.lineTaxes);
  const carried = { icms: icms === 'charged', pisCofins, vat };
  const portions = minimumPortions(supply, cycle);
  const min = intervals.reduce((sum, { rules, pricing, days }) => {
    const { tusd, te } = energyPriceOf(rules, 'outPoint');
    const parts = portions.map(({ quantity, tusdLeft, teLeft }) => {
      const wires = times(fraction(tusd), tusdLeft);
      const price = market.mode === 'livre' ? wires : plus(wires, times(fraction(te), teLeft));
      const taxed = withTaxes(dividedBy(price, COMPLETE), pricing.rates, carried);
      return times(roundPrice(taxed, pricing.priceDecimals), BigInt(quantity));
    });
    return plus(sum, shareOf(sumFractions(parts), days.counted, days.of));
  }, ZERO);
  const amount = cents(centsOf(min, last.pricing.rounding) - sumCents(energy.map((charge) => charge.amount)));
  if (amount <= 0) return { lines: [], missing: [] };
  const note = `complemento até o mínimo de ${MINIMUM_KWH[supply]} kWh`;
  const { rates, rounding } = last.pricing;
  const line = flatCharge('Custo de disponibilidade', 'minimum', amount, note);
  return { lines: [{ ...line, ...taxesInside(amount, rates, carried, rounding) }], missing: [] };
}
