import { expect, it } from 'vitest';
import type { Zone } from '../base/time/zone.ts';
import { ALERT_KINDS, type AlertKind } from './alert-kinds.ts';
import { levelSentence, levelText, type ToldLevel } from './level-words.ts';

const ZONE = 'America/Sao_Paulo' as Zone;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const level: ToldLevel = { value: 12.4, limit: 8.3, unit: 'kWh', at: '2026-11-23T17:00:00Z', note: null };
const said = (kind: AlertKind, changes: Partial<ToldLevel> = {}) =>
  plain(levelSentence(kind, { ...level, ...changes }, ZONE));

it.each([
  [12.4, 'kWh', '12,4 kWh'],
  [1.25, 'm³', '1,25 m³'],
  [188.4, 'V', '188 V'],
  [5, 'min', '5 min'],
  [0.834, 'share', '83%'],
  [0.834, 'ratio', '0,83'],
  [1234.5, 'R$', 'R$ 1.234,50'],
  [1, 'days', '1 dia'],
  [12, 'days', '12 dias'],
] as const)('%d %s is told as %s', (value, unit, text) => {
  expect(plain(levelText(value, unit))).toBe(text);
});

it('tells of each kind what it is, by how much, and what to do', () => {
  expect(said('night-use')).toBe(
    'Com o local fechado foram 12,4 kWh, 4,10 kWh acima do normal (8,30 kWh). Veja o que ficou ligado.',
  );
  expect(said('cycle-budget', { value: 1200, limit: 1000, unit: 'R$' })).toBe(
    'A conta deste ciclo caminha para R$ 1.200,00, R$ 200,00 acima do orçamento de R$ 1.000,00.',
  );
  expect(said('cycle-budget', { value: 1200, limit: 1000, unit: 'kWh' })).toContain(
    'O consumo deste ciclo caminha',
  );
  expect(said('cycle-budget', { value: 30, limit: 20, unit: 'm³', note: 'Banheiros' })).toBe(
    'O consumo do grupo Banheiros neste ciclo caminha para 30,0 m³, 10,0 m³ acima do orçamento de 20,0 m³.',
  );
  expect(said('cycle-budget', { value: 30, limit: 20, unit: 'R$', note: 'Térreo' })).toContain(
    'O custo do grupo Térreo neste ciclo caminha',
  );
  expect(said('cycle-year')).toContain('contra 8,30 kWh nos mesmos dias do ano passado');
  expect(said('reactive', { value: 50, unit: 'R$' })).toContain('já cobra R$ 50,00 por energia reativa');
  expect(said('power-factor', { value: 0.81, limit: 0.92, unit: 'ratio', note: '9 h' })).toContain(
    'foi 0,81, e o limite da fatura é 0,92: ficou abaixo dele em 9 h.',
  );
  expect(said('power-factor', { value: 0.81, limit: 0.92, unit: 'ratio' })).toContain('é 0,92. Abaixo');
  expect(said('power-factor', { value: 0.924, limit: 0.92, unit: 'ratio', note: '8 h' })).toBe(
    'Ontem o fator de potência ficou abaixo do limite da fatura, 0,92, em 8 h. Abaixo de 0,92 a conta cobra o excedente reativo.',
  );
  expect(said('power-factor', { value: 0.81, limit: null, unit: 'ratio', note: '9 h' })).toContain('em 9 h.');
  expect(said('voltage', { value: 188, limit: 202, unit: 'V', note: 'A' })).toContain(
    '188 V na fase A; o limite é 202 V',
  );
  expect(said('voltage', { value: 188, limit: null, unit: 'V' })).toContain('188 V ; o limite é .');
  expect(said('phase', { value: 3, limit: null, unit: 'V', note: 'B' })).toContain('A fase B está com 3 V');
  expect(said('phase', { value: 0.045, limit: 0.03, unit: 'share' })).toContain(
    '4,5%, e o normal é até 3,0%',
  );
  expect(said('phase', { value: 0.045, limit: null, unit: 'share' })).toContain('até 0,0%');
  expect(said('phase', { value: 3, limit: null, unit: 'V' })).toContain('A fase  está');
  expect(said('generation')).toContain('costuma dar pelo menos 8,30 kWh');
  expect(said('clock', { value: 7, unit: 'min' })).toContain('7 min adiantado');
  expect(said('clock', { value: -7, unit: 'min' })).toContain('7 min atrasado');
  expect(said('completeness', { value: 0.5, unit: 'share', note: '22 nov' })).toContain(
    '50% das medições de 22 nov',
  );
  expect(said('completeness', { value: 0.5, unit: 'share' })).toContain('de ontem');
  expect(said('bill-wrong', { value: 31, unit: 'R$', note: '1 a 30 nov' })).toContain(
    'A conta de 1 a 30 nov difere em R$ 31,00',
  );
  expect(said('contract-ends', { value: 12, unit: 'days', note: '5 dez' })).toContain(
    'Faltam 12 dias para o contrato terminar (5 dez)',
  );
  expect(said('credits-expire', { note: 'janeiro' })).toContain(
    '12,4 kWh de créditos de geração vencem até janeiro',
  );
  expect(said('own')).toBe('Chegou a 12,4 kWh (23 nov, 14:00). O limite da regra é 8,30 kWh.');
  expect(said('own', { at: null })).toBe('Nada foi medido neste tempo.');
});

it('has a sentence for each kind, whatever is missing of it', () => {
  for (const kind of ALERT_KINDS)
    expect(said(kind, { limit: null, note: null, at: null }).length).toBeGreaterThan(10);
});
