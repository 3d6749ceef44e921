import { expect, test } from 'vitest';
import { COMPLETE, parseRate, rateToNumber, rateToText } from './rate.ts';

test('reads and writes rates exactly', () => {
  for (const text of ['0', '0.18', '0.0925', '1', '0.0000000001'])
    expect(rateToText(parseRate(text))).toBe(text);
  expect(parseRate('1')).toBe(COMPLETE);
  expect(rateToNumber(parseRate('0.92'))).toBe(0.92);
});

test.each(['18', '-0.1', '1.0000000001', '0,18', ''])('refuses %o as a rate', (text) => {
  expect(() => parseRate(text)).toThrow(RangeError);
});
