import { expect, test } from 'vitest';
import { greetingAt } from './greeting.ts';

test.each([
  [0, 'Bom dia'],
  [11, 'Bom dia'],
  [12, 'Boa tarde'],
  [18, 'Boa tarde'],
  [19, 'Boa noite'],
  [23, 'Boa noite'],
])('at %i h, returns the greeting %s', (hour, expected) => {
  expect(greetingAt(hour)).toBe(expected);
});
