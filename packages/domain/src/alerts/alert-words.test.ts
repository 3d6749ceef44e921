import { describe, expect, it } from 'vitest';
import { instant } from '../base/time/zone.ts';
import {
  alertBody,
  alertCourse,
  alertText,
  alertTitle,
  canBeAverted,
  durationText,
  momentText,
  type ToldAlert,
} from './alert-words.ts';

const HOUR = 3_600_000;
const NO_FACTS = { demand: null, leak: null, level: null, rule: null };
const NOW = instant(Date.parse('2026-11-23T17:10:00Z'));
const alert: ToldAlert = {
  kind: 'silent',
  establishment: { name: 'Padaria Aurora', zone: 'America/Sao_Paulo' },
  meters: [{ name: 'Forno' }],
  beganAt: '2026-11-23T13:50:00Z',
  endedAt: null,
  undoneAt: null,
  cost: null,
  facts: NO_FACTS,
};
const demand = { contracted: 100, expected: 120, reduceBy: 33.3, highest: 120, at: '2026-11-23T17:00:00Z' };
const heading = (
  changes: Partial<typeof demand> | { expected: null } = {},
  rest: Partial<ToldAlert> = {},
): ToldAlert => ({
  ...alert,
  kind: 'demand-heading',
  facts: { ...NO_FACTS, demand: { ...demand, ...changes } },
  ...rest,
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('says a level in words, and nothing of one that is not kept', () => {
  const level = { value: 0.81, limit: 0.92, unit: 'ratio', at: '2026-11-23T17:00:00Z', note: null } as const;
  const facts = { ...NO_FACTS, level };
  expect(alertText({ ...alert, kind: 'power-factor', facts }, NOW)).toContain(
    'foi 0,81, e o limite da fatura é 0,92',
  );
  expect(alertText({ ...alert, kind: 'power-factor' }, NOW)).toBe('');
});

it.each([
  [20_000, 'menos de 1 min'],
  [12 * 60_000, '12 min'],
  [3 * HOUR, '3 h'],
  [3 * HOUR + 20 * 60_000, '3 h 20 min'],
  [28 * HOUR, '1 dia e 4 h'],
  [48 * HOUR, '2 dias'],
])('%d ms are told as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

it('names what it is about', () => {
  expect(alertTitle(alert)).toBe('Sem mensagem: Forno');
  expect(alertTitle({ ...alert, meters: [{ name: 'A' }, { name: 'B' }] })).toBe('2 medidores sem mensagem');
  expect(alertTitle({ ...alert, kind: 'leak' })).toBe('Possível vazamento: Forno');
  expect(alertTitle(heading())).toBe('Demanda a caminho do limite: Padaria Aurora');
  expect(alertTitle({ ...heading(), kind: 'demand-overrun' })).toBe(
    'Ultrapassagem de demanda: Padaria Aurora',
  );
});

it('names the group of which a budget is told, and otherwise the establishment', () => {
  const level = { value: 12, limit: 10, unit: 'm³', at: null } as const;
  const budget = (note: string | null): ToldAlert => ({
    ...alert,
    kind: 'cycle-budget',
    facts: { ...NO_FACTS, level: { ...level, note } },
  });
  expect(alertTitle(budget('Térreo'))).toBe('Ciclo acima do orçamento: Térreo');
  expect(alertTitle(budget(null))).toBe('Ciclo acima do orçamento: Padaria Aurora');
  expect(alertTitle({ ...budget(null), facts: NO_FACTS })).toBe('Ciclo acima do orçamento: Padaria Aurora');
});

it('names a rule of one’s own by its name, and whose it is', () => {
  const own: ToldAlert = { ...alert, kind: 'own', facts: { ...NO_FACTS, rule: 'Forno ligado' } };
  expect(alertTitle(own)).toBe('Forno ligado: Forno');
  expect(alertTitle({ ...own, meters: [] })).toBe('Forno ligado: Padaria Aurora');
  expect(alertTitle({ ...own, facts: NO_FACTS })).toBe('Regra própria: Forno');
  expect(alertTitle({ ...alert, kind: 'clock' })).toBe('Relógio da placa errado: Forno');
});

it('is told below its title in sentences, without an empty one', () => {
  expect(alertBody(alert, NOW)).toBe(`${alertCourse(alert, NOW)}. ${alertText(alert, NOW)}`);
  const over = { ...alert, endedAt: '2026-11-23T14:00:00Z' };
  expect(alertBody(over, NOW)).toBe(`${alertCourse(over, NOW)}.`);
});

describe('what is told', () => {
  it('of meters that are silent says what to do, and names them where they are many', () => {
    expect(alertText(alert, NOW)).toBe('Confira se a placa está ligada e se o Wi-Fi do local funciona.');
    const many = { ...alert, meters: [{ name: 'A' }, { name: 'B' }] };
    expect(alertText(many, NOW)).toMatch(/^A, B\. Confira/);
    expect(alertText({ ...many, endedAt: '2026-11-23T14:00:00Z' }, NOW)).toBe('A, B.');
    expect(alertText({ ...alert, endedAt: '2026-11-23T14:00:00Z' }, NOW)).toBe('');
  });

  it('of a running demand says by how much to reduce, or that it is too late, or where it was heading', () => {
    expect(plain(alertText(heading(), NOW))).toBe(
      'Este quarto de hora caminha para 120 kW, com 100 kW contratados. Reduza 33 kW até 14:15 para ficar dentro do contrato.',
    );
    expect(plain(alertText(heading({ reduceBy: 300 }), NOW))).toContain('Não há mais tempo de evitar');
    const over = heading({}, { endedAt: '2026-11-23T17:20:00Z' });
    expect(plain(alertText(over, NOW))).toBe(
      'O quarto de hora até 14:15 caminhou para 120 kW, com 100 kW contratados.',
    );
  });

  it('of an overrun says when, and by how much', () => {
    const overrun: ToldAlert = {
      ...alert,
      kind: 'demand-overrun',
      facts: {
        ...NO_FACTS,
        demand: { ...demand, contracted: 8, highest: 9.2, expected: null, reduceBy: null },
      },
    };
    expect(plain(alertText(overrun, NOW))).toBe(
      '9,2 kW no quarto de hora de hoje às 14:00: 15% acima dos 8,0 kW contratados. Acima de 5%, a conta cobra todo o excedente.',
    );
  });

  it('of a leak says since when, how much, and what it costs where that is known', () => {
    const leak = { since: '2026-11-20', flow: 18, perDay: 0.432, lost: 1.5, costPerDay: 8.64, cost: 30 };
    const leaking = (changes: object = {}): ToldAlert => ({
      ...alert,
      kind: 'leak',
      facts: { ...NO_FACTS, leak: { ...leak, ...changes } },
    });
    expect(plain(alertText(leaking(), NOW))).toContain('18 L/h além do normal');
    expect(plain(alertText(leaking(), NOW))).toContain('(R$ 8,64) por dia');
    expect(plain(alertText({ ...leaking(), endedAt: '2026-11-23T14:00:00Z' }, NOW))).toBe(
      'A água corria 18 L/h além do normal. Perda estimada de 1,50 m³ (R$ 30,00).',
    );
    const unpriced = plain(alertText(leaking({ flow: 4.5, cost: null, costPerDay: null }), NOW));
    expect(unpriced).toContain('4,5 L/h');
    expect(unpriced).not.toContain('R$');
  });

  it.each(['leak', 'demand-heading', 'demand-overrun', 'voltage'] as const)(
    'of a %s without its figures is nothing',
    (kind) => {
      expect(alertText({ ...alert, kind }, NOW)).toBe('');
    },
  );
});

describe('its course', () => {
  it('says since when, or how it ended, or that it never was', () => {
    expect(alertCourse(alert, NOW)).toBe('Desde hoje às 10:50, há 3 h 20 min');
    expect(alertCourse({ ...alert, endedAt: '2026-11-23T14:00:00Z' }, NOW)).toBe(
      'Normalizou hoje às 11:00, durou 10 min',
    );
    expect(alertCourse({ ...alert, undoneAt: '2026-11-23T14:00:00Z' }, NOW)).toBe(
      'Desfeito: os dados ou o cadastro mudaram depois, e com eles isto não aconteceu',
    );
  });

  it('says what it cost, once it is over', () => {
    const over = { ...alert, endedAt: '2026-11-23T14:00:00Z', cost: 12.4 };
    expect(plain(alertCourse(over, NOW))).toBe('Normalizou hoje às 11:00, durou 10 min, custou R$ 12,40');
    expect(alertCourse({ ...over, endedAt: null }, NOW)).not.toContain('R$');
  });

  it('names the day where it is another one', () => {
    expect(momentText(instant(NOW - 24 * HOUR), NOW, 'America/Sao_Paulo' as never)).toBe('22 nov, 14:10');
  });
});

describe('whether an overrun can still be averted', () => {
  it('is so while the quarter-hour runs and drawing less is enough', () => {
    expect(canBeAverted(heading(), NOW)).toBe(true);
    expect(canBeAverted(heading({ reduceBy: 300 }), NOW)).toBe(false);
    expect(canBeAverted(heading(), instant(NOW + 5 * 60_000))).toBe(false);
    expect(plain(alertText(heading(), instant(NOW + 5 * 60_000)))).toContain(
      'O quarto de hora até 14:15 caminhou',
    );
  });

  it('is not of what is over, nor of anything else', () => {
    expect(canBeAverted(heading({}, { endedAt: '2026-11-23T17:05:00Z' }), NOW)).toBe(false);
    expect(canBeAverted(alert, NOW)).toBe(false);
    expect(canBeAverted(heading({ expected: null }), NOW)).toBe(false);
    const unknown = heading();
    const facts = { ...NO_FACTS, demand: { ...demand, reduceBy: null } };
    expect(canBeAverted({ ...unknown, facts }, NOW)).toBe(false);
    expect(plain(alertText({ ...unknown, facts }, NOW))).toContain('desligue o que puder');
  });
});
