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
  byDailyAverage: { total: 333, cost: 266.4 },
  byTypicalWeek: { total: 300, cost: 240 },
  assumedFlag: null,
} as const;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the note of a forecast', () => {
  it('says how it was made, how far past ones were off, and what the daily average says', () => {
    expect(plain(forecastNoteText({ forecast, kind: 'eletric', unit: 'money' }))).toBe(
      'Previsão pela semana típica; neste ponto do ciclo, previsões assim erraram 4% em média. ' +
        'Pela média diária: R$ 266.',
    );
    expect(plain(forecastNoteText({ forecast, kind: 'water', unit: 'energy' }))).toContain('333,0 m³');
  });

  it('names last year where its weeks were gone by', () => {
    const both = { ...forecast, method: 'semana típica e ano anterior' } as const;
    expect(forecastNoteText({ forecast: both, kind: 'eletric', unit: 'energy' })).toContain(
      'Previsão pela semana típica e pelas mesmas semanas do ano anterior; neste ponto do ciclo',
    );
  });

  it('does not call a small error none, nor repeat the daily average: what the week says stands beside it', () => {
    const average = { ...forecast, method: 'média diária', pastError: 0.004 } as const;
    const tried = 'Previsão pela média diária; neste ponto do ciclo, previsões assim erraram 0,4% em média.';
    expect(plain(forecastNoteText({ forecast: average, kind: 'eletric', unit: 'energy' }))).toBe(
      `${tried} Pela semana típica: 300,0 kWh.`,
    );
    const alone = { ...average, byTypicalWeek: null };
    expect(forecastNoteText({ forecast: alone, kind: 'eletric', unit: 'energy' })).toBe(tried);
  });

  it('names the flag that an amount assumes, and nothing of it beside kWh', () => {
    const assumedFlag = { name: 'vermelha-1' as const, months: ['12/2026'] };
    const sentence =
      ' A bandeira de dezembro de 2026 ainda não saiu: supusemos a última, vermelha patamar 1.';
    const asked = { forecast: { ...forecast, assumedFlag }, kind: 'eletric' } as const;
    expect(forecastNoteText({ ...asked, unit: 'money' })).toContain(sentence);
    expect(forecastNoteText({ ...asked, unit: 'energy' })).not.toContain('bandeira');
    const two = { ...assumedFlag, months: ['11/2026', '12/2026'] };
    expect(
      forecastNoteText({ ...asked, forecast: { ...forecast, assumedFlag: two }, unit: 'money' }),
    ).toContain(' As bandeiras de novembro de 2026 e dezembro de 2026 ainda não saíram: supusemos');
  });

  it('says that there is no past to judge by', () => {
    const untried = { ...forecast, method: 'média diária', pastError: null, pastForecasts: 0 } as const;
    expect(forecastNoteText({ forecast: untried, kind: 'eletric', unit: 'energy' })).toBe(
      'Previsão pela média diária. Com algumas semanas a mais de medição, o erro típico aparece aqui.',
    );
  });
});
