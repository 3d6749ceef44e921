import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { parseRate } from '../../base/units/rate.ts';
import { type Benefit, benefitHours, benefitsOn, USUAL_BENEFITS } from '../../sites/tariffs/benefit.ts';
import {
  type BillingContract,
  type DiscountPlace,
  USUAL_PRINTING,
} from '../../sites/tariffs/billing-contract.ts';
import { erringBills } from '../bill-check/check-bill.ts';
import {
  CONTRACT_A,
  CONTRACT_B,
  EVER,
  type Figures,
  flagMonths,
  type MeasuredFacts,
  measuredFacts,
  single,
  taxes,
} from '../testing/bill-facts.ts';
import { AZUL, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import type { Bill } from './bill.ts';
import { priceCycle } from './price-cycle.ts';

const TAXED = [taxes('0.2', '0.0165', '0.076')];
const FACTOR = 1 / (0.8 * 0.9075);
const GREEN = flagMonths({ '2026-06': 'verde' });
const rate = parseRate;

const benefit = (more: Partial<Benefit> = {}): Benefit => ({
  kind: 'rural',
  label: 'Rural',
  steps: [{ upTo: null, tusd: rate('0.3'), te: rate('0.1') }],
  demand: rate('0'),
  hours: null,
  first: EVER,
  last: null,
  ...more,
});
const SOCIAL = benefit({ kind: 'social', label: 'Tarifa social', ...USUAL_BENEFITS.social });
/** Steps of Lei 12.212/2010, each for its own kWh. */
const OLD_SOCIAL = benefit({
  label: 'Tarifa social',
  steps: [
    { upTo: 30, tusd: rate('0.65'), te: rate('0.65') },
    { upTo: 100, tusd: rate('0.4'), te: rate('0.4') },
    { upTo: 220, tusd: rate('0.1'), te: rate('0.1') },
  ],
});
const AT_NIGHT = benefit({ kind: 'irrigation', label: 'Irrigação', ...USUAL_BENEFITS.irrigation });

const milli = (figures: Figures) => ({
  inPoint: (figures.inPoint ?? 0) * 1e6,
  interPoint: (figures.interPoint ?? 0) * 1e6,
  outPoint: (figures.outPoint ?? 0) * 1e6,
});
const billOf = (
  facts: MeasuredFacts,
  benefits: readonly Benefit[],
  {
    place = 'price',
    inHours,
    ...contract
  }: Partial<BillingContract> & { place?: DiscountPlace; inHours?: Figures } = {},
): Bill => {
  const measured = measuredFacts(facts);
  const intervals = measured.intervals.map((one) => (inHours ? { ...one, inHours: milli(inHours) } : one));
  return priceCycle(
    { ...measured, intervals },
    {
      contract: {
        ...CONTRACT_B,
        supply: 'monofasico',
        taxes: TAXED,
        ...contract,
        benefits,
        printing: { ...USUAL_PRINTING, discount: place },
      },
      flags: GREEN,
    },
  );
};
const linesOf = ({ lines }: Bill) =>
  lines.map(({ label, quantity, amount }) => [label, (quantity ?? 0) / 1e6, amount]);
const cut = (reais: number) => Math.trunc(reais * 100 + 1e-6);
const half = (reais: number) => Math.floor(reais * 100 + 0.5 + 1e-6);

describe('the social tariff', () => {
  test('applies each discount step to its own kWh, and none beyond the last step', () => {
    expect(linesOf(billOf({ rules: CONVENCIONAL, consumed: { outPoint: 250 } }, [OLD_SOCIAL]))).toEqual([
      ['Consumo – Tarifa social até 30 kWh', 30, cut(30 * 0.35 * FACTOR)],
      ['Consumo – Tarifa social de 30 a 100 kWh', 70, cut(70 * 0.6 * FACTOR)],
      ['Consumo – Tarifa social de 100 a 220 kWh', 120, cut(120 * 0.9 * FACTOR)],
      ['Consumo', 30, cut(30 * FACTOR)],
    ]);
  });

  test('costs the same as a calculation for each single kWh', () => {
    fc.assert(
      fc.property(fc.integer({ min: 31, max: 400 }), (kwh) => {
        const off = (n: number) => (n <= 30 ? 0.65 : n <= 100 ? 0.4 : n <= 220 ? 0.1 : 0);
        let sum = 0;
        for (let n = 1; n <= kwh; n++) sum += (1 - off(n)) * FACTOR;
        const { total, lines } = billOf({ rules: CONVENCIONAL, consumed: { outPoint: kwh } }, [OLD_SOCIAL]);
        expect(Math.abs(total - sum * 100)).toBeLessThanOrEqual(lines.length);
      }),
    );
  });

  test('charges nothing up to 80 kWh, not even the minimum of the supply', () => {
    const within = billOf({ rules: CONVENCIONAL, consumed: { outPoint: 12 } }, [SOCIAL]);
    expect(linesOf(within)).toEqual([['Consumo – Tarifa social até 80 kWh', 12, 0]]);
    const beyond = billOf({ rules: CONVENCIONAL, consumed: { outPoint: 100 } }, [SOCIAL]);
    expect(beyond.total).toBe(cut(20 * FACTOR));
    const smallest = billOf({ rules: CONVENCIONAL, consumed: { outPoint: 80 } }, [SOCIAL], {
      supply: 'trifasico',
    });
    expect(linesOf(smallest).at(-1)).toEqual(['Custo de disponibilidade', 0, cut(20 * FACTOR)]);
  });
});

describe('the place of a benefit on a bill', () => {
  const facts = { rules: { ...CONVENCIONAL, tusdTe: 'separate' as const }, consumed: { outPoint: 1000 } };
  const [te, tusd] = [400, 600];

  test('applies the benefit in the price', () => {
    expect(linesOf(billOf(facts, [benefit()]))).toEqual([
      ['Consumo TE – Rural', 1000, cut(te * 0.9 * FACTOR)],
      ['Consumo TUSD – Rural', 1000, cut(tusd * 0.7 * FACTOR)],
    ]);
  });

  test('prints the benefit as a credit of the untaxed tariff', () => {
    const bill = billOf(facts, [benefit()], { place: 'credit' });
    expect(linesOf(bill)).toEqual([
      ['Consumo TE – Rural', 1000, cut(te * FACTOR)],
      ['Desconto – Consumo TE – Rural', -1000, -half(te * 0.1)],
      ['Consumo TUSD – Rural', 1000, cut(tusd * FACTOR)],
      ['Desconto – Consumo TUSD – Rural', -1000, -half(tusd * 0.3)],
    ]);
  });

  test('prints the benefit gross with taxes and net without taxes', () => {
    const bill = billOf(facts, [benefit()], { place: 'gross-net' });
    expect(linesOf(bill)).toEqual([
      ['Consumo TE – Rural', 1000, cut(te * 0.9 * FACTOR)],
      ['Benefício tarifário bruto – Consumo TE – Rural', 1000, cut(te * 0.1 * FACTOR)],
      ['Benefício tarifário líquido – Consumo TE – Rural', -1000, -half(te * 0.1)],
      ['Consumo TUSD – Rural', 1000, cut(tusd * 0.7 * FACTOR)],
      ['Benefício tarifário bruto – Consumo TUSD – Rural', 1000, cut(tusd * 0.3 * FACTOR)],
      ['Benefício tarifário líquido – Consumo TUSD – Rural', -1000, -half(tusd * 0.3)],
    ]);
    const full = billOf(facts, []).total;
    expect(Math.abs(bill.total - (full - half(te * 0.1 + tusd * 0.3)))).toBeLessThanOrEqual(4);
  });

  test('prints the benefit of an incentivised source gross and net on a free-market bill', () => {
    const market = { mode: 'livre', demandDiscount: rate('0.5'), supplierPrice: null } as const;
    const bill = billOf(
      { rules: VERDE, consumed: { inPoint: 10, outPoint: 100 }, demand: { outPoint: 50 } },
      [],
      {
        ...CONTRACT_A,
        taxes: TAXED,
        market,
        demand: single(50),
        place: 'gross-net',
      },
    );
    expect(linesOf(bill)).toEqual([
      ['Consumo TUSD ponta', 10, cut(10 * 0.8 * FACTOR)],
      ['Benefício tarifário bruto – Consumo TUSD ponta', 10, cut(10 * 0.7 * FACTOR)],
      ['Benefício tarifário líquido – Consumo TUSD ponta', -10, -700],
      ['Consumo TUSD fora ponta', 100, cut(10 * FACTOR)],
      ['Demanda', 50, cut(500 * FACTOR)],
      ['Benefício tarifário bruto – Demanda', 50, cut(500 * FACTOR)],
      ['Benefício tarifário líquido – Demanda', -50, -50_000],
    ]);
  });
});

describe('the irrigation benefit by hours', () => {
  test('applies only to the consumption in its hours, by time-of-use period', () => {
    const bill = billOf(
      {
        rules: { ...VERDE, reactive: null },
        consumed: { inPoint: 50, outPoint: 1000 },
        demand: { outPoint: 10 },
      },
      [AT_NIGHT],
      { ...CONTRACT_A, taxes: TAXED, demand: single(10), inHours: { outPoint: 600 } },
    );
    expect(linesOf(bill).slice(0, 3)).toEqual([
      ['Consumo ponta', 50, cut(50 * 2 * FACTOR)],
      ['Consumo fora ponta – Irrigação', 600, cut(600 * 0.4 * 0.4 * FACTOR)],
      ['Consumo fora ponta', 400, cut(400 * 0.4 * FACTOR)],
    ]);
  });

  test('applies after another benefit to its remainder, and never to more than the consumption', () => {
    const steps = [{ upTo: null, tusd: rate('0.1'), te: rate('0.1') }];
    const facts = { rules: CONVENCIONAL, consumed: { outPoint: 100 } };
    const both = billOf(facts, [benefit({ steps }), AT_NIGHT], { inHours: { outPoint: 400 } });
    expect(linesOf(both)).toEqual([['Consumo – Rural, Irrigação', 100, cut(100 * 0.9 * 0.4 * FACTOR)]]);
    expect(linesOf(billOf(facts, [AT_NIGHT]))).toEqual([['Consumo', 100, cut(100 * FACTOR)]]);
  });
});

test('joins equal benefits into one line per time-of-use period, and accepts limits in fractions of a kWh', () => {
  const steps = [
    { upTo: 0.5, tusd: rate('0'), te: rate('0') },
    { upTo: null, tusd: rate('0.5'), te: rate('0.5') },
  ];
  const bill = billOf(
    { rules: CONVENCIONAL, consumed: { outPoint: 100 } },
    [benefit({ steps }), benefit({ ...AT_NIGHT, steps: [] })],
    { inHours: { outPoint: 40 } },
  );
  expect(linesOf(bill)).toEqual([
    ['Consumo', 0.5, cut(0.5 * FACTOR)],
    ['Consumo – Rural acima de 0,50 kWh', 99.5, cut(99.5 * 0.5 * FACTOR)],
  ]);
});

test('applies to demand, separately from overrun, and beside an incentivised source', () => {
  const facts = { rules: AZUL, consumed: { outPoint: 1 }, demand: { inPoint: 10, outPoint: 30 } };
  const contract = { ...CONTRACT_A, taxes: [taxes('0')], demand: single(20) };
  const rural = benefit({ steps: [], demand: rate('0.1') });
  const demandOf = (bill: Bill) =>
    bill.lines.filter(({ unit }) => unit === 'kW').map(({ amount }) => amount / 100);
  expect(demandOf(billOf(facts, [rural], contract))).toEqual([450, 450, 540, 400]);
  const market = { mode: 'livre', demandDiscount: rate('0.5'), supplierPrice: null } as const;
  expect(demandOf(billOf(facts, [rural], { ...contract, market }))).toEqual([225, 225, 270, 400]);
});

test('applies a benefit to bills that end within its days', () => {
  const one = benefit({ first: civilDate('2026-06-30'), last: civilDate('2026-06-30') });
  expect(benefitsOn([one], civilDate('2026-06-30'))).toEqual([one]);
  expect(benefitsOn([one], civilDate('2026-06-29'))).toEqual([]);
  expect(benefitsOn([one], civilDate('2026-07-01'))).toEqual([]);
  expect(benefitsOn(undefined, civilDate('2026-07-01'))).toEqual([]);
  expect(benefitHours([one, AT_NIGHT])).toEqual({ start: 1290, end: 360 });
  expect([benefitHours([one]), benefitHours(undefined)]).toEqual([null, null]);
});

test('detects a bill that omits a benefit', () => {
  const measured = measuredFacts({ rules: CONVENCIONAL, consumed: { outPoint: 1000 } });
  const contract = { ...CONTRACT_B, taxes: TAXED, benefits: [benefit()] };
  const terms = { contract, flags: GREEN };
  const right = priceCycle(measured, terms);
  const found = erringBills({ measured, terms, versions: [], right });
  expect(found.find(({ error }) => error === 'discount')).toMatchObject({
    text: 'O desconto “Rural” não foi dado',
    amount: cut(1000 * FACTOR) - cut(780 * FACTOR),
  });
});
