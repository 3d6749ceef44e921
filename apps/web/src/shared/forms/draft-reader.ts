import { isCivilDate } from '@nascente/domain/base/time/civil-day';
import { type Price, parsePrice, priceToText } from '@nascente/domain/base/units/price';
import { decimalOf, priceTextOf, reaisOf, typedOf } from './fields/decimal-input.ts';

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

const PERCENT = 'Informe a porcentagem, como 18 ou 1,65.';
const REAIS = /^\d{1,10}(\.\d{1,2})?$/;
/** Stand for a missing first and last day until the error is corrected. */
const [EARLIEST, LATEST] = ['2000-01-01', '2999-12-31'];

/** Reads typed values of a draft and collects an error for each wrong field, by its path. */
export const createReader = () => {
  /** Messages by the path of the field. */
  const errors: Record<string, string> = {};
  const read = <T>(path: string, value: T | null, msg: string, instead: T): T => {
    if (value !== null) return value;
    errors[path] ??= msg;
    return instead;
  };
  const day = (path: string, typed: string, msg = 'Informe a data.', instead = EARLIEST): string =>
    read<string>(path, isCivilDate(typed) ? typed : null, msg, instead);
  const reais = (typed: string): string | null => {
    const decimal = reaisOf(typed);
    return decimal !== null && REAIS.test(decimal) ? decimal : null;
  };
  return {
    errors,
    read,
    day,
    /** First and last day; an empty last one has no end. */
    days: (at: string, first: string, last: string) => {
      const from = day(`${at}.first`, first);
      const to = last === '' ? null : day(`${at}.last`, last, undefined, LATEST);
      if (to !== null && to < from) read(`${at}.last`, null, 'O fim não pode ser antes do começo.', null);
      return { first: from, last: to };
    },
    text: (path: string, typed: string, msg: string): string =>
      read<string>(path, typed.trim() === '' ? null : typed.trim(), msg, '-'),
    number: (path: string, typed: string, msg: string): number =>
      Number(read(path, decimalOf(typed), msg, '0')),
    share: (path: string, typed: string): string => read(path, shareOf(typed), PERCENT, '0'),
    reais: (path: string, typed: string, msg = 'Informe um valor em R$, como 42,10.'): string =>
      read(path, reais(typed), msg, '0'),
  };
};
export type Reader = ReturnType<typeof createReader>;
