import { expect, test } from 'vitest';
import { qualityText } from './saving-texts.ts';

test('describes a complete measured year as a year, and less as a number of days', () => {
  expect(qualityText({ quality: 'good', baselineDays: 350 })).toBe(
    'O ano anterior foi bem descrito, dentro do que pede a ASHRAE Guideline 14.',
  );
  expect(qualityText({ quality: 'good', baselineDays: 136 })).toBe(
    'Os 136 dias medidos antes da mudança foram bem descritos, mas a ASHRAE Guideline 14 pede um ano inteiro.',
  );
});
