import { expect, test } from 'vitest';
import { waitText } from './throttle.ts';

test.each([
  [1, '1 segundo'],
  [59, '59 segundos'],
  [60, '1 minuto'],
  [61, '2 minutos'],
])('shows %i seconds as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
