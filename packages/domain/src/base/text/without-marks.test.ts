import { expect, it } from 'vitest';
import { withoutMarks } from './without-marks.ts';

it.each([
  ['São João da Ponte', 'Sao Joao da Ponte'],
  ['AÇÚCAR, 12 m³', 'ACUCAR, 12 m³'],
  // Typed by a keyboard that sets the mark after its letter.
  ['Ja\u0301', 'Ja'],
  ['', ''],
])('changes %j without accents to %j', (text, plain) => {
  expect(withoutMarks(text)).toBe(plain);
});
