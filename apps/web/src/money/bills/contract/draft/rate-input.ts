import { type Price, parsePrice, priceToText } from '@nascente/domain/base/units/price';
import { decimalOf, priceTextOf, typedOf } from '../../../../shared/forms/fields/decimal-input.ts';

const PER_HUNDRED = 100n;
const COMPLETE = 100;

/** A typed percentage ('18', '1,65') as a decimal share of one; null outside 0 to 100. */
export const shareOf = (typed: string): string | null => {
  // priceTextOf accepts a currency sign, which a percentage has not.
  const percent = decimalOf(typed) === null ? null : priceTextOf(typed);
  if (percent === null || Number(percent) > COMPLETE) return null;
  const exact = parsePrice(percent);
  return exact % PER_HUNDRED === 0n ? priceToText((exact / PER_HUNDRED) as Price) : null;
};

/** A share of one as it is typed, in percent. */
export const typedPercent = (share: string): string =>
  typedOf(priceToText((parsePrice(share) * PER_HUNDRED) as Price));
