import { expect, test } from 'vitest';
import { civilDate } from './civil-day.ts';
import { formatDayAs, isDayPattern } from './day-pattern.ts';

test.each([
  ['DD/MM', '20/11'],
  ['DD/MM/YYYY', '20/11/2026'],
  ['YYYY-MM-DD', '2026-11-20'],
  ['MM.YY', '11.26'],
])('formats with the pattern %s 20 November 2026 as %s', (pattern, expected) => {
  expect(isDayPattern(pattern)).toBe(true);
  expect(formatDayAs(civilDate('2026-11-20'), pattern)).toBe(expected);
});

test.each(['', '/', 'D/M', 'HH:mm', 'DD/MM<script>', 'YYY'])("refuses '%s' as a day pattern", (text) => {
  expect(isDayPattern(text)).toBe(false);
});
