import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { civilMonth } from '../../base/time/civil-month.ts';
import { DEFAULT_ZONE, HOUR_MS, instant, MINUTE_MS } from '../../base/time/zone.ts';
import {
  type ContinuityLimits,
  compensationFactors,
  continuityOf,
  type JudgedOutage,
  type OutageVerdict,
  outageHours,
} from './continuity-indicators.ts';
import type { PhaseName } from './meter-absences.ts';
import { type ClaimFacts, claimText, evidenceText, isShortOutage } from './outage-texts.ts';

const NOON = Date.UTC(2026, 10, 5, 15);
const LIMITS: ContinuityLimits = {
  isUrban: true,
  dic: 5,
  fic: 2,
  dmic: 3,
  dicri: 12,
  dicQuarter: null,
  ficQuarter: null,
  dicYear: null,
  ficYear: null,
  monthlyCharge: 730,
  factor: null,
};
const outage = (
  hours: number,
  verdict: OutageVerdict | null = 'ordinary',
  kind: JudgedOutage['kind'] = 'interruption',
): JudgedOutage => ({ from: instant(NOON), to: instant(NOON + hours * HOUR_MS), kind, verdict });
const creditOf = (outages: readonly JudgedOutage[], limits: Partial<ContinuityLimits> = {}, factor = 34) =>
  continuityOf(outages, { ...LIMITS, ...limits }, factor).credit?.confirmed;

describe('continuity of a month', () => {
  test('sums hours, number and longest of ordinary interruptions', () => {
    expect(continuityOf([outage(1.257), outage(2), outage(0.04)], LIMITS, 34)).toMatchObject({
      dic: { confirmed: 3.26, possible: 3.26, limit: 5 },
      fic: { confirmed: 2, limit: 2 },
      dmic: { confirmed: 2, limit: 3 },
      dicri: { confirmed: 0, limit: 12 },
      dise: { confirmed: 0, limit: 24 },
      credit: { confirmed: 0, possible: 0 },
    });
  });

  test('counts an outage to be confirmed only in what is possible, and lost messages nowhere', () => {
    const { dic, fic } = continuityOf([outage(1, null), outage(2, null, 'messages'), outage(1)], LIMITS, 34);
    expect([dic.confirmed, dic.possible, fic.confirmed, fic.possible]).toEqual([1, 2, 1, 2]);
    // A person knows more than the data.
    expect(continuityOf([outage(2, 'ordinary', 'unknown')], LIMITS, 34).dic.confirmed).toBe(2);
    expect(continuityOf([outage(2, 'noOutage')], LIMITS, 34).dic.possible).toBe(0);
  });

  test('counts critical days, emergencies and scheduled interruptions by their own rules', () => {
    const found = continuityOf(
      [
        outage(13, 'criticalDay'),
        outage(30, 'emergency'),
        outage(4, 'scheduled'),
        outage(9, 'ownInstallation'),
      ],
      LIMITS,
      34,
    );
    expect(found).toMatchObject({
      dic: { confirmed: 4 },
      fic: { confirmed: 1 },
      dmic: { confirmed: 0 },
      dicri: { confirmed: 13 },
      dise: { confirmed: 30 },
      // One hour above DICRI, six above DISE: 7 h × R$ 730 ÷ 730 × 34.
      credit: { confirmed: 238 },
    });
    expect(continuityOf([], { ...LIMITS, isUrban: false }, 34).dise.limit).toBe(48);
  });

  test('credits the largest of the three excesses', () => {
    // DIC 6 h: 1 h above; DMIC 6 h: 3 h above.
    expect(creditOf([outage(6)])).toBe(102);
    expect(creditOf([outage(6)], { dmic: null })).toBe(34);
    // FIC 3 above 2: half of DICp, 2.5 h.
    expect(creditOf([outage(1), outage(1), outage(1)])).toBe(85);
    expect(creditOf([outage(1), outage(1), outage(1)], { dic: null })).toBe(0);
    expect(creditOf([outage(1)], { fic: 0 })).toBe(0);
    expect(creditOf([outage(6)], { factor: 10 })).toBe(30);
    expect(creditOf([outage(6)], { monthlyCharge: null })).toBeUndefined();
  });

  test('credits at most ten charges of a month', () => {
    expect(creditOf([outage(700)])).toBe(7_300);
  });

  test('an outage that lasts, or of less than three minutes, does not count yet', () => {
    const open = { ...outage(1), to: null };
    const short = { ...outage(1), to: instant(NOON + 2 * MINUTE_MS) };
    expect(continuityOf([open, short], LIMITS, 34)).toMatchObject({
      dic: { possible: 0 },
      fic: { possible: 0 },
    });
    expect([isShortOutage(open), isShortOutage(short), outageHours(open)]).toEqual([false, true, 0]);
  });

  test('takes the coefficient of the day', () => {
    expect(compensationFactors(civilDate('2026-11-01'))).toMatchObject({
      low: 34,
      medium: 40,
      isConfirmed: false,
    });
    expect(compensationFactors(civilDate('2015-01-01')).low).toBe(15);
    expect(compensationFactors(civilDate('1999-01-01')).low).toBe(15);
  });
});

describe('texts', () => {
  const claimOf = (
    outages: readonly (JudgedOutage & { phases?: readonly PhaseName[] })[],
    facts: Partial<ClaimFacts> = {},
    limits: ContinuityLimits = LIMITS,
  ) =>
    claimText({
      establishment: 'Padaria',
      consumerUnit: '123',
      setName: 'Centro',
      month: civilMonth('2026-11'),
      zone: DEFAULT_ZONE,
      outages: outages.map((one) => ({ phases: [], ...one })),
      continuity: continuityOf(outages, limits, 34),
      ...facts,
    });

  test('a claim names the unit, each interruption, the sums with limits and the estimate', () => {
    const text = claimOf([
      { ...outage(6, null), phases: ['B'] },
      { ...outage(30, 'emergency'), phases: ['A', 'B', 'C'] },
      outage(13, 'criticalDay'),
      outage(2, 'noOutage'),
      outage(2, null, 'messages'),
    ]);
    expect(text?.split('\n')).toEqual([
      'Assunto: compensação por interrupções de energia em novembro de 2026',
      '',
      'Peço a apuração dos indicadores de continuidade e a compensação do Módulo 8 do PRODIST (ANEEL) para a unidade consumidora 123, de Padaria, do conjunto Centro.',
      '',
      'Interrupções de 3 minutos ou mais que os medidores do estabelecimento registraram:',
      '- 05/11/2026, das 12:00 até 18:00 (6,00 h), fase B',
      '- 05/11/2026, das 12:00 até 6 nov às 18:00 (30,00 h); em situação de emergência',
      '- 05/11/2026, das 12:00 até 6 nov às 01:00 (13,00 h); em dia crítico',
      '',
      'Somas do mês: DIC 6,00 h (limite 5,00 h); FIC 1 (limite 2); DMIC 6,00 h (limite 3,00 h); maior DICRI 13,00 h (limite 12,00 h); maior DISE 30,00 h (limite 24,00 h).',
      'Pela estimativa do consumidor, a compensação seria de até R$\u00a0340,00.',
      '',
      'Peço que informem, para cada uma, a classificação (comum, programada, dia crítico ou situação de emergência), os valores apurados e o mês em que a compensação será creditada.',
      'Os horários vêm de medidores do consumidor, sem certificação, e servem de indicação para a consulta aos registros da distribuidora.',
    ]);
  });

  test('a claim leaves what nobody entered open, and is absent without interruptions', () => {
    const bare = { ...LIMITS, dic: null, fic: 2.5, monthlyCharge: null };
    const text = claimOf([outage(1)], { consumerUnit: null, setName: null }, bare);
    expect(text).toContain('para a unidade consumidora [número da unidade], de Padaria.');
    expect(text).toContain('DIC 1,00 h (limite não informado); FIC 1 (limite 2,50)');
    expect(text).not.toContain('estimativa');
    expect(claimOf([outage(1, 'ownInstallation'), { ...outage(1), to: null }])).toBeNull();
  });

  test('the evidence adds a low voltage before', () => {
    expect(evidenceText({ evidence: 'all-restarted', hadSag: true })).toMatch(
      /desligados\. A tensão estava baixa/,
    );
    expect(evidenceText({ evidence: 'none', hadSag: false })).not.toMatch(/estava baixa/);
  });
});
