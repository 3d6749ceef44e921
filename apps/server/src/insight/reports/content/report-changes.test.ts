import { describe, expect, it } from 'vitest';
import { changesBetween } from './report-changes.ts';
import type { ReportFacts } from './report-content.ts';

const facts: ReportFacts = {
  total: 1234.56,
  consumed: { total: 1_000, unit: 'kWh' },
  completeness: 0.98,
  days: [
    { date: '2026-03-02', total: 30 },
    { date: '2026-03-03', total: 20 },
    { date: '2026-03-04', total: 31 },
  ],
  rows: [
    { name: 'Forno', consumed: 400, amount: 500, completeness: 0.98 },
    { name: 'Câmara', consumed: 600, amount: 734.56, completeness: 1 },
  ],
  prices: [{ label: 'TUSD', price: 0.5 }],
};
const sentences = (changes: Partial<ReportFacts>) =>
  changesBetween(facts, { ...facts, ...changes }).map((text) => text.replaceAll(/\s/g, ' '));

const daysWith = (totals: readonly number[]) =>
  facts.days.map((day, index) => ({ ...day, total: totals[index] ?? day.total }));

describe('changes between two versions of a report', () => {
  it('returns no changes for the same figures', () => {
    expect(sentences({})).toEqual([]);
    expect(changesBetween(facts, JSON.parse(JSON.stringify(facts)))).toEqual([]);
  });

  it('names the day of late readings', () => {
    expect(
      sentences({
        total: 1240,
        completeness: 1,
        days: daysWith([30, 25]),
        consumed: { total: 1_005, unit: 'kWh' },
      }),
    ).toEqual(['O total passou de R$ 1.234,56 para R$ 1.240,00: leituras atrasadas de 3 de março.']);
  });

  it('reports a correction when the measured energy did not grow', () => {
    expect(sentences({ total: 1200, days: daysWith([20, 10, 1]) })).toEqual([
      'O total passou de R$ 1.234,56 para R$ 1.200,00: leituras corrigidas de 2 de março, 3 de março e 4 de março.',
    ]);
  });

  it('names changed prices, and added and removed rows', () => {
    expect(sentences({ total: 1300, prices: [{ label: 'TUSD', price: 0.52 }] })).toEqual([
      'O total passou de R$ 1.234,56 para R$ 1.300,00: preços: TUSD de R$ 0,50000 para R$ 0,52000.',
    ]);
    const [forno] = facts.rows;
    expect(sentences({ total: null, rows: forno === undefined ? [] : [forno] })).toEqual([
      'O total passou de R$ 1.234,56 para sem valor: sem Câmara.',
    ]);
  });

  it('names the changed rows in a report without days', () => {
    const before = { ...facts, days: [], consumed: null };
    const rows = facts.rows.map((row) =>
      row.name === 'Forno' ? { ...row, consumed: 410, completeness: 1 } : row,
    );
    const [text] = changesBetween(before, { ...before, rows, total: 1250 });
    expect(text?.replaceAll(/\s/g, ' ')).toBe(
      'O total passou de R$ 1.234,56 para R$ 1.250,00: leituras atrasadas de Forno.',
    );
  });

  it('reports changed consumption when the total stays, and changed parts when both stay', () => {
    expect(
      sentences({ consumed: { total: 1_001, unit: 'kWh' }, completeness: 1, days: daysWith([31]) }),
    ).toEqual(['O consumo passou de 1.000,0 kWh para 1.001,0 kWh: leituras atrasadas de 2 de março.']);
    const rows = facts.rows.map((row) => ({ ...row, amount: 600 }));
    expect(sentences({ rows })).toEqual(['O total não mudou, mas o valor de Câmara e Forno sim.']);
  });
});
