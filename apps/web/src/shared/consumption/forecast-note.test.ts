import { describe, expect, it } from 'vitest';
import { forecastNoteText } from './forecast-note.tsx';

const forecast = {
  total: 300,
  cost: 240,
  low: 270,
  high: 340,
  lowCost: 216,
  highCost: 272,
  method: 'semana típica',
  pastError: 0.042,
  pastForecasts: 61,
  byDailyAverage: { total: 333, cost: 276.3, days: 30 },
  byTypicalWeek: { total: 300, cost: 240 },
  assumedFlag: null,
} as const;
const cycle = {
  basis: 'tariff',
  dailyAverage: 11.1,
  dailyAverageCost: 8.88,
  fixedCost: 0,
  forecast,
} as const;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the note of a forecast', () => {
  it('explains the method, the past error, and the formula of the daily average', () => {
    const byAverage = { total: 333, cost: 266.4, days: 30 };
    const simple = { ...cycle, forecast: { ...forecast, byDailyAverage: byAverage } };
    expect(plain(forecastNoteText({ cycle: simple, kind: 'eletric', unit: 'money' }))).toBe(
      'Previsão pela semana típica; neste ponto do ciclo, previsões assim erraram 4% em média. ' +
        'Pela média diária: R$ 8,88 × 30 dias = R$ 266.',
    );
    expect(plain(forecastNoteText({ cycle: simple, kind: 'water', unit: 'energy' }))).toContain(
      'Pela média diária: 11,1 m³ × 30 dias = 333,00 m³.',
    );
  });

  it('adds the fixed lines of a bill once, by name', () => {
    const billed = { ...cycle, basis: 'contract', fixedCost: 9.9 } as const;
    expect(plain(forecastNoteText({ cycle: billed, kind: 'eletric', unit: 'money' }))).toContain(
      'Pela média diária: R$ 8,88 × 30 dias + R$ 9,90 fixos = R$ 276.',
    );
  });

  it('names last year when its weeks were used', () => {
    const both = { ...cycle, forecast: { ...forecast, method: 'semana típica e ano anterior' } } as const;
    expect(forecastNoteText({ cycle: both, kind: 'eletric', unit: 'energy' })).toContain(
      'Previsão pela semana típica e pelas mesmas semanas do ano anterior; neste ponto do ciclo',
    );
  });

  it('does not round a small error to zero', () => {
    const average = {
      ...cycle,
      forecast: { ...forecast, method: 'média diária', pastError: 0.004 },
    } as const;
    expect(forecastNoteText({ cycle: average, kind: 'eletric', unit: 'energy' })).toContain(
      'Previsão pela média diária; neste ponto do ciclo, previsões assim erraram 0,4% em média.',
    );
  });

  it('names the bill when the average forecast belongs to a contract', () => {
    const billed = {
      ...cycle,
      basis: 'contract',
      forecast: { ...forecast, method: 'média diária' },
    } as const;
    expect(forecastNoteText({ cycle: billed, kind: 'eletric', unit: 'money' })).toContain(
      'Previsão pelo consumo médio por dia, com a fatura do ciclo inteiro;',
    );
  });

  it('names the flag that an amount assumes, and omits it for kWh', () => {
    const assumedFlag = { name: 'vermelha-1' as const, months: ['12/2026'] };
    const sentence =
      ' A bandeira de dezembro de 2026 ainda não saiu: supusemos a última, vermelha patamar 1.';
    const requested = {
      cycle: { ...cycle, forecast: { ...forecast, assumedFlag } },
      kind: 'eletric',
    } as const;
    expect(forecastNoteText({ ...requested, unit: 'money' })).toContain(sentence);
    expect(forecastNoteText({ ...requested, unit: 'energy' })).not.toContain('bandeira');
    const two = { ...assumedFlag, months: ['11/2026', '12/2026'] };
    expect(
      forecastNoteText({
        ...requested,
        cycle: { ...cycle, forecast: { ...forecast, assumedFlag: two } },
        unit: 'money',
      }),
    ).toContain(' As bandeiras de novembro de 2026 e dezembro de 2026 ainda não saíram: supusemos');
  });

  it('reports that no past forecasts exist', () => {
    const untried = { ...forecast, method: 'média diária', pastError: null, pastForecasts: 0 } as const;
    const note = forecastNoteText({
      cycle: { ...cycle, forecast: untried },
      kind: 'eletric',
      unit: 'energy',
    });
    expect(note).toContain(
      'Previsão pela média diária. Com algumas semanas a mais de medição, o erro típico aparece aqui.',
    );
  });
});
