import { civilDate } from '@nascente/domain/base/time/civil-day';
import { civilMonth } from '@nascente/domain/base/time/civil-month';
import { describe, expect, it } from 'vitest';
import { monthFrom, monthGrid, neighbourMonths, tileText } from './month-tile.tsx';

const today = civilDate('2026-11-20');

describe('the tiles of a month', () => {
  const grid = monthGrid(civilMonth('2026-11'), today, [
    ['2026-11-01', 78],
    ['2026-11-02', 160],
    ['2026-11-03', null],
    ['2026-11-20', 12],
  ]);

  it('the tiles of a month begin on the weekday of the first day', () => {
    expect(grid.leading).toBe(0);
    expect(monthGrid(civilMonth('2024-02'), today, []).leading).toBe(4);
    expect(monthGrid(civilMonth('2024-02'), today, []).cells).toHaveLength(29);
  });

  it('the tiles of a month are shaded between the minimum and the maximum complete day', () => {
    expect(grid.cells[1]?.heat).toBe(1);
    expect(grid.cells[0]?.heat).toBeCloseTo(0.12);
    expect(grid.cells[19]?.heat).toBeGreaterThanOrEqual(0);
    expect(grid.cells[2]).toMatchObject({ value: null, heat: 0 });
  });

  it('the tiles of a month mark today and the future days', () => {
    expect(grid.cells[19]?.isToday).toBe(true);
    expect(grid.cells.filter(({ isFuture }) => isFuture)).toHaveLength(10);
  });
});

describe('navigation from month to month', () => {
  const first = civilDate('2025-12-10');

  it('passes from year to year and stops at the ends', () => {
    expect(neighbourMonths(civilMonth('2026-01'), first, today)).toEqual({
      previous: '2025-12',
      next: '2026-02',
    });
    expect(neighbourMonths(civilMonth('2025-12'), first, today).previous).toBeNull();
    expect(neighbourMonths(civilMonth('2026-11'), first, today).next).toBeNull();
  });

  it('follows the day unless the address names a month', () => {
    expect(monthFrom(null, civilDate('2026-01-31'), first, today)).toBe('2026-01');
    expect(monthFrom('2026-03', civilDate('2026-01-31'), first, today)).toBe('2026-03');
    expect(monthFrom('2027-01', civilDate('2026-01-31'), first, today)).toBe('2026-01');
    expect(monthFrom('2020-01', civilDate('2026-01-31'), first, today)).toBe('2025-12');
  });
});

it('shortens a value to fit a tile', () => {
  expect(tileText(136.2, 'eletric', 'energy')).toBe('136');
  expect(tileText(1488, 'eletric', 'energy')).toBe('1.488');
  expect(tileText(21_187, 'eletric', 'money')).toBe('21k');
  expect(tileText(1.887, 'water', 'energy')).toBe('1,89');
});
