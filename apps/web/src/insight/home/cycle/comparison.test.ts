import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { describe, expect, it } from 'vitest';
import { forecastComparison, sameDaysComparison } from './comparison.ts';

type Saving = NonNullable<MonthSoFar['saving']>;
type Previous = NonNullable<MonthSoFar['previous']>;

const saving = (provided: Partial<Saving> = {}): Saving => ({
  days: 31,
  total: 92.4,
  cost: 74,
  completeness: 1,
  ...provided,
});
const previous = (provided: Partial<Previous> = {}): Previous => ({
  start: '2026-10-05',
  end: '2026-10-20',
  until: '2026-10-20T06:00:00.000Z',
  hours: 363,
  ofHours: 363,
  total: 1000,
  cost: 800,
  current: { until: '2026-11-20T06:00:00.000Z', total: 950, cost: 717 },
  ...provided,
});
const cycle = (provided: Partial<MonthSoFar> = {}) =>
  ({
    start: '2026-11-01',
    daysInPeriod: 30,
    // More than the hours that are compared: the whole is never compared with a part.
    total: 2000,
    cost: 9999,
    forecast: { total: 3600, cost: 2776 },
    saving: null,
    previous: null,
    ...provided,
  }) as MonthSoFar;
const said = (shown: MonthSoFar, unit: 'money' | 'energy' = 'money') =>
  forecastComparison(shown, unit, 'eletric')?.replaceAll('\u00a0', ' ') ?? null;
const sameDays = (shown: MonthSoFar, unit: 'money' | 'energy' = 'money') =>
  sameDaysComparison(shown, unit, 'eletric')?.replaceAll('\u00a0', ' ') ?? null;

describe('the sentence that compares a cycle with the one before', () => {
  it('compares the forecast with the complete cycle, in the unit on screen, with the saving', () => {
    const less = cycle({ saving: saving(), previous: previous() });
    expect(said(less)).toBe(
      'Previsão: R$ 74,00 menos que outubro, que teve um dia a mais. Economia: 102,7% (ciclo anterior ÷ previsão)',
    );
    expect(said(less, 'energy')).toBe(
      'Previsão: 92,4 kWh menos que outubro, que teve um dia a mais. Economia: 102,6% (ciclo anterior ÷ previsão)',
    );
  });

  it('shows no saving above the previous cycle, and no days when both have equally many', () => {
    const more = cycle({ saving: saving({ days: 30, total: -92.4, cost: -740 }), start: '2026-11-05' });
    expect(said(more)).toBe('Previsão: R$ 740 mais que o ciclo anterior');
    // A difference that nobody notices.
    expect(said(cycle({ saving: saving({ days: 30, cost: -1 }), start: '2026-12-01' }))).toBe(
      'Previsão: o mesmo valor que novembro',
    );
  });

  it('compares energy when an amount is unknown', () => {
    expect(said(cycle({ saving: saving({ cost: null }) }))).toContain('92,4 kWh menos que outubro');
    expect(said(cycle({ saving: saving({ cost: null, total: 2 }) }))).toContain(
      'o mesmo consumo que outubro',
    );
  });

  it('shows the measured share of the previous cycle, and compares no rise with a part', () => {
    expect(said(cycle({ saving: saving({ completeness: 0.8 }) }))).toContain(' · outubro só 80,0% medido');
    const part = saving({ completeness: 0.8, total: -1800, cost: -1300 });
    const shown = cycle({ saving: part, previous: previous() });
    expect([said(shown), sameDays(shown)]).toEqual([
      null,
      'Até agora: R$ 83,00 menos que na mesma parte do ciclo anterior',
    ]);
  });

  it('compares the same days of both cycles', () => {
    const days = { start: '2026-10-01', end: '2026-10-20' };
    expect(sameDays(cycle({ previous: previous(days) }))).toBe(
      'Até agora: R$ 83,00 menos que nos mesmos dias de outubro',
    );
    expect(sameDays(cycle({ previous: previous(days), saving: saving() }), 'energy')).toBe(
      'Até agora: 50,0 kWh menos que nos mesmos dias de outubro',
    );
    const current = { until: '2026-11-20T06:00:00.000Z', total: 1002, cost: null };
    expect(sameDays(cycle({ previous: previous({ ...days, hours: 200, current }) }))).toBe(
      'Até agora: o mesmo consumo que nos mesmos dias de outubro · em 55,0% das horas',
    );
  });

  it('shows nothing without the days before', () => {
    expect([said(cycle()), sameDays(cycle())]).toEqual([null, null]);
    expect(sameDays(cycle({ previous: previous({ total: 0 }) }))).toBeNull();
  });
});

it('names different tax rules where it compares R$', () => {
  const shown = cycle({ saving: saving({ taxRules: '2027 com CBS, 2026 com PIS/COFINS' }) });
  expect(said(shown)).toMatch(/ · 2027 com CBS, 2026 com PIS\/COFINS$/);
  expect(said(shown, 'energy')).not.toContain('CBS');
});
