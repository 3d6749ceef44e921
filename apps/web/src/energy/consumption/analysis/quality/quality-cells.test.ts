import type { STATUS_LEVELS } from '@nascente/contract/telemetry/telemetry';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { voltageLevel } from '@nascente/domain/telemetry/quality/voltage';
import { describe, expect, it } from 'vitest';
import { qualitySummary } from './quality-card.tsx';
import { levelsOf, qualityCells } from './quality-cells.ts';

const from = Date.parse('2026-11-11T03:00:00Z');
const hour = (index: number, value: number, level: (typeof STATUS_LEVELS)[number]) => ({
  date: new Date(from + index * 3_600_000).toISOString(),
  value,
  level,
});
const day = { start: civilDate('2026-11-11'), end: civilDate('2026-11-11') };
const factors = [hour(0, 0.93, 'great'), hour(1, 0.6, 'normal'), hour(3, 0.9, 'great'), hour(5, 0.4, 'low')];
const volts = [190, 201.9, 204, 220, 232, 234].map((value, index) =>
  hour(index, value, voltageLevel(value, 220)),
);

describe('the hours of power factor', () => {
  it('labels the levels of power factor with text and shapes', () => {
    const shown = { measure: 'PF', tension: 220, zone: DEFAULT_ZONE } as const;
    const { columns, describe: notify, table } = qualityCells(factors, day, shown);
    expect(columns[0]?.levels.slice(0, 6)).toEqual([0, 2, null, 1, null, 3]);
    expect(notify({ column: 0, row: 5 })).toEqual({
      title: 'qua, 11 nov, 5h às 6h',
      rows: [
        { label: 'Fator de potência', value: '0,40' },
        { label: 'Nível', value: 'muito baixo' },
      ],
    });
    expect(notify({ column: 0, row: 2 }).note).toBe('sem dados');
    expect(notify({ column: 0, row: 3 }).rows[1]?.value).toBe('abaixo de 0,92, o limite do grupo A');
    expect(table.rows[0]?.slice(0, 4)).toEqual(['qua, 11 nov', '0,93', '0,60', '–']);
    expect(new Set(levelsOf('PF', 220).map(({ shape }) => shape)).size).toBe(4);
    expect(new Set(levelsOf('V', 220).map(({ shape }) => shape)).size).toBe(4);
  });

  it('summarises a mean, a minimum hour, and the number of hours that the bill does not charge', () => {
    const summary = qualitySummary(factors, 220);
    expect(summary).toMatchObject({ hours: 4, good: 1, under: 0, over: 0, lowest: { value: 0.4 } });
    expect(summary?.mean).toBeCloseTo((0.93 + 0.6 + 0.9 + 0.4) / 4, 12);
    expect(qualitySummary([], 220)).toBeNull();
  });
});

describe('the hours of voltage', () => {
  it('rates voltage hours by PRODIST, and warns at 206 V and 233 V', () => {
    const shown = { measure: 'V', tension: 220, zone: DEFAULT_ZONE } as const;
    const { columns, describe: notify } = qualityCells(volts, day, shown);
    expect(columns[0]?.levels.slice(0, 6)).toEqual([2, 1, 0, 0, 1, 3]);
    expect(notify({ column: 0, row: 2 }).note).toBe('aviso de subtensão');
    expect(notify({ column: 0, row: 5 }).note).toBe('aviso de sobretensão');
    expect(notify({ column: 0, row: 3 }).note).toBeUndefined();
    expect(qualitySummary(volts, 220)).toMatchObject({ good: 2, under: 3, over: 1, highest: { value: 234 } });
  });
});
