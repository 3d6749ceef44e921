import { describe, expect, it } from 'vitest';
import { parseNumber } from './cell-number.ts';
import { decimalOf } from './decimal-marks.ts';
import { openText } from './testing/open-text.ts';
import { comma, dmy, hm, type Slot, slots } from './testing/slots.ts';

const HINTS = { separator: ';', hasDecimalCommas: true } as const;
const NONE: ReadonlySet<number | null> = new Set();
const detect = (...rows: readonly (readonly string[])[]) => {
  const { decimal, question } = decimalOf(rows, NONE, HINTS);
  return [decimal, question?.candidates.length ?? 0];
};

it.each([
  ['1.234.567', 1_234_567],
  ['1,234,567', 1_234_567],
  ['1.234,5', 1_234.5],
  ['1,234.5', 1_234.5],
  ['0.512', 0.512],
  ['1,234', 1.234],
  ['17', 17],
  ['(1,5)', -1.5],
  ['5,2 k', 5_200],
  ['5.244 K', 5_244],
  ['1,5 mil', 1_500],
  ['1,23.4', null],
])('reads %j with either decimal mark as %s', (text, number) => {
  expect(parseNumber(text, 'either')).toBe(number);
});

it.each(['0.512', '0.000', '-0.512', '00.512'])('refuses thousands groups in %j', (text) => {
  expect(parseNumber(text, ',')).toBeNull();
});

describe('the decimal mark of a table', () => {
  it('accepts both decimal marks when each column uses its own', () => {
    expect(detect(['0,512', '0.5'], ['1,25', '2.75'])).toEqual(['either', 0]);
  });
  it('asks for the decimal mark when a column is ambiguous', () => {
    expect(detect(['0,512', '0.5', '1.234'])).toEqual(['either', 3]);
  });
  it('asks for the decimal mark when one mark separates decimals and groups', () => {
    expect(detect(['1.234,5'], ['0.512'])).toEqual(['either', 3]);
  });
  it('asks for the decimal mark when both marks precede three digits', () => {
    expect(detect(['1,234'], ['1.234'])).toEqual(['either', 3]);
  });
  it('asks for the decimal mark when the marks alternate and one number has three digits', () => {
    const rows = Array.from({ length: 12 }, (_, n) => [n % 2 === 0 ? '0,5' : '0.5']);
    expect(detect(...rows, ['17'])).toEqual(['either', 0]);
    expect(detect(...rows, ['17'], ['1.234'])).toEqual(['either', 3]);
  });
  it('uses the decimal mark of the larger of two units, with three decimals', () => {
    expect(detect(['1.234 kW'], ['816 W'])).toEqual(['.', 0]);
    expect(detect(['1.234', 'kWh'], ['816', 'Wh'])).toEqual(['.', 0]);
    expect(detect(['1.234 K'], ['816'])).toEqual(['.', 0]);
  });
});

const Q = slots(15);
const KWH = Q.reduce((sum, { kwh }) => sum + kwh, 0);
const over = ({ kwh }: Slot): number => kwh + 1;

it('shows a sum for each answer when the decimal mark changes in every row', () => {
  const rows = Q.map(
    (s) => `${dmy(s.from)} ${hm(s.from)};${s.n % 2 === 0 ? comma(over(s)) : over(s).toFixed(3)}`,
  );
  const { answers } = openText(['Data;Consumo (Wh)', ...rows].join('\n'));
  expect(answers.map(({ about }) => about)).toEqual(['decimal']);
  const odd = Q.filter(({ n }) => n % 2 === 1).reduce((sum, s) => sum + over(s), 0);
  const all = KWH + Q.length;
  const sums = [all, all - odd + odd * 1_000, odd + (all - odd) * 1_000];
  answers[0]?.totals.forEach(({ consumed }, index) => {
    expect(consumed * 1_000).toBeCloseTo(Number(sums[index]), 3);
  });
});
