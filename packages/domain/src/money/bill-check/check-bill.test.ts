import { describe, expect, test } from 'vitest';
import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { civilDate } from '../../base/time/civil-day.ts';
import { civilMonth } from '../../base/time/civil-month.ts';
import { cents } from '../../base/units/money.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract, Flag } from '../../sites/tariffs/billing-contract.ts';
import type { RulesVersion, TariffRules, WaterRules } from '../../sites/tariffs/tariff-rules.ts';
import { priceCycle } from '../bill/price-cycle.ts';
import {
  CONTRACT_A,
  CONTRACT_B,
  cosip,
  energy,
  flagMonths,
  JUNE,
  type MeasuredFacts,
  measuredFacts,
  perTouPeriod,
  price,
  single,
  taxes,
} from '../testing/bill-facts.ts';
import { AZUL, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { checkBill } from './check-bill.ts';
import { reconcile, type UtilityBill } from './reconcile.ts';

const KWH = 1_000_000;
const TAXED = [taxes('0.18', '0.0123', '0.0567')];
/** The flag of June is green; other months had a red or a yellow one. */
const FLAGS = flagMonths({ '2026-06': 'verde', '2026-05': 'amarela', '2025-09': 'vermelha-2' });
const TERMS_B = { contract: { ...CONTRACT_B, taxes: TAXED, cosip: cosip(40) }, flags: FLAGS };
const VERDE_CONTRACT: BillingContract = {
  ...CONTRACT_A,
  demand: single(100),
  taxes: TAXED,
  cosip: cosip(40),
};
const FACTS_B: MeasuredFacts = { rules: CONVENCIONAL, consumed: { outPoint: 1000 } };
const FACTS_A: MeasuredFacts = {
  rules: VERDE,
  consumed: { inPoint: 100, outPoint: 900 },
  demand: { outPoint: 80 },
};
const SAID_B = { consumed: { inPoint: 0, interPoint: 0, outPoint: 1000 * KWH } };
const SAID_A = {
  consumed: { inPoint: 100 * KWH, outPoint: 900 * KWH },
  demand: { outPoint: 80 * KWH },
};

interface Requested {
  readonly facts: MeasuredFacts;
  readonly contract: BillingContract;
  /** The statements of the bill, without its total. */
  readonly said: Omit<UtilityBill, 'total'>;
  /** The bill that was sent. */
  readonly sent: { readonly total: number };
  readonly measured?: Partial<MeasuredCycle>;
  readonly days?: BillingCycle;
  readonly ours?: MeasuredCycle;
  readonly others?: readonly BillingCycle[];
  readonly versions?: readonly RulesVersion[];
  readonly isAgreed?: boolean;
}

function findingsOf({ facts, contract, said, sent, measured, days = JUNE, ours, ...more }: Requested) {
  const samePeriod = { ...measuredFacts({ cycle: days, ...facts }), ...measured };
  const terms = { contract, flags: FLAGS };
  const billed = { ...said, total: cents(sent.total) };
  const reconciliation = reconcile({ billed, ours: ours ?? samePeriod, samePeriod, terms });
  const cycle = (ours ?? samePeriod).cycle;
  const { others = [], versions = [], isAgreed = true } = more;
  return checkBill({ billed, days, samePeriod, cycle, reconciliation, terms, versions, others, isAgreed });
}
const kindsOf = (requested: Requested) => findingsOf(requested).map(({ kind, amount }) => [kind, amount]);

const billB = (changes: Partial<BillingContract> = {}, facts = FACTS_B, flags = FLAGS) =>
  priceCycle(measuredFacts(facts), { contract: { ...TERMS_B.contract, ...changes }, flags });
const billA = (changes: Partial<BillingContract> = {}, facts = FACTS_A) =>
  priceCycle(measuredFacts(facts), { contract: { ...VERDE_CONTRACT, ...changes }, flags: FLAGS });
const askB = (sent: { readonly total: number }, more: Partial<Requested> = {}) => ({
  facts: FACTS_B,
  contract: TERMS_B.contract,
  said: SAID_B,
  sent,
  ...more,
});
const askA = (sent: { readonly total: number }, more: Partial<Requested> = {}) => ({
  facts: FACTS_A,
  contract: VERDE_CONTRACT,
  said: SAID_A,
  sent,
  ...more,
});

describe('a correct bill', () => {
  test('reports no findings for a correct bill, a cheaper bill, or a rounding difference', () => {
    const { total } = billB();
    expect(findingsOf(askB({ total }))).toEqual([]);
    expect(findingsOf(askB({ total: total - 5000 }))).toEqual([]);
    expect(findingsOf(askB({ total: total + 5 }))).toEqual([]);
    expect(findingsOf(askA(billA()))).toEqual([]);
  });
});

describe('the billed quantities', () => {
  test('reports energy that the meter did not measure, with its cost', () => {
    const more = { ...FACTS_B, consumed: { outPoint: 1200 } };
    const [finding, ...rest] = findingsOf(
      askB(billB({}, more), { said: { consumed: { inPoint: 0, interPoint: 0, outPoint: 1200 * KWH } } }),
    );
    expect(rest).toEqual([]);
    expect(finding).toEqual({
      kind: 'energy',
      amount: billB({}, more).total - billB().total,
      text: 'Foram faturados 1.200,0 kWh; o medidor registrou 1.000,0 kWh nos mesmos dias.',
    });
  });

  test('reports no difference within meter errors and gaps', () => {
    const said = (kwh: number) => ({ consumed: { inPoint: 0, interPoint: 0, outPoint: kwh * KWH } });
    const sent = (kwh: number) => billB({}, { ...FACTS_B, consumed: { outPoint: kwh } });
    expect(findingsOf(askB(sent(1015), { said: said(1015) }))).toEqual([]);
    const gaps = { completeness: 0.8, presentQuarters: 2304 };
    expect(findingsOf(askB(sent(1250), { said: said(1250), measured: gaps }))).toEqual([]);
    const [finding] = findingsOf(askB(sent(1400), { said: said(1400), measured: gaps }));
    expect(finding?.amount).toBe(sent(1400).total - sent(1250).total);
    expect(finding?.text).toContain('faltam 20,0% das medições');
    const none = { completeness: 0, presentQuarters: 0 };
    expect(findingsOf(askB(sent(1400), { said: said(1400), measured: none }))).toEqual([]);
  });

  test('reports demand above the measured demand, but not within the contract', () => {
    const higher = { ...FACTS_A, demand: { outPoint: 120 } };
    const said = (kw: number) => ({ ...SAID_A, demand: { outPoint: kw * KWH } });
    const [finding] = findingsOf(askA(billA({}, higher), { said: said(120) }));
    expect(finding).toMatchObject({
      kind: 'demand',
      amount: billA({}, higher).total - billA().total,
      text: 'A demanda faturada é de 120,0 kW, e o medidor registrou 80,0 kW.',
    });
    const slightly = { ...FACTS_A, demand: { outPoint: 81 } };
    expect(findingsOf(askA(billA({}, slightly), { said: said(81) }))).toEqual([]);
  });

  test('reports a higher demand in both time-of-use periods of Azul', () => {
    const facts = (kw: number) => ({ rules: AZUL, demand: { inPoint: kw, outPoint: kw } });
    const contract = { ...VERDE_CONTRACT, modality: 'azul', demand: perTouPeriod(100, 100) } as const;
    const said = { consumed: { outPoint: 0 }, demand: { inPoint: 120 * KWH, outPoint: 120 * KWH } };
    const sent = billA({ modality: 'azul', demand: contract.demand }, facts(120));
    const [finding] = findingsOf({ facts: facts(90), contract, said, sent });
    expect(finding?.text).toBe(
      'A demanda faturada é de 120,0 kW na ponta, e o medidor registrou 90,0 kW; 120,0 kW fora da ponta, e o medidor registrou 90,0 kW.',
    );
  });

  test('reports water that the meter did not measure', () => {
    const rules: WaterRules = {
      modality: 'water',
      category: 'comercial',
      water: { fixedFee: cents(0), minimum: 0, tiers: [{ upTo: null, price: price('10'), flat: false }] },
      sewage: { mode: 'none' },
      otherFees: [],
      rounding: 'half-up',
      integerM3: false,
    };
    const contract = { ...CONTRACT_B, modality: 'water', category: 'comercial', taxes: [] } as const;
    const requested = { facts: { rules, m3: 30 }, contract, said: { consumed: {}, volume: 40 * KWH } };
    expect(findingsOf({ ...requested, sent: { total: 40_000 } })).toEqual([
      {
        kind: 'energy',
        amount: 10_000,
        text: 'Foram faturados 40,0 m³; o medidor registrou 30,0 m³ nos mesmos dias.',
      },
    ]);
  });
});

describe('the billed days', () => {
  const longer = { first: civilDate('2026-05-30'), last: civilDate('2026-06-30') };

  test('reports days that differ from the reading cycle, with their cost', () => {
    const ours = measuredFacts({ ...FACTS_B, consumed: { outPoint: 900 } });
    const [finding] = findingsOf(askB(billB(), { days: longer, ours }));
    expect(finding?.kind).toBe('period');
    expect(finding?.text).toMatch(/^A fatura cobra 32 dias, .* o ciclo de leitura tem 30, /);
    expect(finding?.amount).toBeGreaterThan(0);
    const more = measuredFacts({ ...FACTS_B, consumed: { outPoint: 1100 } });
    expect(findingsOf(askB(billB(), { days: longer, ours: more }))).toEqual([]);
  });

  test('reports days that another bill already charged, with their share', () => {
    const May = { first: civilDate('2026-05-01'), last: civilDate('2026-06-03') };
    const July = { first: civilDate('2026-07-01'), last: civilDate('2026-07-30') };
    const findings = findingsOf(askB(billB(), { others: [May, July] }));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      kind: 'overlap',
      amount: Math.round(((billB().total - 4000) * 3) / 30),
      text: expect.stringContaining('3 dias já estavam na fatura'),
    });
    const oneDay = { first: civilDate('2026-06-30'), last: civilDate('2026-07-30') };
    expect(findingsOf(askB(billB(), { others: [oneDay] }))[0]?.text).toContain('Um dia já estava');
    const free = { ...FACTS_B, consumed: {} };
    const empty = { said: { consumed: { outPoint: 0 } }, facts: free, others: [May] };
    const contract = { ...TERMS_B.contract, supply: null };
    expect(findingsOf(askB({ total: 4000 }, { ...empty, contract }))).toEqual([]);
  });
});

describe('the prices, taxes and lines of a bill', () => {
  test('reports a wrong flag with its amount', () => {
    const yellow = flagMonths({ '2026-06': 'amarela' });
    const sent = billB({}, FACTS_B, yellow);
    const [finding] = findingsOf(askB(sent));
    expect(finding).toEqual({
      kind: 'flag',
      amount: sent.total - billB().total,
      text: 'A bandeira cobrada é a amarela em todos os dias; nestes dias valia a verde.',
    });
  });

  test('reports a wrong flag also when the bill states its other charges', () => {
    const sent = billB({}, FACTS_B, flagMonths({ '2026-06': 'amarela' }));
    const said = { ...SAID_B, others: cents(4000) };
    expect(kindsOf(askB(sent, { said }))).toEqual([['flag', sent.total - billB().total]]);
  });

  test('reports the nearer of two matching errors', () => {
    const contract = { ...TERMS_B.contract, cosip: cosip(24.71) };
    const right = billB({ cosip: contract.cosip });
    const sent = billB({ cosip: contract.cosip }, FACTS_B, flagMonths({ '2026-06': 'amarela' }));
    expect(kindsOf(askB(sent, { contract }))).toEqual([['flag', sent.total - right.total]]);
    expect(kindsOf(askB({ total: right.total + 2471 }, { contract }))).toEqual([['twice', 2471]]);
  });

  test('uses the price of the newest month when flags differ by month', () => {
    const flag: Flag = { name: 'amarela', price: price('0.03') };
    const flags = new Map([...FLAGS, [civilMonth('2026-07'), flag] as const]);
    const terms = { contract: TERMS_B.contract, flags };
    const samePeriod = measuredFacts(FACTS_B);
    const sent = billB({}, FACTS_B, new Map([[civilMonth('2026-06'), flag]]));
    const billed = { ...SAID_B, total: sent.total };
    const reconciliation = reconcile({ billed, ours: samePeriod, samePeriod, terms });
    const found = checkBill({
      billed,
      days: JUNE,
      cycle: JUNE,
      samePeriod,
      reconciliation,
      terms,
      versions: [],
      others: [],
      isAgreed: true,
    });
    expect(found.map(({ kind }) => kind)).toEqual(['flag']);
  });

  test('reports prices of an older version', () => {
    const rules = (tusd: string): TariffRules => ({
      ...CONVENCIONAL,
      energy: { outPoint: energy(tusd, '0.4') },
    });
    const version = (validFrom: string, tusd: string): RulesVersion => ({
      validFrom: civilDate(validFrom),
      rules: rules(tusd),
    });
    const versions = [
      version('2026-07-01', '0.9'),
      version('2024-05-01', '0.9'),
      version('2026-05-01', '0.6'),
      version('2025-05-01', '0.73'),
    ];
    const sent = billB({}, { ...FACTS_B, rules: rules('0.73') });
    expect(findingsOf(askB(sent, { versions }))).toEqual([
      {
        kind: 'old-price',
        amount: sent.total - billB().total,
        text: 'Os preços são os da tarifa de 01/05/2025, que já não valia em todo o período.',
      },
    ]);
  });

  test('reports earlier tax rates, but not future tax rates', () => {
    const now = { ...taxes('0.18', '0.0123', '0.0567'), validFrom: civilDate('2026-06-01') };
    const before = { ...taxes('0.2', '0.0123', '0.0567'), validFrom: civilDate('2026-01-01') };
    const older = { ...taxes('0.21', '0.0123', '0.0567'), validFrom: civilDate('2025-01-01') };
    const sent = billB({ taxes: [before] });
    const coming = { ...older, validFrom: civilDate('2026-07-01') };
    const contract = { ...TERMS_B.contract, taxes: [now, older, before, coming] };
    expect(kindsOf(askB(sent, { contract }))).toEqual([['old-taxes', sent.total - billB().total]]);
    const unknown = { ...TERMS_B.contract, taxes: [] };
    expect(findingsOf(askB({ total: 150_000 }, { contract: unknown }))).toEqual([]);
  });

  test('reports taxes on an untaxed base', () => {
    const right = billA();
    const unused = right.lines.find(({ kind }) => kind === 'unused-demand')?.amount ?? 0;
    const onUnused = Math.round((unused * 0.18) / 0.82);
    expect(kindsOf(askA({ total: right.total + onUnused + 1 }))).toEqual([['tax-base', onUnused]]);
    const onCosip = Math.round((4000 * 0.18) / 0.82);
    expect(findingsOf(askB({ total: billB().total + onCosip }))[0]?.text).toContain('COSIP');
    const additive = billB({ taxes: [taxes('0.18', '0.0123', '0.0567', 'additive')] });
    expect(findingsOf(askB(additive))[0]?.text).toContain('PIS e COFINS');
    const old = { ...TERMS_B.contract, taxes: [taxes('0.18', '0.0123', '0.0567', 'additive')] };
    expect(findingsOf(askB(additive, { contract: old }))).toEqual([]);
  });

  test('reports a missing discount of an incentivised source or of generation', () => {
    const market = { mode: 'livre', demandDiscount: parseRate('0.5'), supplierPrice: null } as const;
    const contract = { ...VERDE_CONTRACT, market };
    const full = billA({ market: { ...market, demandDiscount: parseRate('0') } });
    expect(kindsOf(askA(full, { contract }))).toEqual([['discount', full.total - billA({ market }).total]]);
    const both = { icms: true, pisCofins: true };
    const generation = { class: 'I', credits: [], ownTaxes: both, otherTaxes: both } as const;
    const facts = { ...FACTS_B, injected: { outPoint: 300 } };
    const ignored = billB();
    expect(
      findingsOf(askB(ignored, { facts, contract: { ...TERMS_B.contract, generation } }))[0],
    ).toMatchObject({
      kind: 'discount',
      text: 'A energia injetada e os créditos não foram compensados.',
    });
  });

  test('reports a line charged twice, also beside the charges of the tariff', () => {
    expect(findingsOf(askB({ total: billB().total + 4000 }))).toEqual([
      { kind: 'twice', amount: 4000, text: 'A linha “COSIP” parece ter sido cobrada duas vezes.' },
    ]);
    const said = { ...SAID_B, others: cents(8000) };
    expect(kindsOf(askB({ total: billB().total + 4000 }, { said }))).toEqual([['twice', 4000]]);
  });

  test('reports two simultaneous errors, and an unexplained difference', () => {
    const yellow = flagMonths({ '2026-06': 'amarela' });
    const flag = billB({}, FACTS_B, yellow).total - billB().total;
    expect(kindsOf(askB({ total: billB().total + flag + 4000 }))).toEqual([
      ['twice', 4000],
      ['flag', flag],
    ]);
    expect(kindsOf(askB({ total: billB().total + 12_345 }))).toEqual([['unexplained', 12_345]]);
  });

  test('reports nothing when the bill states no quantities, or when its terms are unknown', () => {
    expect(findingsOf(askB({ total: billB().total + 12_345 }, { said: { consumed: {} } }))).toEqual([]);
    expect(findingsOf(askB({ total: billB().total + 12_345 }, { isAgreed: false }))).toEqual([]);
    const withoutDemand = { consumed: SAID_A.consumed };
    expect(findingsOf(askA({ total: billA().total + 12_345 }, { said: withoutDemand }))).toEqual([]);
  });
});
