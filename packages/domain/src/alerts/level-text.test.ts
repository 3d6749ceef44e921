import { expect, it } from 'vitest';
import { levelText } from './level-text.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it.each([
  [12.4, 'kWh', '12,4 kWh'],
  [1.25, 'm³', '1,25 m³'],
  [188.4, 'V', '188 V'],
  [5, 'min', '5 min'],
  [0.834, 'share', '83%'],
  [0.834, 'ratio', '0,83'],
  [1234.5, 'R$', 'R$ 1.234,50'],
  [1, 'days', '1 dia'],
  [12, 'days', '12 dias'],
] as const)('formats %d %s as %s', (value, unit, text) => {
  expect(plain(levelText(value, unit))).toBe(text);
});
