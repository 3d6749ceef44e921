import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRate } from '../../base/units/rate.ts';
import {
  type BillingContract,
  type BillPrinting,
  USUAL_PRINTING,
} from '../../sites/tariffs/billing-contract.ts';
import {
  CONTRACT_A,
  CONTRACT_B,
  flagMonths,
  type MeasuredFacts,
  measuredFacts,
  perTouPeriod,
  reais,
  single,
  taxes,
} from '../testing/bill-facts.ts';
import { AZUL, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { priceCycle } from './price-cycle.ts';

const YELLOW = flagMonths({ '2026-06': 'amarela' });
const GREEN = flagMonths({ '2026-06': 'verde' });
const TAXED = [taxes('0.18', '0.0123', '0.0567')];

const billOf = (facts: MeasuredFacts, contract: Partial<BillingContract>, flags = GREEN) =>
  priceCycle(measuredFacts(facts), { contract: { ...CONTRACT_B, ...contract }, flags });
const printed = (changes: Partial<BillPrinting>): Pick<BillingContract, 'printing'> => ({
  printing: { ...USUAL_PRINTING, ...changes },
});
const half = { mode: 'livre', demandDiscount: parseRate('0.5'), supplierPrice: null } as const;

/** Rounds to cents with floats; the tested amounts avoid ties and whole cents, where floats could err. */
const inCents = (reaisOf: number, rounding: 'truncate' | 'half-up') =>
  rounding === 'truncate' ? Math.trunc(reaisOf * 100 + 1e-7) : Math.floor(reaisOf * 100 + 0.5 + 1e-7);

describe('the conversion of lines to cents', () => {
  const ROUNDINGS = ['truncate', 'half-up'] as const;

  test('rounds the complete line, or the untaxed part and each tax separately', () => {
    const integerKwh = fc.integer({ min: 101, max: 90_000 });
    fc.assert(
      fc.property(integerKwh, fc.constantFrom(...ROUNDINGS), (kwh, rounding) => {
        const facts = { rules: CONVENCIONAL, consumed: { outPoint: kwh } };
        const line = (lineCents: 'whole' | 'parts') =>
          billOf(facts, { taxes: TAXED, ...printed({ rounding, lineCents }) }).lines[0];
        const gross = kwh / (0.82 * 0.931);
        const [icms, base] = [gross * 0.18, gross * 0.82];
        const parts = [kwh, icms, base * 0.0123, base * 0.0567].map((part) => inCents(part, rounding));
        expect(line('parts')).toMatchObject({
          amount: parts.reduce((sum, part) => sum + part, 0),
          taxes: { icms: parts[1], pis: parts[2], cofins: parts[3] },
        });
        const complete = line('whole');
        expect(complete?.amount).toBe(inCents(gross, rounding));
        expect(complete?.taxes.icms).toBe(inCents(((complete?.amount ?? 0) / 100) * 0.18, rounding));
      }),
    );
  });

  test('rounds lines with the older additive taxes, and lines without taxes', () => {
    const facts = { rules: CONVENCIONAL, consumed: { outPoint: 777 } };
    const additive = [taxes('0.2', '0.05', '0.05', 'additive')];
    const [line] = billOf(facts, { taxes: additive, ...printed({ lineCents: 'parts' }) }).lines;
    expect(line).toMatchObject({ amount: 111_000, taxes: { icms: 22_200, pis: 5_550, cofins: 5_550 } });
  });
});

describe('the flag within the price', () => {
  const facts = { rules: CONVENCIONAL, consumed: { outPoint: 1000 } };

  test('prints no flag line, and changes the total by one cent at most', () => {
    const beside = billOf(facts, { taxes: TAXED }, YELLOW);
    const inside = billOf(facts, { taxes: TAXED, ...printed({ flag: 'price' }) }, YELLOW);
    expect(beside.lines.map(({ kind }) => kind)).toEqual(['energy', 'flag']);
    expect(inside.lines.map(({ kind }) => kind)).toEqual(['energy']);
    expect(Math.abs(inside.total - beside.total)).toBeLessThanOrEqual(1);
    expect(inside.lines[0]?.amount).toBe(Math.trunc((1000 * 1.01885 * 100) / (0.82 * 0.931)));
  });

  test('adds the flag to the TE line, and reports an unknown flag', () => {
    const separate = { ...facts, rules: { ...CONVENCIONAL, tusdTe: 'separate' as const } };
    const contract = printed({ flag: 'price' });
    expect(billOf(separate, contract, YELLOW).lines.map(({ amount }) => amount)).toEqual([41_885, 60_000]);
    expect(billOf(separate, contract, flagMonths({})).missing).toEqual([
      expect.stringContaining('Falta a bandeira'),
    ]);
  });

  test.each(['joined', 'separate'] as const)('returns the flag with compensated energy (%s)', (tusdTe) => {
    const both = { icms: true, pisCofins: true };
    const bill = billOf(
      { rules: { ...CONVENCIONAL, tusdTe }, consumed: { outPoint: 1000 }, injected: { outPoint: 400 } },
      {
        ...printed({ flag: 'price' }),
        generation: { class: 'I', credits: [], ownTaxes: both, otherTaxes: both },
      },
      YELLOW,
    );
    expect(bill.total).toBe(101_885 - 40_754);
  });

  test('applies no flag to a free customer', () => {
    const free = { ...CONTRACT_A, market: half, ...printed({ flag: 'price' }) };
    const verde = { rules: VERDE, consumed: { outPoint: 1000 } };
    expect(billOf(verde, free, YELLOW).total).toBe(billOf(verde, free, GREEN).total);
  });
});

describe('the discount of an incentivised source as a separate credit', () => {
  const credit = printed({ discount: 'credit' });

  test('is untaxed, covers all demand except the overrun, and is neutral without taxes', () => {
    const facts = { rules: VERDE, consumed: { inPoint: 100, outPoint: 900 }, demand: { outPoint: 120 } };
    const contract = { ...CONTRACT_A, market: half, demand: single(100) };
    const asCredit = billOf(facts, { ...contract, taxes: TAXED, ...credit });
    expect(asCredit.lines.filter(({ amount }) => amount < 0)).toMatchObject([
      { label: 'Crédito APCEI – Consumo TUSD ponta', amount: -7000, taxes: { icms: 0, pis: 0, cofins: 0 } },
      { label: 'Crédito APCEI – Demanda', amount: -120_000 },
    ]);
    expect(billOf(facts, { ...contract, ...credit }).total).toBe(billOf(facts, contract).total);
  });

  test('covers both time-of-use periods of Azul and unused demand, and is absent without a discount', () => {
    const facts = { rules: AZUL, demand: { inPoint: 60, outPoint: 100 } };
    const contract = { ...CONTRACT_A, modality: 'azul', demand: perTouPeriod(80, 100) } as const;
    const lines = billOf(facts, { ...contract, market: half, ...credit }).lines;
    expect(lines.filter(({ amount }) => amount < 0).map(({ amount }) => amount)).toEqual([
      -150_000, -50_000, -100_000,
    ]);
    const without = { ...half, demandDiscount: parseRate('0') };
    expect(billOf(facts, { ...contract, market: without, ...credit }).lines).toHaveLength(3);
  });
});

describe('the COSIP line', () => {
  test('computes a share of the distributor’s charges before it, by the rounding of the bill', () => {
    const cosip = { mode: 'share', share: parseRate('0.07') } as const;
    const facts = { rules: CONVENCIONAL, consumed: { outPoint: 333 } };
    const at = (rounding: 'truncate' | 'half-up') =>
      billOf(facts, { cosip, taxes: TAXED, ...printed({ rounding }) }).lines.at(-1)?.amount;
    // 333 / (0.82 × 0.931) = 436.18979…, of which 7 % are 30.5326 and 30.5333.
    expect([at('truncate'), at('half-up')]).toEqual([3053, 3053]);
    const refunded = { ...facts, consumed: {} };
    expect(billOf(refunded, { cosip, supply: null }).lines).toEqual([]);
  });

  test('uses the highest billed demand for bands in kW', () => {
    const bands = [
      { upTo: 100, amount: reais(50) },
      { upTo: null, amount: reais(90) },
    ];
    const contract = { ...CONTRACT_A, modality: 'azul', demand: perTouPeriod(80, 100) } as const;
    const at = (kw: number) =>
      billOf(
        { rules: AZUL, demand: { inPoint: 60, outPoint: kw } },
        { ...contract, cosip: { mode: 'bands', by: 'kW', bands } },
      ).lines.at(-1);
    expect([at(90)?.amount, at(100)?.amount, at(100.1)?.amount]).toEqual([5000, 5000, 9000]);
    const inGroupB = billOf({ rules: CONVENCIONAL }, { cosip: { mode: 'bands', by: 'kW', bands } });
    expect(inGroupB.lines.at(-1)?.amount).toBe(5000);
  });
});
