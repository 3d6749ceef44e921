import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { cents } from '../../base/units/money.ts';
import { parseRate } from '../../base/units/rate.ts';
import { sumOfIntervals } from '../../energy/measured-cycle/measured-cycle.ts';
import {
  type BillingContract,
  type FlagMonths,
  USUAL_PRINTING,
} from '../../sites/tariffs/billing-contract.ts';
import type { TariffRules } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS } from '../../sites/tou-windows/tou-periods.ts';
import {
  CONTRACT_A,
  CONTRACT_B,
  cosip,
  type Figures,
  flagMonths,
  type MeasuredFacts,
  measuredFacts,
  perTouPeriod,
  taxes,
} from '../testing/bill-facts.ts';
import type { GoldenBill } from '../testing/golden-bill.ts';
import { WATER_BILLS } from '../testing/golden-water.ts';
import { AZUL, BRANCA, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { type BillChange, explainBillChange, type PricedCycle, pricedBy } from './bill-change.ts';
import { billChangeSentence, changePartText, comparedDaysText } from './bill-change-texts.ts';
import { priceCycle } from './price-cycle.ts';

const OCTOBER = { first: civilDate('2026-10-01'), last: civilDate('2026-10-31') };
const NOVEMBER = { first: civilDate('2026-11-01'), last: civilDate('2026-11-30') };
const GREEN = flagMonths({ '2026-10': 'verde', '2026-11': 'verde' });
const YELLOW = flagMonths({ '2026-10': 'verde', '2026-11': 'amarela' });

function priced(
  facts: MeasuredFacts,
  contract: Partial<BillingContract> = {},
  flags: FlagMonths = GREEN,
): PricedCycle {
  const terms = { ...CONTRACT_B, ...contract };
  const price: PricedCycle['price'] = (measured, flagsOf, contractOf = terms) =>
    priceCycle(measured, { contract: contractOf, flags: flagsOf });
  const measured = measuredFacts(facts);
  return { bill: price(measured, flags), measured, flags, price };
}

const amounts = ({ parts }: BillChange) =>
  parts.map(({ kind, touPeriod, label, amount }) => [label ?? touPeriod ?? kind, amount / 100]);
const sum = ({ parts }: BillChange) => parts.reduce((all, { amount }) => all + amount, 0);

describe('the difference of two bills at R$ 1 per kWh', () => {
  const october = { rules: CONVENCIONAL, cycle: OCTOBER, consumed: { outPoint: 3100 } };
  const november = { rules: CONVENCIONAL, cycle: NOVEMBER, consumed: { outPoint: 3040 } };

  test('prices a cycle by another contract, with the missing data of its own bill', () => {
    const cycle = priced(october);
    const own = {
      ...cycle,
      bill: { ...cycle.bill, missing: ['Falta um medidor geral.'], completeness: 0.5 },
    };
    const other = pricedBy(own, { ...CONTRACT_B, cosip: cosip(10) });
    expect(other.bill).toMatchObject({
      total: cycle.bill.total + 1000,
      missing: ['Falta um medidor geral.'],
      completeness: 0.5,
    });
    expect(other.price(cycle.measured, GREEN).total).toBe(other.bill.total);
  });

  test('explains a difference by a day and by the daily use', () => {
    expect(amounts(explainBillChange(priced(october), priced(november)))).toEqual([
      ['days', -100],
      ['outPoint', 40],
    ]);
  });

  test('names the national taxes that replaced others, within the lines or beside them', () => {
    const vatPeriods = [
      {
        validFrom: civilDate('2026-11-01'),
        cbs: parseRate('0.08'),
        ibsState: parseRate('0'),
        ibsMunicipal: parseRate('0'),
        effect: 'charged',
        endsPisCofins: 'due',
        source: 'a test',
        isConfirmed: true,
      },
    ] as const;
    for (const vat of ['within', 'own'] as const) {
      const printing = { ...USUAL_PRINTING, vat };
      const contract = { taxes: [taxes('0', '0.01', '0.04')], vatPeriods, printing };
      const change = explainBillChange(
        priced({ ...october, consumed: { outPoint: 3040 } }, contract),
        priced({ ...november, cycle: NOVEMBER }, contract),
      );
      expect(sum(change)).toBe(change.after.total - change.before.total);
      const use = { consumed: [3040e6, 3040e6], flags: GREEN } as const;
      const part = change.parts.find(({ kind }) => kind === 'taxes');
      // From 3,040 / 0.95 to 3,040 × 1.08; the days and the consumption by day cancel out.
      expect(part?.amount).toBe(8320);
      expect(part && changePartText(part, change, use)).toBe(
        'impostos, com CBS e IBS em vez de PIS e COFINS',
      );
      expect(part && changePartText(part, { ...change, before: change.after }, use)).toBe('impostos');
    }
  });

  test('separates hotter days from other consumption', () => {
    const influences = [{ kind: 'temperature', change: 90e6, isHigher: true }] as const;
    const change = explainBillChange(priced(october), priced(november), influences);
    expect(amounts(change)).toEqual([
      ['days', -100],
      ['temperature', 90],
      ['outPoint', -50],
    ]);
    const use = { consumed: [3100e6, 3040e6], flags: GREEN } as const;
    expect(billChangeSentence(change, use, 'outubro').replaceAll('\u00a0', ' ')).toBe(
      'R$ 60 menos que outubro: um dia a menos (−R$ 100), dias mais quentes (+R$ 90), outro consumo por dia (−R$ 50)',
    );
  });

  test('takes no more away by an influence than was consumed', () => {
    const influences = [{ kind: 'production', change: -9000e6, isHigher: false }] as const;
    const change = explainBillChange(priced(october), priced(november), influences);
    expect(amounts(change)).toEqual([
      ['days', -100],
      // The minimum of 100 kWh is charged also without consumption.
      ['production', -2900],
      ['outPoint', 2940],
    ]);
    const [, production] = change.parts;
    const use = { consumed: [3100e6, 3040e6], flags: GREEN } as const;
    expect(production && changePartText(production, change, use)).toBe('produção menor');
  });

  test('explains a difference by flag, public lighting and price', () => {
    const dearer = {
      ...CONVENCIONAL,
      energy: { outPoint: { ...CONVENCIONAL.energy.outPoint, te: 5_000_000_000n } },
    };
    const change = explainBillChange(
      priced(october, { cosip: cosip(10) }, YELLOW),
      priced({ ...november, rules: dearer as TariffRules }, { cosip: cosip(12.5) }, YELLOW),
    );
    expect(amounts(change)).toEqual([
      ['days', -100],
      ['outPoint', 40],
      ['price', 304],
      ['flag', 57.3],
      ['COSIP', 2.5],
    ]);
  });

  test('explains a difference by taxes', () => {
    const change = explainBillChange(
      priced(october, { taxes: [taxes('0.2')] }),
      priced({ ...october, cycle: NOVEMBER, consumed: { outPoint: 3000 } }, { taxes: [taxes('0.25')] }),
    );
    expect(amounts(change)).toEqual([
      ['days', -125],
      ['taxes', 250],
    ]);
  });

  test('returns no causes for equal bills', () => {
    const change = explainBillChange(priced(october), priced(october));
    expect(amounts(change)).toEqual([]);
    expect(billChangeSentence(change, { consumed: [1, 1], flags: GREEN }, 'setembro')).toBe(
      'O mesmo valor que setembro',
    );
  });
});

describe('the change by time-of-use period', () => {
  test('explains the change of each time-of-use period', () => {
    const consumed = (inPoint: number, outPoint: number) => ({ inPoint, interPoint: 10, outPoint });
    const change = explainBillChange(
      priced({ rules: BRANCA, cycle: OCTOBER, consumed: consumed(100, 300) }),
      priced({ rules: BRANCA, cycle: OCTOBER, consumed: consumed(80, 350) }),
    );
    expect(amounts(change)).toEqual([
      ['inPoint', -40],
      ['outPoint', 40],
    ]);
    expect(
      change.consumption.map(({ touPeriod, unitPrice }) => [touPeriod, Math.round(unitPrice * 1e6)]),
    ).toEqual([
      ['inPoint', 200],
      ['interPoint', 120],
      ['outPoint', 80],
    ]);
  });

  test('does not compare time-of-use periods when the tariffs have different ones', () => {
    const change = explainBillChange(
      priced({ rules: CONVENCIONAL, cycle: OCTOBER, consumed: { outPoint: 300 } }),
      priced(
        { rules: BRANCA, cycle: OCTOBER, consumed: { inPoint: 10, interPoint: 20, outPoint: 300 } },
        { modality: 'branca' },
      ),
    );
    expect(amounts(change)).toEqual([
      ['consumption', 30],
      ['price', -46],
    ]);
  });

  test('explains demand as a separate cause', () => {
    const facts = { rules: VERDE, cycle: OCTOBER, consumed: { inPoint: 10, outPoint: 300 } };
    const contract = { ...CONTRACT_A, demand: { mode: 'single' as const, demand: 30_000 as never } };
    const change = explainBillChange(
      priced({ ...facts, demand: { outPoint: 30 } }, contract),
      priced({ ...facts, demand: { outPoint: 40 } }, contract),
    );
    // The later cycle has 10 kW more, at R$ 20 as demand and at R$ 40 as overrun.
    expect(amounts(change)).toEqual([['demand', 600]]);
  });
});

test('explains a higher water cost by tiers, with one price for all meters', () => {
  const [{ facts, terms }] = WATER_BILLS as readonly [GoldenBill];
  const of = (m3: number) => priced({ ...facts, cycle: OCTOBER, m3 }, terms.contract, terms.flags);
  const change = explainBillChange(of(15), of(30));
  expect(sum(change)).toBe(change.after.total - change.before.total);
  expect(change.parts.map(({ kind }) => kind)).toEqual(['consumption']);
  expect(change.consumption).toMatchObject([{ touPeriod: null, quantity: 15e6 }]);
  const small = explainBillChange(of(30), of(30.5));
  expect(small.consumption[0]?.unitPrice).toBeGreaterThan(0);
});

test('returns one price without consumption, or with little change between different tariffs', () => {
  const empty = explainBillChange(
    priced({ rules: CONVENCIONAL, cycle: OCTOBER }),
    priced({ rules: BRANCA, cycle: OCTOBER }),
  );
  expect(empty.consumption).toMatchObject([{ quantity: 0, unitPrice: 0 }]);
  const close = explainBillChange(
    priced({ rules: CONVENCIONAL, cycle: OCTOBER, consumed: { outPoint: 300 } }),
    priced({ rules: BRANCA, cycle: OCTOBER, consumed: { outPoint: 301 } }),
  );
  expect(close.consumption[0]?.unitPrice).toBeCloseTo(1e-4, 8);
});

test('compares days without a tariff', () => {
  const bare = ({ measured, flags, price }: PricedCycle): PricedCycle => {
    const intervals = measured.intervals.map((one) => ({ ...one, version: null }));
    const without = { ...measured, intervals };
    return { bill: price(without, flags), measured: without, flags, price };
  };
  const facts = { rules: CONVENCIONAL, cycle: OCTOBER, consumed: { outPoint: 300 } };
  expect(amounts(explainBillChange(bare(priced(facts)), priced(facts)))).toEqual([['price', 300]]);
});

test('returns no marginal price for a cycle without measurements', () => {
  const change = explainBillChange(
    priced({ rules: CONVENCIONAL, cycle: OCTOBER }),
    priced({ rules: BRANCA, cycle: OCTOBER, consumed: { inPoint: 10 } }),
  );
  expect(change.after.total - change.before.total).toBe(sum(change));
});

const figures = fc.record({
  inPoint: fc.nat(900),
  interPoint: fc.nat(900),
  outPoint: fc.nat(90_000),
}) satisfies fc.Arbitrary<Figures>;
const side = fc.record({
  rules: fc.constantFrom<TariffRules>(CONVENCIONAL, BRANCA, VERDE, AZUL),
  days: fc.integer({ min: 0, max: 29 }),
  consumed: figures,
  injected: figures,
  demand: figures,
  excess: figures,
  rate: fc.constantFrom('0', '0.18', '0.25'),
  light: fc.nat(40),
});

const influence = fc.record({
  kind: fc.constantFrom<'temperature' | 'production'>('temperature', 'production'),
  change: fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
  isHigher: fc.boolean(),
});

test('returns causes that add up to the difference to the cent', () => {
  fc.assert(
    fc.property(side, side, fc.array(influence, { maxLength: 2 }), (one, other, influences) => {
      const of = ({ rules, days, rate, light, ...facts }: typeof one, month: '10' | '11') => {
        const last = civilDate(`2026-${month}-${String(days + 1).padStart(2, '0')}`);
        const base = rules === CONVENCIONAL || rules === BRANCA ? CONTRACT_B : CONTRACT_A;
        return priced(
          { ...facts, rules, cycle: { first: civilDate(`2026-${month}-01`), last } },
          { ...base, demand: perTouPeriod(20, 40), taxes: [taxes(rate)], cosip: cosip(light) },
          YELLOW,
        );
      };
      const [before, after] = [of(one, '10'), of(other, '11')];
      const change = explainBillChange(before, after, influences);
      expect(sum(change)).toBe(change.after.total - change.before.total);
      expect(change.before).toEqual(before.price(before.measured, YELLOW));
      const consumed = sumOfIntervals(after.measured.intervals, 'consumed');
      // The scaled earlier consumption plus its changes is the later consumption.
      const earlier = sumOfIntervals(before.measured.intervals, 'consumed');
      const [complete, early] = [consumed, earlier].map((by) =>
        TOU_PERIODS.reduce((all, touPeriod) => all + by[touPeriod], 0),
      );
      const changed = change.consumption.reduce((all, { quantity }) => all + quantity, 0);
      expect(Math.abs((early ?? 0) * change.expectedFactor + changed - (complete ?? 0))).toBeLessThanOrEqual(
        9,
      );
    }),
  );
});

describe('the sentence about a bill change', () => {
  const change = explainBillChange(
    priced({ rules: CONVENCIONAL, cycle: OCTOBER, consumed: { outPoint: 3100 } }, {}, YELLOW),
    priced({ rules: CONVENCIONAL, cycle: NOVEMBER, consumed: { outPoint: 3040 } }, {}, YELLOW),
  );
  const use = { consumed: [3100, 3040], flags: YELLOW } as const;

  const text = (of: BillChange, name = 'outubro') =>
    billChangeSentence(of, use, name).replaceAll('\u00a0', ' ');

  test('names the largest causes, with cents below R$ 10', () => {
    expect(text(change)).toBe(
      'R$ 2,70 menos que outubro: um dia a menos (−R$ 100,00), bandeira amarela (+R$ 57,30), consumo por dia +1,3% (+R$ 40,00)',
    );
    const facts = { rules: BRANCA, cycle: NOVEMBER };
    const branca = explainBillChange(
      priced({ ...facts, consumed: { inPoint: 100, outPoint: 300 } }),
      priced({ ...facts, consumed: { inPoint: 120, outPoint: 320 } }, { cosip: cosip(1) }),
    );
    const used = { ...use, consumed: [400, 440] } as const;
    expect(billChangeSentence(branca, used, 'outubro').replaceAll('\u00a0', ' ')).toBe(
      'R$ 57 mais que outubro: consumo +10,0% (+R$ 56)',
    );
    expect(branca.parts.map((part) => changePartText(part, branca, use))).toEqual([
      'consumo na ponta',
      'consumo fora ponta',
      'COSIP',
    ]);
  });

  test('names consumption without previous use, and several flags', () => {
    const facts = { rules: CONVENCIONAL, cycle: { ...OCTOBER, last: NOVEMBER.last } };
    const flags = flagMonths({ '2026-10': 'verde', '2026-11': 'escassez-hidrica' });
    const grown = explainBillChange(
      priced({ ...facts, cycle: OCTOBER, consumed: {} }, { supply: null }, flags),
      priced({ ...facts, consumed: { outPoint: 50 } }, { supply: null }, flags),
    );
    expect(billChangeSentence(grown, { consumed: [0, 50], flags }, 'outubro').replaceAll('\u00a0', ' ')).toBe(
      'R$ 53 mais que outubro: consumo por dia (+R$ 50), bandeiras (+R$ 3)',
    );
  });

  test('shows the measured share of the earlier days', () => {
    const partly = { ...change, before: { ...change.before, completeness: 0.5 } };
    expect(text(partly)).toMatch(/ · outubro só 50,0% medido$/);
  });

  test('names time-of-use periods whose changes cancel each other', () => {
    const facts = { rules: BRANCA, cycle: { ...OCTOBER, last: civilDate('2026-10-29') } };
    const cancelled = explainBillChange(
      priced({ ...facts, consumed: { inPoint: 100, outPoint: 300 } }),
      priced({ ...facts, consumed: { inPoint: 80, outPoint: 350 } }, { cosip: cosip(20) }),
    );
    expect(text(cancelled)).toBe(
      'R$ 20 mais que outubro: consumo na ponta (−R$ 40), consumo fora ponta (+R$ 40), COSIP (+R$ 20)',
    );
    const longer = explainBillChange(
      priced({ ...facts, consumed: { outPoint: 290 } }),
      priced({ rules: BRANCA, cycle: OCTOBER, consumed: { outPoint: 310 } }),
    );
    expect(text(longer)).toBe('R$ 16 mais que outubro: 2 dias a mais (+R$ 16)');
  });

  test('names the parts of the change', () => {
    expect(change.parts.map((part) => changePartText(part, change, use))).toEqual([
      'um dia a menos',
      'consumo por dia +1,3%',
      'bandeira amarela',
    ]);
    const ofPrice = { kind: 'price', touPeriod: null, label: null, amount: cents(1) } as const;
    expect(changePartText(ofPrice, change, use)).toBe('preço da tarifa');
  });

  test('names the compared days', () => {
    expect(comparedDaysText(OCTOBER, false)).toBe('outubro');
    expect(comparedDaysText({ ...OCTOBER, last: civilDate('2026-10-12') }, true)).toBe(
      'nos mesmos dias de outubro',
    );
    const cycle = { first: civilDate('2026-10-05'), last: civilDate('2026-11-04') };
    expect(comparedDaysText(cycle, false)).toBe('o ciclo anterior');
    expect(comparedDaysText(cycle, true)).toBe('na mesma parte do ciclo anterior');
    expect(comparedDaysText({ first: cycle.first, last: cycle.first }, false)).toBe('5 out');
    const days = { first: civilDate('2026-10-01'), last: civilDate('2026-10-10') };
    expect(comparedDaysText(days, false, true)).toBe('os 10 dias anteriores');
  });
});
