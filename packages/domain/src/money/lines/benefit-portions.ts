import { formatNumber } from '../../base/units/format.ts';
import { COMPLETE, EMPTY, exactRate, type Rate } from '../../base/units/rate.ts';
import type { ByTouPeriod } from '../../energy/measured-cycle/measured-cycle.ts';
import type { Benefit, BenefitStep } from '../../sites/tariffs/benefit.ts';
import type { BillPrinting } from '../../sites/tariffs/billing-contract.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { type Item, untaxedItem } from '../charges/charge.ts';
import { type Fraction, minus } from '../charges/fraction.ts';
import { UNTAXED } from '../charges/taxes.ts';

/** A discount on a price, its place on the bill by `printing`, and the label of its credit. */
interface LetOff {
  /** R$ a unit before taxes. */
  readonly amount: Fraction;
  readonly printing: BillPrinting;
  readonly credit: string;
}

/**
 * Lines of a discounted item, by the place of the discount: at the lower price; at the full price with a credit without taxes; or
 * at the lower price with the discount charged gross and refunded net of taxes.
 * @param item - at its full price
 */
export function letOffItems(item: Item, { amount, printing, credit }: LetOff): Item[] {
  if (amount.over === 0n) return [item];
  const lower = { ...item, price: minus(item.price, amount) };
  const back = (name: string): Item => ({
    ...untaxedItem(item),
    label: `${name} – ${item.label}`,
    quantity: -item.quantity,
    price: amount,
    rounding: 'half-up',
  });
  switch (printing.discount) {
    case 'price':
      return [lower];
    case 'credit':
      return [
        item,
        printing.areCreditsInVatBase === true
          ? { ...back(credit), carried: { ...UNTAXED, vat: true } }
          : back(credit),
      ];
    case 'gross-net':
      return [
        lower,
        { ...item, label: `Benefício tarifário bruto – ${item.label}`, price: amount },
        back('Benefício tarifário líquido'),
      ];
  }
}

const MWH_PER_KWH = 1_000_000;

/** Consumption of a time-of-use period at one price, and the remaining share of that price. */
export interface Portion {
  readonly touPeriod: TouPeriod;
  /** mWh */
  readonly quantity: number;
  /** Text for the label; null without a discount. */
  readonly name: string | null;
  readonly tusdLeft: Rate;
  readonly teLeft: Rate;
}

interface Cut extends Portion {
  readonly isInHours: boolean;
}

interface ConsumedInterval {
  readonly consumed: ByTouPeriod;
  readonly inHours: ByTouPeriod;
}

const total = (touPeriod: TouPeriod, quantity: number): Omit<Cut, 'isInHours'> => ({
  touPeriod,
  quantity,
  name: null,
  tusdLeft: COMPLETE,
  teLeft: COMPLETE,
});

/** Divides consumption into the hours of a benefit and the other hours, if a benefit has hours. */
function byHours({ consumed, inHours }: ConsumedInterval, hasHours: boolean): Cut[] {
  return TOU_PERIODS.flatMap((touPeriod): Cut[] => {
    const within = hasHours ? Math.min(inHours[touPeriod], consumed[touPeriod]) : 0;
    return [
      { ...total(touPeriod, within), isInHours: true },
      { ...total(touPeriod, consumed[touPeriod] - within), isInHours: false },
    ];
  }).filter(({ quantity }) => quantity > 0);
}

const shareLeft = (left: Rate, letOff: Rate): Rate => exactRate((left * (COMPLETE - letOff)) / COMPLETE);

const kwh = (limit: number): string => formatNumber(limit, Number.isInteger(limit) ? 0 : 2);

function stepName({ label, steps }: Benefit, index: number): string {
  const upTo = steps[index]?.upTo ?? null;
  const from = steps[index - 1]?.upTo ?? null;
  if (upTo === null) return from === null ? label : `${label} acima de ${kwh(from)} kWh`;
  return from === null ? `${label} até ${kwh(upTo)} kWh` : `${label} de ${kwh(from)} a ${kwh(upTo)} kWh`;
}

/** A part of the consumption with the discount of a step. */
function letOff(cut: Cut, benefit: Benefit, index: number, quantity: number): Cut {
  const { tusd, te } = benefit.steps[index] as BenefitStep;
  const stepNames = tusd === EMPTY && te === EMPTY ? [] : [stepName(benefit, index)];
  const names = cut.name === null ? stepNames : [cut.name, ...stepNames];
  return {
    ...cut,
    quantity,
    name: names.length === 0 ? null : names.join(', '),
    tusdLeft: shareLeft(cut.tusdLeft, tusd),
    teLeft: shareLeft(cut.teLeft, te),
  };
}

/** Returns a function that divides consumption by the steps of a benefit. Steps fill up over all intervals of the cycle. */
function createStepper(benefit: Benefit): (cut: Cut) => Cut[] {
  const { steps, hours } = benefit;
  let used = 0;
  return (cut) => {
    if (hours !== null && !cut.isInHours) return [cut];
    let left = cut.quantity;
    const cuts = steps.map(({ upTo }, index) => {
      const room = upTo === null ? left : Math.max(0, Math.round(upTo * MWH_PER_KWH) - used);
      const quantity = Math.min(room, left);
      used += quantity;
      left -= quantity;
      return letOff(cut, benefit, index, quantity);
    });
    return [...cuts, { ...cut, quantity: left }].filter(({ quantity }) => quantity > 0);
  };
}

/**
 * Divides the consumption of each interval into portions of one price. Steps of benefits fill up by interval and time-of-use
 * period; hours of a benefit are separate.
 */
export function portionsOf(
  intervals: readonly ConsumedInterval[],
  benefits: readonly Benefit[],
): Portion[][] {
  const hasHours = benefits.some(({ hours }) => hours !== null);
  const steppers = benefits.map(createStepper);
  return intervals.map((interval) => {
    const cuts = steppers.reduce((before, step) => before.flatMap(step), byHours(interval, hasHours));
    return joined(cuts);
  });
}

/** Merges portions of a time-of-use period with equal names. */
function joined(cuts: readonly Cut[]): Portion[] {
  const portions: Portion[] = [];
  for (const { isInHours: _, ...cut } of cuts) {
    const index = portions.findIndex(
      ({ touPeriod, name }) => touPeriod === cut.touPeriod && name === cut.name,
    );
    const same = portions[index];
    if (same === undefined) portions.push(cut);
    else portions[index] = { ...same, quantity: same.quantity + cut.quantity };
  }
  return portions;
}

/** Share of the demand price that remains after benefits. */
export function demandLeft(benefits: readonly Benefit[]): Rate {
  return benefits.reduce((left, { demand }) => shareLeft(left, demand), COMPLETE);
}
