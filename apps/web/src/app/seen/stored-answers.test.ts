import { expect, it } from 'vitest';
import { overTheBounds } from './last-seen.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2028, 1, 29, 12);

it('removes answers older than a month, and then the ones seen longest ago', () => {
  const stored = [
    { name: 'old', seenAt: NOW - 32 * DAY_MS, bytes: 10 },
    { name: 'third', seenAt: NOW - 3_000, bytes: 2_000_000 },
    { name: 'first', seenAt: NOW - 1_000, bytes: 1_500_000 },
    { name: 'second', seenAt: NOW - 2_000, bytes: 2_400_000 },
  ];
  expect(overTheBounds(stored, NOW).map(({ name }) => name)).toEqual(['third', 'old']);
  expect(overTheBounds(stored.slice(2), NOW)).toEqual([]);
});

it('stores no answer larger than the limit of the device', () => {
  expect(overTheBounds([{ seenAt: NOW, bytes: 5_000_000 }], NOW)).toHaveLength(1);
});
