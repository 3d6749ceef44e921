import { expect, it } from 'vitest';
import { withoutMarks } from './without-marks.ts';

it.each([
  ['São João da Ponte', 'Sao Joao da Ponte'],
  ['AÇÚCAR, 12 m³', 'ACUCAR, 12 m³'],
  // Some keyboards write the accent as a separate character after the letter.
  ['Ja\u0301', 'Ja'],
  ['', ''],
])('changes %j without accents to %j', (text, plain) => {
  expect(withoutMarks(text)).toBe(plain);
});
