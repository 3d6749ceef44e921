import { toMonthOfYear } from '../../base/time/civil-month.ts';
import { parseRate, type Rate, WHOLE } from '../../base/units/rate.ts';
import type { Generation, GenerationClass } from '../../sites/tariffs/billing-contract.ts';
import type { ElectricRules } from '../../sites/tariffs/tariff-rules.ts';
import type { Post } from '../../sites/tou-windows/posts.ts';
import { POST_LABELS } from '../../sites/tou-windows/posts-by-window.ts';
import { type Item, priceOf } from '../charges/charge.ts';
import { dividedBy, type Fraction, fraction, minus, plus, times, ZERO } from '../charges/fraction.ts';
import { energyPriceOf } from '../lines/energy-charges.ts';
import type { Compensation, Conversion } from './credits.ts';

/** Share of Fio B that GD II pays on compensated energy (Lei 14.300/2022, art. 27), by year. */
const FIO_B_SHARES: ReadonlyMap<number, Rate> = new Map([
  [2023, parseRate('0.15')],
  [2024, parseRate('0.3')],
  [2025, parseRate('0.45')],
  [2026, parseRate('0.6')],
  [2027, parseRate('0.75')],
  [2028, parseRate('0.9')],
]);

/** Who asked for access by 7 January 2023 keeps full compensation until the end of 2045 (Lei 14.300/2022, art. 26). */
const LAST_YEAR_OF_GD_I = 2045;

/** From 2029 on a rule that is still to be written holds; until it is there, all of Fio B. Before 2023 nothing. */
export function fioBShare(year: number): Rate {
  return FIO_B_SHARES.get(year) ?? (year < 2023 ? (0n as Rate) : WHOLE);
}

/** What compensated energy is still charged of the TUSD, R$/kWh before taxes; null when the tariff does not say. */
export function chargedOnCompensation(
  rules: ElectricRules,
  generationClass: GenerationClass,
  post: Post,
  year: number,
): Fraction | null {
  if (generationClass === 'I' && year <= LAST_YEAR_OF_GD_I) return ZERO;
  const prices = generationClass === 'III' ? rules.gd3 : rules.fioB;
  if (prices === null) return null;
  const price = fraction(prices[post]);
  return generationClass !== 'III' ? dividedBy(times(price, fioBShare(year)), WHOLE) : price;
}

/** How energy goes from post to post: by the ratio of the TE. Where one of them has no price, kWh for kWh. */
export function conversionBy(rules: ElectricRules): Conversion {
  return (from, to) => {
    const over = energyPriceOf(rules, from).te;
    const under = energyPriceOf(rules, to).te;
    return over > 0n && under > 0n ? [over, under] : [1n, 1n];
  };
}

/**
 * The lines of one compensation: TE and TUSD given back, each with the taxes that it gives back, with the flag where the price
 * holds it, less what is charged on compensated energy.
 */
export function compensationItems(
  { lot, post, energy }: Compensation,
  rules: ElectricRules,
  generation: Generation,
  { charged, flag }: { readonly charged: Fraction; readonly flag: Fraction },
): Item[] {
  const price = energyPriceOf(rules, post);
  const origin = lot.origin === 'own' ? '' : ' de outra unidade';
  const of = `GD ${lot.class}${origin} ${toMonthOfYear(lot.generatedIn)}`;
  const where = rules.modality === 'convencional' ? '' : ` ${POST_LABELS[post]}`;
  const item = {
    kind: 'compensation' as const,
    post,
    quantity: -energy,
    unit: 'kWh' as const,
  };
  const ofTe = lot.origin === 'own' ? generation.ownTaxes : generation.otherTaxes;
  const ofTusd = (lot.origin === 'own' ? generation.ownTusdTaxes : generation.otherTusdTaxes) ?? ofTe;
  const areAlike = ofTe.icms === ofTusd.icms && ofTe.pisCofins === ofTusd.pisCofins;
  const tusd = minus(fraction(price.tusd), charged);
  if (rules.tusdTe === 'joined' && areAlike) {
    const both = minus(plus(priceOf(price.tusd, price.te), flag), charged);
    return [{ ...item, label: `Energia compensada${where} – ${of}`, price: both, carried: ofTe }];
  }
  return [
    {
      ...item,
      label: `Energia compensada TE${where} – ${of}`,
      price: plus(fraction(price.te), flag),
      carried: ofTe,
    },
    { ...item, label: `Energia compensada TUSD${where} – ${of}`, price: tusd, carried: ofTusd },
  ];
}
