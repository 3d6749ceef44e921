import { cellAt } from '../../../base/sheet/row-cells.ts';
import { plainName } from './plain-name.ts';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const RAISED = /(?<!\d)10\s?([⁰¹²³⁴⁵⁶⁷⁸⁹])/g;
const POWER = /(?<!\d)10\s?(?:\^|\*\*)\s?(\d)(?!\d)|(?<![a-z\d])10?e\+?0?(\d)(?!\d)/gi;
/** `x10`, `x 1.000`, `kWh × 40` and `10 x`. */
const TIMES = /(?:(?<![a-z])x\s?|[×*]\s?)(\d[\d.,]*)|(\d[\d.,]*)\s?(?:[×*]|x(?![a-z]))/gi;
/** A number before a unit in parentheses: `(10 kWh)`. */
const BEFORE_UNIT = /(?<=[([]\s?)(\d[\d.,]*)\s(?=[kMG]?(?:Wh|VArh)\b)/gi;
const WORDS: readonly (readonly [RegExp, number])[] = [
  [/(?<![a-z])(?:mil|milhar(?:es)?|thousands?|tausend|miles|mille)(?![a-z])/gi, 1_000],
  [/(?<![a-z])(?:centenas?|hundreds?)(?![a-z])/gi, 100],
  [/(?<![a-z])(?:dezenas?|tens)(?![a-z])/gi, 10],
  [/(?<![a-z])(?:milh(?:ao|ão|oes|ões)|millions?|millones)(?![a-z])/gi, 1_000_000],
];
const PULSE = /puls/i;
const PULSE_AMOUNT = /(\d[\d.,]*)\s?(k?Wh|L|litros?)\b/i;
const PULSE_COUNT = /(\d[\d.,]*)\s?(?:pulsos?|imp|pulses?)\s?\/\s?kWh/i;

const MAX_FACTOR = 1_000_000;

/** `1.000` and `1,000` are a thousand, `1,5` is one and a half. */
const numberOf = (text: string): number =>
  Number(
    text
      .replace(/[.,](?=\d{3}(?:\D|$))/g, '')
      .replace(',', '.')
      .replace(/\.$/, ''),
  );
const isFactor = (number: number): boolean => number > 0 && number !== 1 && number <= MAX_FACTOR;

/** A name without the numbers by which its values are to be multiplied. */
export const withoutFactors = (name: string): string =>
  [RAISED, POWER, TIMES, ...WORDS.map(([pattern]) => pattern)].reduce(
    (rest, pattern) => rest.replace(pattern, ' '),
    PULSE.test(name) ? name.replace(PULSE_AMOUNT, ' ') : name,
  );

/** Numbers in the name of a column by which its values may have to be multiplied. */
export function factorsIn(name: string): readonly number[] {
  const raised = [...name.matchAll(RAISED)].map(([, digit]) => 10 ** SUPERSCRIPTS.indexOf(String(digit)));
  const powers = [...name.matchAll(POWER)].map(([, one, other]) => 10 ** Number(one ?? other));
  const rest = name.replace(RAISED, ' ').replace(POWER, ' ');
  const times = [...rest.matchAll(TIMES)].map(([, one, other]) => numberOf(String(one ?? other)));
  const units = [...rest.replace(TIMES, ' ').matchAll(BEFORE_UNIT)].map(([, one]) => numberOf(String(one)));
  const words = WORDS.flatMap(([pattern, factor]) => (rest.search(pattern) < 0 ? [] : [factor]));
  return [...new Set([...raised, ...powers, ...times, ...units, ...words].filter(isFactor))];
}

/** Wh or litres of a pulse, where a name states them. */
export function pulseIn(text: string): number | null {
  if (!PULSE.test(text)) return null;
  const [, amount, unit] = PULSE_AMOUNT.exec(text) ?? [];
  if (amount !== undefined) return numberOf(amount) * (/^k/i.test(String(unit)) ? 1_000 : 1);
  const [, count] = PULSE_COUNT.exec(text) ?? [];
  return count === undefined ? null : 1_000 / numberOf(count);
}

/** What lines before a table call the constant of a meter, and the ratios of its transformers. */
const CONSTANT =
  /^(?:multiplic\w*|multiplier|k ?factor|(?:fator|factor|constante?|const\.?)(?: (?:de|do|da|k|multiplic\w*|medic\w*|medid\w*|leitura|faturam\w*|conversao))*|fm|ke|kh|meter (?:multiplier|constant))(?![a-z\d])/;
const RATIO =
  /^(?:escala|scale|transform\w* ratio|rt[cp]|[ct][pct]|pt|vt|rel(?:acao|\.)? (?:de |do )?(?:t[cp]|transforma\w*(?: de (?:corrente|potencial|tensao))?)|[cpv]t ratio)(?![a-z\d])/;
const OTHER = /potencia|power factor|carga|demanda|emiss|co2/;
const NUMBER = /(\d[\d.,]*)(?:\s?[/:]\s?(\d[\d.,]*))?/;

/** The name of a constant, as a line or a column states it. */
export const namesConstant = (text: string): boolean => {
  const plain = plainName(text);
  return !OTHER.test(plain) && (CONSTANT.test(plain) || RATIO.test(plain));
};

/** A number, or the ratio of two. */
const ratioIn = (text: string): number | null => {
  const [, one, other] = NUMBER.exec(text) ?? [];
  if (one === undefined) return null;
  const ratio = numberOf(one) / (other === undefined ? 1 : numberOf(other));
  // A scale of 1:100 is a factor of 100.
  const factor = other !== undefined && ratio < 1 ? 1 / ratio : ratio;
  return isFactor(factor) ? factor : null;
};

/** Constants that lines before a table state: each of them, and what several come to together. */
export function factorsBefore(lines: readonly (readonly string[])[]): readonly number[] {
  const factors = lines.flatMap((cells) =>
    cells.flatMap((cell, column) => {
      if (!namesConstant(cell)) return [];
      const next = cells.slice(column + 1).find((text) => text !== '') ?? '';
      return ratioIn(cell.replace(/^[^\d]*/, '')) ?? (/\d/.test(cell) ? [] : (ratioIn(next) ?? []));
    }),
  );
  const each = [...new Set(factors)];
  const all = factors.reduce((product, factor) => product * factor, 1);
  return factors.length > 1 && isFactor(all) ? [...new Set([all, ...each])] : each;
}

/** The constants that a column beside the values states. */
export const factorsOfColumn = (rows: readonly (readonly string[])[], column: number): readonly number[] =>
  [...new Set(rows.map((cells) => cellAt(cells, column)))].flatMap((text) => ratioIn(text) ?? []);
