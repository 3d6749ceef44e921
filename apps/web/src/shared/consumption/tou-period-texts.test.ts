import { civilDate } from '@nascente/domain/base/time/civil-day';
import { describe, expect, it } from 'vitest';
import { aLightRule, aTouRule } from '../../testing/a-tou-rule.ts';
import { hourPeriodText, touPeriodsOfRules, touRulesText } from './tou-period-texts.ts';

const branca = aLightRule({
  tariff: { _id: '8', distributor: 'Light', group: 'B3', comment: '', color: 'Branca', modality: 'branca' },
  windows: {
    peak: { start: 1050, end: 1230 },
    intermediate: [
      { start: 990, end: 1050 },
      { start: 1230, end: 1350 },
    ],
    blackAwarenessFrom: 2024,
  },
});

describe('the time-of-use rule as text', () => {
  it('describes the general rule where no tariff has its own hours', () => {
    expect(touRulesText([aTouRule()])).toBe(
      'Postos pela regra geral: ponta das 18:00 às 21:00 de segunda a sexta, feriados incluídos.',
    );
  });

  it('names the tariff and its hours', () => {
    expect(touRulesText([aLightRule()])).toBe(
      'Postos da tarifa Light · A4 · Verde (ponta das 17:30 às 20:30).',
    );
    expect(touRulesText([branca])).toBe(
      'Postos da tarifa Light · B3 · Branca (ponta das 17:30 às 20:30, intermediário das 16:30 às 17:30 e das 20:30 às 22:30).',
    );
  });

  it('names the dates from which each rule is valid', () => {
    const rules = [
      aTouRule({ end: '2026-11-09' }),
      aLightRule({ start: '2026-11-10', end: '2026-11-19' }),
      aTouRule({ start: '2026-11-20' }),
    ];
    expect(touRulesText(rules)).toBe(
      'Até 9 nov, postos pela regra geral: ponta das 18:00 às 21:00 de segunda a sexta, feriados incluídos; de 10 nov a 19 nov, postos da tarifa Light · A4 · Verde (ponta das 17:30 às 20:30); a partir de 20 nov, postos pela regra geral: ponta das 18:00 às 21:00 de segunda a sexta, feriados incluídos.',
    );
  });
});

it('an hour has the time-of-use periods of its quarter-hours, by the rule of its day', () => {
  const touPeriodsOn = touPeriodsOfRules([
    aTouRule({ end: '2026-11-09' }),
    aLightRule({ start: '2026-11-10' }),
  ]);
  const [monday, tuesday, saturday] = ['2026-11-09', '2026-11-10', '2026-11-14'].map(civilDate);
  expect([17, 18, 20].map((hour) => hourPeriodText(touPeriodsOn, monday ?? civilDate(''), hour))).toEqual([
    'Fora ponta',
    'Ponta',
    'Ponta',
  ]);
  expect([17, 18, 20].map((hour) => hourPeriodText(touPeriodsOn, tuesday ?? civilDate(''), hour))).toEqual([
    'Fora ponta até 17:30, depois ponta',
    'Ponta',
    'Ponta até 20:30, depois fora ponta',
  ]);
  expect(hourPeriodText(touPeriodsOn, saturday ?? civilDate(''), 18)).toBe('Fora ponta');
});
