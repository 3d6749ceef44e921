import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { EMPTY, parseRate } from '../../base/units/rate.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import type { RulesVersion } from '../../sites/tariffs/tariff-rules.ts';
import { priceCycle } from '../bill/price-cycle.ts';
import {
  CONTRACT_A,
  CONTRACT_B,
  cosip,
  flagMonths,
  measuredFacts,
  single,
  taxes,
} from '../testing/bill-facts.ts';
import { CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { erringBills } from './check-bill.ts';

const flags = flagMonths({ '2026-06': 'verde' });
const since = (validFrom: string) => ({
  ...taxes('0.18', '0.0123', '0.0567'),
  validFrom: civilDate(validFrom),
});
const facts = measuredFacts({
  rules: CONVENCIONAL,
  consumed: { outPoint: 1000 },
  injected: { outPoint: 200 },
});
const versionFrom = (validFrom: string, more: bigint): RulesVersion => {
  const { outPoint } = CONVENCIONAL.energy;
  const dearer = { ...outPoint, te: (outPoint.te + more) as typeof outPoint.te };
  return {
    validFrom: civilDate(validFrom),
    rules: { ...CONVENCIONAL, energy: { ...CONVENCIONAL.energy, outPoint: dearer } },
  };
};
const CONTRACT: BillingContract = { ...CONTRACT_B, taxes: [since('2026-01-01')], cosip: cosip(40) };

const errorsOf = (
  contract: Partial<BillingContract>,
  { versions = [] as readonly RulesVersion[], measured = facts } = {},
) => {
  const terms = { contract: { ...CONTRACT, ...contract }, flags };
  return erringBills({ measured, terms, versions, right: priceCycle(measured, terms) });
};
const textsOf = (...parameters: Parameters<typeof errorsOf>) =>
  errorsOf(...parameters).map(({ text }) => text);
const days = (texts: readonly string[], start: string) =>
  texts.filter((text) => text.startsWith(start)).map((text) => /\d\d\/\d\d\/\d{4}/.exec(text)?.[0]);

describe('the possible errors of a utility', () => {
  test('lists the three newest earlier prices that were higher, newest first', () => {
    const dearer = ['2022', '2025', '2024', '2023'].map((year) =>
      versionFrom(`${year}-07-04`, 1_000_000_000n),
    );
    const texts = textsOf({}, { versions: [...dearer, versionFrom('2026-05-01', 0n)] });
    expect(days(texts, 'Os preços são')).toEqual(['04/07/2025', '04/07/2024', '04/07/2023']);
  });

  test('lists no earlier prices when no price is in force yet', () => {
    const texts = textsOf({}, { versions: [versionFrom('2027-07-04', 1_000_000_000n)] });
    expect(days(texts, 'Os preços são')).toEqual([]);
  });

  test('lists higher earlier taxes, newest first, and none when no taxes are in force', () => {
    const higher = ['2023', '2025', '2024'].map((year) => ({
      ...since(`${year}-03-01`),
      icms: parseRate('0.25'),
    }));
    const texts = textsOf({ taxes: [...higher, since('2026-01-01')] });
    expect(days(texts, 'As alíquotas são')).toEqual(['01/03/2025', '01/03/2024', '01/03/2023']);
    expect(days(textsOf({ taxes: [since('2026-12-01')] }), 'As alíquotas são')).toEqual([]);
  });

  test('lists a missing discount when the contract has one', () => {
    const verde = measuredFacts({ rules: VERDE, consumed: { outPoint: 900 }, demand: { outPoint: 100 } });
    const livre = (share: string) => ({
      ...CONTRACT_A,
      demand: single(100),
      taxes: CONTRACT.taxes,
      cosip: cosip(40),
      market: {
        mode: 'livre' as const,
        demandDiscount: share === '0' ? EMPTY : parseRate(share),
        supplierPrice: null,
      },
    });
    const incentivised = 'O desconto da fonte incentivada na TUSD não foi dado';
    expect(textsOf(livre('0.5'), { measured: verde })).toContain(incentivised);
    expect(textsOf(livre('0'), { measured: verde })).not.toContain(incentivised);
    const both = { icms: true, pisCofins: true };
    const generation = { class: 'I' as const, credits: [], ownTaxes: both, otherTaxes: both };
    const forgotten = 'A energia injetada e os créditos não foram compensados';
    expect(textsOf({ generation })).toContain(forgotten);
    expect(textsOf({})).not.toContain(forgotten);
  });

  test('lists taxes on a wrong base when the tax rule allows that error', () => {
    const base = 'PIS e COFINS foram calculados também sobre o ICMS';
    const lighting = 'A iluminação pública (COSIP) foi cobrada com ICMS';
    expect(textsOf({})).toEqual(expect.arrayContaining([base, lighting]));
    const additive = textsOf({ taxes: [{ ...since('2026-01-01'), method: 'additive' }] });
    expect([additive.includes(base), additive.includes(lighting)]).toEqual([false, true]);
    const unknown = textsOf({ taxes: [] });
    expect([unknown.includes(base), unknown.includes(lighting)]).toEqual([false, false]);
  });
});
