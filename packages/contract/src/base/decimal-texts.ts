import { type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { type CivilMonth, isCivilMonth } from '@nascente/domain/base/time/civil-month';
import { fromKilowattHours, kilowattHours, type MilliwattHours } from '@nascente/domain/base/units/energy';
import { type Cents, cents } from '@nascente/domain/base/units/money';
import { kilowatts, type Watts, watts } from '@nascente/domain/base/units/power';
import { type Price, parsePrice, priceToText } from '@nascente/domain/base/units/price';
import { parseRate, type Rate, rateToText } from '@nascente/domain/base/units/rate';
import { z } from 'zod/mini';
import { described } from './described.ts';

const MAX_KILO = 1e6;

function reads(parse: (text: string) => unknown): (text: string) => boolean {
  return (text) => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  };
}

/** Schemas of quantities in JSON. Prices and rates are decimal texts, because they must be exact. */
export const jsonLeaves = {
  price: described(
    "R$ per unit with a point and up to ten decimals: '0.7941717'.",
    z.string().check(z.refine(reads(parsePrice), 'Preço inválido: use 0.12345')),
  ),
  rate: described(
    "A share of one: '0.18' is 18 %.",
    z.string().check(z.refine(reads(parseRate), 'Taxa inválida: use de 0 a 1')),
  ),
  reais: described(
    "R$ with up to two decimals: '65.29'.",
    z.string().check(z.regex(/^-?\d{1,10}(\.\d{1,2})?$/, 'Valor inválido: use 65.29')),
  ),
  day: z.string().check(z.refine(isCivilDate, 'Data inválida: use AAAA-MM-DD')),
  month: z.string().check(z.refine(isCivilMonth, 'Mês inválido: use AAAA-MM')),
  kilowatts: z.number().check(z.gte(0), z.lte(MAX_KILO)),
  kilowattHours: z.number().check(z.gte(0), z.lte(MAX_KILO * 1000)),
} as const;

const heldAs = <T>() => z.custom<T>(() => true);

/** The same quantities, converted between JSON and the units of the domain. */
export const domainLeaves = {
  price: z.codec(jsonLeaves.price, heldAs<Price>(), { decode: parsePrice, encode: priceToText }),
  rate: z.codec(jsonLeaves.rate, heldAs<Rate>(), { decode: parseRate, encode: rateToText }),
  reais: z.codec(jsonLeaves.reais, heldAs<Cents>(), {
    decode: (text) => cents(Math.round(Number(text) * 100)),
    encode: (amount) => (amount / 100).toFixed(2),
  }),
  day: z.codec(jsonLeaves.day, heldAs<CivilDate>(), { decode: (day) => day as CivilDate, encode: String }),
  month: z.codec(jsonLeaves.month, heldAs<CivilMonth>(), {
    decode: (month) => month as CivilMonth,
    encode: String,
  }),
  kilowatts: z.codec(jsonLeaves.kilowatts, heldAs<Watts>(), {
    decode: (power) => watts(Math.round(power * 1000)),
    encode: kilowatts,
  }),
  kilowattHours: z.codec(jsonLeaves.kilowattHours, heldAs<MilliwattHours>(), {
    decode: fromKilowattHours,
    encode: kilowattHours,
  }),
} as const;

/** The schemas of one of the two sets. */
export type Leaves = typeof jsonLeaves | typeof domainLeaves;
