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
  perPost,
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

/** Cents by plain floats; amounts are kept away from ties and whole cents, where floats could err. */
const inCents = (reaisOf: number, rounding: 'truncate' | 'half-up') =>
  rounding === 'truncate' ? Math.trunc(reaisOf * 100 + 1e-7) : Math.floor(reaisOf * 100 + 0.5 + 1e-7);

describe('lines become cents', () => {
  const ROUNDINGS = ['truncate', 'half-up'] as const;

  test('as a whole, or the untaxed part and each tax by itself; the taxes by the rounding of the lines', () => {
    const wholeKwh = fc.integer({ min: 101, max: 90_000 });
    fc.assert(
      fc.property(wholeKwh, fc.constantFrom(...ROUNDINGS), (kwh, rounding) => {
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

  test('with the older additive taxes and without any too', () => {
    const facts = { rules: CONVENCIONAL, consumed: { outPoint: 777 } };
    const additive = [taxes('0.2', '0.05', '0.05', 'additive')];
    const [line] = billOf(facts, { taxes: additive, ...printed({ lineCents: 'parts' }) }).lines;
    expect(line).toMatchObject({ amount: 111_000, taxes: { icms: 22_200, pis: 5_550, cofins: 5_550 } });
  });
});

describe('the flag inside the price', () => {
  const facts = { rules: CONVENCIONAL, consumed: { outPoint: 1000 } };

  test('has no line, and leaves the total within the cent of two lines', () => {
    const beside = billOf(facts, { taxes: TAXED }, YELLOW);
    const inside = billOf(facts, { taxes: TAXED, ...printed({ flag: 'price' }) }, YELLOW);
    expect(beside.lines.map(({ kind }) => kind)).toEqual(['energy', 'flag']);
    expect(inside.lines.map(({ kind }) => kind)).toEqual(['energy']);
    expect(Math.abs(inside.total - beside.total)).toBeLessThanOrEqual(1);
    expect(inside.lines[0]?.amount).toBe(Math.trunc((1000 * 1.01885 * 100) / (0.82 * 0.931)));
  });

  test('goes with the TE where TUSD and TE stand apart, and names a flag that is not known', () => {
    const separate = { ...facts, rules: { ...CONVENCIONAL, tusdTe: 'separate' as const } };
    const contract = printed({ flag: 'price' });
    expect(billOf(separate, contract, YELLOW).lines.map(({ amount }) => amount)).toEqual([41_885, 60_000]);
    expect(billOf(separate, contract, flagMonths({})).missing).toEqual([
      expect.stringContaining('Falta a bandeira'),
    ]);
  });

  test.each(['joined', 'separate'] as const)('is given back with what is compensated (%s)', (tusdTe) => {
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

  test('is none for who buys elsewhere', () => {
    const free = { ...CONTRACT_A, market: half, ...printed({ flag: 'price' }) };
    const verde = { rules: VERDE, consumed: { outPoint: 1000 } };
    expect(billOf(verde, free, YELLOW).total).toBe(billOf(verde, free, GREEN).total);
  });
});

describe('the discount of an incentivised source as a credit of its own', () => {
  const credit = printed({ discount: 'credit' });

  test('is untaxed, on all demand but the overrun, and comes to the same where there are no taxes', () => {
    const facts = { rules: VERDE, consumed: { inPoint: 100, outPoint: 900 }, demand: { outPoint: 120 } };
    const contract = { ...CONTRACT_A, market: half, demand: single(100) };
    const asCredit = billOf(facts, { ...contract, taxes: TAXED, ...credit });
    expect(asCredit.lines.filter(({ amount }) => amount < 0)).toMatchObject([
      { label: 'Crédito APCEI – Consumo TUSD ponta', amount: -7000, taxes: { icms: 0, pis: 0, cofins: 0 } },
      { label: 'Crédito APCEI – Demanda', amount: -120_000 },
    ]);
    expect(billOf(facts, { ...contract, ...credit }).total).toBe(billOf(facts, contract).total);
  });

  test('covers both posts of Azul and the demand that was not used; without a discount there is none', () => {
    const facts = { rules: AZUL, demand: { inPoint: 60, outPoint: 100 } };
    const contract = { ...CONTRACT_A, modality: 'azul', demand: perPost(80, 100) } as const;
    const lines = billOf(facts, { ...contract, market: half, ...credit }).lines;
    expect(lines.filter(({ amount }) => amount < 0).map(({ amount }) => amount)).toEqual([
      -150_000, -50_000, -100_000,
    ]);
    const without = { ...half, demandDiscount: parseRate('0') };
    expect(billOf(facts, { ...contract, market: without, ...credit }).lines).toHaveLength(3);
  });
});

describe('COSIP', () => {
  test('as a share is of what the distributor charges before it, by the rounding of the bill', () => {
    const cosip = { mode: 'share', share: parseRate('0.07') } as const;
    const facts = { rules: CONVENCIONAL, consumed: { outPoint: 333 } };
    const at = (rounding: 'truncate' | 'half-up') =>
      billOf(facts, { cosip, taxes: TAXED, ...printed({ rounding }) }).lines.at(-1)?.amount;
    // 333 / (0.82 × 0.931) = 436.18979…, of which 7 % are 30.5326 and 30.5333.
    expect([at('truncate'), at('half-up')]).toEqual([3053, 3053]);
    const refunded = { ...facts, consumed: {} };
    expect(billOf(refunded, { cosip, supply: null }).lines).toEqual([]);
  });

  test('goes by bands of the highest billed demand where they are in kW', () => {
    const bands = [
      { upTo: 100, amount: reais(50) },
      { upTo: null, amount: reais(90) },
    ];
    const contract = { ...CONTRACT_A, modality: 'azul', demand: perPost(80, 100) } as const;
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
