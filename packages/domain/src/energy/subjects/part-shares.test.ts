import { expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { instant, UTC } from '../../base/time/zone.ts';
import { sharesOfParts } from './meter-parts.ts';

const at = (text: string) => instant(Date.parse(text));
const NOW = at('2026-11-20T12:00Z');
const part = (name: string, tariffId: string | null, from: string, to = '2026-11-20T12:15Z') => ({
  meter: { name, tariffId, isGeneral: false, isInverter: false, installedAt: at(from), removedAt: null },
  from: at(from),
  to: at(to),
});
const namesOf = (...parts: readonly ReturnType<typeof part>[]) =>
  sharesOfParts(parts, { zone: UTC, now: NOW, learntFrom: civilDate('2025-01-01') }).map((share) => [
    share.tariffId,
    ...share.parts.map(({ meter }) => meter.name),
  ]);

test('joins parts of one tariff into one share when they started before the learning interval', () => {
  const old = [part('oven', 'b1', '2023-05-01'), part('tap', 'b1', '2024-07-01')] as const;
  expect(namesOf(...old)).toEqual([['b1', 'oven', 'tap']]);
});

test('separates parts with another start day, another tariff, no tariff, or a removal', () => {
  expect(
    namesOf(
      part('oven', 'b1', '2023-05-01'),
      part('new oven', 'b1', '2026-10-01'),
      part('newer oven', 'b1', '2026-10-01T15:00Z'),
      part('former oven', 'b1', '2023-05-01', '2026-11-02'),
      part('tap', null, '2023-05-01'),
    ),
  ).toEqual([
    ['b1', 'oven'],
    ['b1', 'new oven', 'newer oven'],
    ['b1', 'former oven'],
    [null, 'tap'],
  ]);
});
