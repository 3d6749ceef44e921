import { expect, it } from 'vitest';
import { basisText, changeText } from './comparison-words.ts';

it('a change is said in words', () => {
  expect([0.042, -0.12, 0.0004, 1.5].map(changeText)).toEqual([
    '4,2% a mais',
    '12% a menos',
    'o mesmo',
    '150% a mais',
  ]);
});

it('what was compared is said, and working days where they differ', () => {
  const days = { start: '', end: '', total: 1, cost: null, completeness: 1, workingDays: 20 };
  const other = { ...days, alike: { hours: 1234, current: 1, other: 1 }, change: 0 };
  expect(basisText(days, other)).toBe('Nas 1.234\u00a0horas que os dois mediram por inteiro.');
  expect(basisText(days, { ...other, workingDays: 1 })).toMatch(/20 dias úteis agora, 1 dia útil antes\.$/);
});
