import { instant } from '@nascente/domain/base/time/zone';
import { describe, expect, it } from 'vitest';
import {
  ALERT_KINDS,
  type AlertFacts,
  type AlertFactsOf,
  type AlertText,
  alertBody,
  alertCourse,
  alertText,
  alertTitle,
  KINDS_OF_ALERT,
} from './alert-kinds.ts';

const NOW = instant(Date.parse('2026-11-23T17:10:00Z'));
const alert: AlertText = {
  establishment: { name: 'Padaria Aurora', zone: 'America/Sao_Paulo' },
  meters: [{ name: 'Forno' }],
  beganAt: '2026-11-23T13:50:00Z',
  endedAt: null,
  undoneAt: null,
  cost: null,
  facts: { kind: 'silent' },
};
const QUARTER = '2026-11-23T17:00:00Z';
type Heading = AlertFactsOf<'demand-heading'>;
const headingFacts: Heading = {
  kind: 'demand-heading',
  contracted: 100,
  expected: 120,
  reduceBy: 33.3,
  at: QUARTER,
};
const heading = (changes: Partial<Heading> = {}, rest: Partial<AlertText> = {}): AlertText => ({
  ...alert,
  facts: { ...headingFacts, ...changes },
  ...rest,
});
const budgetFacts: AlertFactsOf<'cycle-budget'> = {
  kind: 'cycle-budget',
  measure: 'water',
  forecast: 30,
  budget: 20,
  group: null,
};
const own: AlertFactsOf<'own'> = {
  kind: 'own',
  rule: 'Forno ligado',
  quantity: 'energy',
  span: 'day',
  worst: { value: 12.4, limit: 8.3, at: QUARTER },
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const said = (facts: AlertFacts): string => plain(alertText({ ...alert, facts }, NOW));

it('defines a label and a calm time for each alert kind', () => {
  expect(ALERT_KINDS).toHaveLength(18);
  for (const kind of ALERT_KINDS) {
    expect(KINDS_OF_ALERT[kind].label.length).toBeGreaterThan(5);
    expect(KINDS_OF_ALERT[kind].incidents.calmMs).toBeGreaterThanOrEqual(0);
  }
});

it.each<[AlertFacts, string]>([
  [
    { kind: 'night-use', used: 12.4, usual: 8.3 },
    'Com o estabelecimento fechado foram 12,4 kWh, 4,10 kWh acima do normal (8,30 kWh). Veja o que ficou ligado.',
  ],
  [
    { ...budgetFacts, measure: 'money', forecast: 1200, budget: 1000 },
    'A fatura deste ciclo caminha para R$ 1.200, R$ 200 acima da meta de R$ 1.000,00.',
  ],
  [
    { ...budgetFacts, measure: 'energy', forecast: 1200, budget: 1000 },
    'O consumo deste ciclo caminha para 1.200 kWh, 200 kWh acima da meta de 1.000 kWh.',
  ],
  [
    { ...budgetFacts, group: 'Banheiros' },
    'O consumo do grupo Banheiros neste ciclo caminha para 30,00 m³, 10,00 m³ acima da meta de 20,00 m³.',
  ],
  [
    { ...budgetFacts, measure: 'money', group: 'Térreo' },
    'O custo do grupo Térreo neste ciclo caminha para R$ 30,00, R$ 10,00 acima da meta de R$ 20,00.',
  ],
  [
    { kind: 'cycle-year', used: 12.4, yearBefore: 8.3 },
    'Neste ciclo já foram 12,4 kWh, contra 8,30 kWh nos mesmos dias do ano passado.',
  ],
  [
    { kind: 'reactive', charged: 50 },
    'A fatura deste ciclo já cobra R$ 50,00 por energia reativa em excesso. Confira o banco de capacitores.',
  ],
  [
    { kind: 'power-factor', powerFactor: 0.81, limit: 0.92, hoursBelow: 9 },
    'Ontem o fator de potência foi 0,81, e o limite da fatura é 0,92: ficou abaixo dele em 9 h. Abaixo de 0,92 a fatura cobra o excedente reativo.',
  ],
  [
    { kind: 'power-factor', powerFactor: 0.924, limit: 0.92, hoursBelow: 8 },
    'Ontem o fator de potência ficou abaixo do limite da fatura, 0,92, em 8 h. Abaixo de 0,92 a fatura cobra o excedente reativo.',
  ],
  [
    { kind: 'voltage', phase: 'A', volts: 188, limit: 202 },
    'A tensão está em 188 V na fase A; o limite é 202 V. Guarde este registro: ele serve para reclamar à distribuidora.',
  ],
  [
    { kind: 'phase', phases: { state: 'lost', phase: 'B', volts: 3 } },
    'A fase B está com 3 V. Desligue motores trifásicos e confira disjuntor e entrada.',
  ],
  [
    { kind: 'phase', phases: { state: 'unbalanced', share: 0.045, limit: 0.03 } },
    'A diferença entre as fases é de 4,5%, e o normal é até 3,0%. Redistribua as cargas entre as fases.',
  ],
  [
    { kind: 'generation', generated: 12.4, usual: 8.3 },
    'Foram gerados 12,4 kWh; um dia assim costuma dar pelo menos 8,30 kWh. Confira o inversor, a sujeira e a sombra.',
  ],
  [
    { kind: 'clock', ahead: 7 },
    'O relógio da placa está 7 min adiantado: o que ela mede cai na hora errada. Confira a rede e o servidor de hora da placa.',
  ],
  [
    { kind: 'clock', ahead: -7 },
    'O relógio da placa está 7 min atrasado: o que ela mede cai na hora errada. Confira a rede e o servidor de hora da placa.',
  ],
  [
    { kind: 'completeness', share: 0.5, day: '2026-11-22' as never },
    'Chegaram 50% das medições de 22 nov. Os totais desse dia estão incompletos.',
  ],
  [
    { kind: 'bill-wrong', difference: 31, start: '2026-11-01' as never, end: '2026-11-30' as never },
    'A fatura de 1 nov – 30 nov difere em R$ 31,00 do que foi medido. Confira antes de pagar.',
  ],
  [
    { kind: 'contract-ends', left: 12, day: '2026-12-05' as never, cycleCost: null },
    'Faltam 12 dias para o contrato terminar (5 dez). Renegocie antes disso.',
  ],
  [
    { kind: 'contract-ends', left: 12, day: '2026-12-05' as never, cycleCost: 900 },
    'Faltam 12 dias para o contrato terminar (5 dez; um ciclo custa R$ 900,00). Renegocie antes disso.',
  ],
  [
    { kind: 'credits-expire', energy: 12.4, month: '2027-01' as never },
    '12,4 kWh de créditos de geração vencem até janeiro de 2027. Use-os em outra unidade da mesma titularidade.',
  ],
  [
    { kind: 'demand-overrun', contracted: 8, highest: 9.2, at: QUARTER },
    '9,2 kW no quarto de hora de hoje às 14:00: 15% acima dos 8,0 kW contratados. Acima de 5%, a fatura cobra todo o excedente.',
  ],
  [own, 'Chegou a 12,4 kWh (23 nov, 14:00). O limite da regra é 8,30 kWh.'],
  [{ ...own, worst: null }, 'Não chegou nenhuma medição neste período.'],
])('describes %o with its cause, its amount and the action to take', (facts, text) => {
  expect(said(facts)).toBe(text);
});

it('names the affected meter or establishment in the alert title', () => {
  expect(alertTitle(alert)).toBe('Sem mensagem: Forno');
  expect(alertTitle({ ...alert, meters: [{ name: 'A' }, { name: 'B' }] })).toBe('2 medidores sem mensagem');
  expect(alertTitle({ ...alert, facts: { kind: 'clock', ahead: 7 } })).toBe('Relógio da placa errado: Forno');
  expect(alertTitle(heading())).toBe('Demanda a caminho do limite: Padaria Aurora');
  expect(alertTitle({ ...alert, facts: budgetFacts })).toBe('Ciclo acima da meta (água): Padaria Aurora');
  expect(alertTitle({ ...alert, facts: { ...budgetFacts, group: 'Térreo' } })).toBe(
    'Ciclo acima da meta (água): Térreo',
  );
  expect(alertTitle({ ...alert, facts: own })).toBe('Forno ligado: Forno');
  expect(alertTitle({ ...alert, meters: [], facts: own })).toBe('Forno ligado: Padaria Aurora');
});

it('joins the course and the text into sentences, without an empty sentence', () => {
  expect(alertBody(alert, NOW)).toBe(`${alertCourse(alert, NOW)}. ${alertText(alert, NOW)}`);
  const over = { ...alert, endedAt: '2026-11-23T14:00:00Z' };
  expect(alertBody(over, NOW)).toBe(`${alertCourse(over, NOW)}.`);
});

describe('the text of an alert', () => {
  it('shows the action for silent meters, and lists their names when there are several', () => {
    expect(alertText(alert, NOW)).toBe(
      'Confira se a placa está ligada e se o Wi-Fi do estabelecimento funciona.',
    );
    const many = { ...alert, meters: [{ name: 'A' }, { name: 'B' }] };
    expect(alertText(many, NOW)).toMatch(/^A, B\. Confira/);
    expect(alertText({ ...many, endedAt: '2026-11-23T14:00:00Z' }, NOW)).toBe('A, B.');
    expect(alertText({ ...alert, endedAt: '2026-11-23T14:00:00Z' }, NOW)).toBe('');
  });

  it('shows the reduction for a running demand, that it is too late, or the expected demand', () => {
    expect(plain(alertText(heading(), NOW))).toBe(
      'Este quarto de hora caminha para 120 kW, com 100 kW contratados. Reduza 33 kW até 14:15 para ficar dentro do contrato.',
    );
    expect(plain(alertText(heading({ reduceBy: 300 }), NOW))).toContain('Não há mais tempo de evitar');
    const over = 'O quarto de hora até 14:15 caminhou para 120 kW, com 100 kW contratados.';
    expect(plain(alertText(heading({}, { endedAt: '2026-11-23T17:20:00Z' }), NOW))).toBe(over);
    expect(plain(alertText(heading(), instant(NOW + 5 * 60_000)))).toBe(over);
  });

  it('shows the start and flow of a leak, and its cost when available', () => {
    const facts: AlertFactsOf<'leak'> = {
      kind: 'leak',
      since: '2026-11-20' as never,
      flow: 18,
      perDay: 0.432,
      lost: 1.5,
      costPerDay: 8.64,
      cost: 30,
    };
    const leaking: AlertText = { ...alert, facts };
    expect(plain(alertText(leaking, NOW))).toContain('18 L/h além do normal');
    expect(plain(alertText(leaking, NOW))).toContain('(R$ 8,64) por dia');
    expect(plain(alertText({ ...leaking, endedAt: '2026-11-23T14:00:00Z' }, NOW))).toBe(
      'A água corria 18 L/h além do normal. Perda estimada de 1,50 m³ (R$ 30,00).',
    );
    const unpriced = said({ ...facts, flow: 4.5, cost: null, costPerDay: null });
    expect(unpriced).toContain('4,5 L/h');
    expect(unpriced).not.toContain('R$');
  });
});

describe('the course of an alert', () => {
  it('shows the start of the alert, its end, or that it was undone', () => {
    expect(alertCourse(alert, NOW)).toBe('Desde hoje às 10:50, há 3 h 20 min');
    expect(alertCourse({ ...alert, endedAt: '2026-11-23T14:00:00Z' }, NOW)).toBe(
      'Normalizou hoje às 11:00, durou 10 min',
    );
    expect(alertCourse({ ...alert, undoneAt: '2026-11-23T14:00:00Z' }, NOW)).toBe(
      'Desfeito: os dados ou o cadastro mudaram depois, e este aviso não vale mais',
    );
  });

  it('shows the cost only after the alert is over', () => {
    const over = { ...alert, endedAt: '2026-11-23T14:00:00Z', cost: 12.4 };
    expect(plain(alertCourse(over, NOW))).toBe('Normalizou hoje às 11:00, durou 10 min, custou R$ 12,40');
    expect(alertCourse({ ...over, endedAt: null }, NOW)).not.toContain('R$');
  });
});

it('marks a running demand as avoidable while a reduction is still enough', () => {
  const markOf = ({ facts, ...rest }: AlertText, now = NOW) =>
    KINDS_OF_ALERT[facts.kind].mark?.(facts, rest, now) ?? null;
  expect(markOf(heading())).toBe('Dá para evitar agora');
  expect(markOf(heading({ reduceBy: 300 }))).toBeNull();
  expect(markOf(heading(), instant(NOW + 5 * 60_000))).toBeNull();
  expect(markOf(heading({}, { endedAt: '2026-11-23T17:05:00Z' }))).toBeNull();
  expect(markOf(alert)).toBeNull();
});
