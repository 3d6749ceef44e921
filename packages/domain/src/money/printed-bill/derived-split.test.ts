import { expect, test } from 'vitest';
import { centsBy } from './found-prices.ts';

/**
 * Energisa Rondônia, Azul, 06/2026: the demand by time-of-use period, used and unused. The bill
 * prints only the sum; the parts follow from prices truncated to five decimals, and the last part takes the remaining cent.
 */
const SPLIT = [
  { kw: 272, untaxed: 97.93, hasIcms: true, printed: 134.05198, amount: 3_646_213 },
  { kw: 88, untaxed: 97.93, hasIcms: false, printed: 107.91184, amount: 949_624 },
  { kw: 280, untaxed: 36.4, hasIcms: true, printed: 49.82632, amount: 1_395_136 },
  { kw: 80, untaxed: 36.4, hasIcms: false, printed: 40.11019, amount: 320_882 },
] as const;
type Part = (typeof SPLIT)[number];
const SUM = 6_311_855;
const [ICMS, PIS, COFINS] = [0.195, 0.0165, 0.076];

const ROUNDINGS = ['truncate', 'half-up'] as const;
const METHODS = ['por-dentro', 'additive'] as const;
/** Decimals of the price per kW with taxes; null for the exact price. */
const DECIMALS = [null, 2, 3, 4, 5, 6, 7, 8] as const;
/** The amounts rounded to cents: the whole line; or its untaxed part beside each tax, ICMS and the other two, or all taxes. */
const CENTS_OF = ['whole', 'each tax', 'ICMS, PIS and COFINS', 'all taxes'] as const;

interface Rule {
  readonly rounding: (typeof ROUNDINGS)[number];
  readonly method: (typeof METHODS)[number];
  readonly decimals: (typeof DECIMALS)[number];
  readonly priceRounding: (typeof ROUNDINGS)[number];
  readonly centsOf: (typeof CENTS_OF)[number];
}

const RULES: readonly Rule[] = ROUNDINGS.flatMap((rounding) =>
  METHODS.flatMap((method) =>
    DECIMALS.flatMap((decimals) =>
      ROUNDINGS.flatMap((priceRounding) =>
        CENTS_OF.map((centsOf) => ({ rounding, method, decimals, priceRounding, centsOf })),
      ),
    ),
  ),
);

function priceBy({ untaxed, hasIcms }: Part, { method, decimals, priceRounding }: Rule): number {
  const icms = hasIcms ? ICMS : 0;
  const others = PIS + COFINS;
  const price = untaxed / (method === 'additive' ? 1 - icms - others : (1 - icms) * (1 - others));
  if (decimals === null) return price;
  const scale = 10 ** (decimals - 2);
  return centsBy(priceRounding, price * scale) / 100 / scale;
}

/** The amount of a part by a rule, in cents. */
function made(part: Part, rule: Rule): number {
  const total = part.kw * priceBy(part, rule);
  const icms = part.hasIcms ? total * ICMS : 0;
  const base = rule.method === 'additive' ? total : total - icms;
  const taxes = [icms, base * PIS, base * COFINS] as const;
  const untaxed = total - taxes[0] - taxes[1] - taxes[2];
  const parts = {
    whole: [total],
    'each tax': [untaxed, ...taxes],
    'ICMS, PIS and COFINS': [untaxed, icms, taxes[1] + taxes[2]],
    'all taxes': [untaxed, total - untaxed],
  }[rule.centsOf];
  return parts.reduce((sum, one) => sum + centsBy(rule.rounding, one), 0);
}

test('finds no cents rule that reproduces each part of the derived split', () => {
  const makingAll = RULES.filter((rule) => SPLIT.every((part) => made(part, rule) === part.amount));
  expect(RULES).toHaveLength(256);
  expect(makingAll).toEqual([]);
});

test('reproduces the printed sum with the detected rule', () => {
  const found = RULES.find(
    ({ rounding, method, decimals, centsOf }) =>
      rounding === 'truncate' && method === 'por-dentro' && decimals === null && centsOf === 'whole',
  ) as Rule;
  expect(SPLIT.map((part) => made(part, found) - part.amount)).toEqual([0, 0, 1, -1]);
  expect(SPLIT.reduce((sum, part) => sum + made(part, found), 0)).toBe(SUM);
});

test('truncates the split prices to five decimals, with the difference in the last part', () => {
  const cut = SPLIT.map(({ kw, printed }) => centsBy('truncate', kw * printed));
  const lacking = SUM - cut.reduce((sum, one) => sum + one, 0);
  expect(cut.with(-1, (cut.at(-1) ?? 0) + lacking)).toEqual(SPLIT.map(({ amount }) => amount));
});
