import { expect, it } from 'vitest';
import { instant, type Zone } from '../base/time/zone.ts';
import { durationText, kilowattText, momentText } from './level-text.ts';

const HOUR = 3_600_000;
const NOW = instant(Date.parse('2026-11-23T17:10:00Z'));

it.each([
  [20_000, 'menos de 1 min'],
  [12 * 60_000, '12 min'],
  [3 * HOUR, '3 h'],
  [3 * HOUR + 20 * 60_000, '3 h 20 min'],
  [28 * HOUR, '1 dia e 4 h'],
  [48 * HOUR, '2 dias'],
])('formats %d ms as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

it('names the day when it differs from today', () => {
  const zone = 'America/Sao_Paulo' as Zone;
  expect(momentText(NOW, NOW, zone)).toBe('hoje às 14:10');
  expect(momentText(instant(NOW - 24 * HOUR), NOW, zone)).toBe('22 nov, 14:10');
});

it('formats a power with as many decimals as it needs', () => {
  expect([9.24, 120.4].map(kilowattText)).toEqual(['9,2\u00a0kW', '120\u00a0kW']);
});
