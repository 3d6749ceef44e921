import { expect, it } from 'vitest';
import { marketOpening, mayBrancaBecomeRule } from './market-opening.ts';

it('opens the market of low voltage within 24 or 36 months of the law, and group A has no opening', () => {
  const others = { by: '2028-11-25', noticeBy: '2028-05-29' };
  expect(marketOpening('B3')).toMatchObject({ by: '2027-11-25', noticeBy: '2027-05-29', others });
  for (const subgroup of ['B1', 'B2', 'B4'] as const)
    expect(marketOpening(subgroup)).toMatchObject({ ...others, others: null });
  expect(marketOpening('A4')).toBeNull();
});

it('names a source for every condition, and no date of a measure that has lapsed', () => {
  const { conditions = [] } = marketOpening('B3') ?? {};
  expect(conditions.length).toBeGreaterThan(3);
  for (const { text, source } of conditions) {
    expect(source).not.toBe('');
    expect(`${text} ${source}`).not.toMatch(/1\.300|2026|dezembro de 2027/);
  }
});

it('may make Tarifa Branca the rule from 1,000 kWh on, not for public lighting or group A', () => {
  expect(mayBrancaBecomeRule('B3', 1000)).toBe(true);
  expect(mayBrancaBecomeRule('B1', 999.9)).toBe(false);
  expect(mayBrancaBecomeRule('B4', 5000)).toBe(false);
  expect(mayBrancaBecomeRule('A4', 5000)).toBe(false);
});
