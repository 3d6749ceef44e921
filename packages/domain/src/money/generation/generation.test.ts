import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { civilMonth } from '../../base/time/civil-month.ts';
import { fromKilowattHours } from '../../base/units/energy.ts';
import type { CreditLot, Generation } from '../../sites/tariffs/billing-contract.ts';
import type { TariffRules } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { priceCycle } from '../bill/price-cycle.ts';
import {
  CONTRACT_B,
  type Figures,
  flagMonths,
  measuredFacts,
  samePrice,
  taxes,
} from '../testing/bill-facts.ts';
import { BRANCA, CONVENCIONAL } from '../testing/rules-facts.ts';
import { fioBShare, settleCredits } from './generation-lines.ts';

const lot = (generatedIn: string, kwh: number, more: Partial<CreditLot> = {}): CreditLot => ({
  generatedIn: civilMonth(generatedIn),
  touPeriod: 'outPoint',
  class: 'II',
  origin: 'own',
  energy: fromKilowattHours(kwh),
  ...more,
});

const GENERATION: Generation = {
  class: 'II',
  credits: [],
  ownTaxes: { icms: true, pisCofins: true },
  otherTaxes: { icms: false, pisCofins: false },
};

function billOf(
  rules: TariffRules,
  consumed: Figures,
  injected: Figures,
  generation: Partial<Generation> | null = {},
  year = 2026,
) {
  const cycle = { first: civilDate(`${year}-06-01`), last: civilDate(`${year}-06-30`) };
  const contract = {
    ...CONTRACT_B,
    supply: 'monofasico' as const,
    generation: generation && { ...GENERATION, ...generation },
  };
  const flags = flagMonths({ [`${year}-06`]: 'verde' });
  return priceCycle(measuredFacts({ cycle, rules, consumed, injected }), { contract, flags });
}
const summary = (bill: ReturnType<typeof billOf>) =>
  bill.lines.map(({ label, quantity, amount }) => [label, (quantity ?? 0) / 1e6, amount / 100]);

describe('the compensation of injected energy', () => {
  test('compensates kWh by kWh without netting, minus the Fio B share of the year', () => {
    expect(summary(billOf(CONVENCIONAL, { outPoint: 500 }, { outPoint: 300 }))).toEqual([
      ['Consumo', 500, 500],
      ['Energia compensada – GD II 06/2026', -300, -300 * (1 - 0.2 * 0.6)],
    ]);
  });

  test.each([
    [2022, '0'],
    [2023, '0.15'],
    [2024, '0.3'],
    [2025, '0.45'],
    [2026, '0.6'],
    [2027, '0.75'],
    [2028, '0.9'],
  ])('charges in %i a share of %s of Fio B', (year, share) => {
    expect(Number(fioBShare(year)) / 1e10).toBe(Number(share));
    const amount = billOf(CONVENCIONAL, { outPoint: 500 }, { outPoint: 100 }, {}, year).lines[1]?.amount;
    expect(amount).toBe(-Math.floor(100 * (100 - 20 * Number(share))));
  });

  test('charges nothing in class I, and compensates class III at the remote generation price', () => {
    const rules = { ...CONVENCIONAL, gd3: samePrice('0.5') };
    const refunded = (generationClass: Generation['class']) =>
      billOf(rules, { outPoint: 500 }, { outPoint: 100 }, { class: generationClass }).lines[1]?.amount;
    expect([refunded('I'), refunded('II'), refunded('III')]).toEqual([-10_000, -8_800, -5_000]);
  });

  test('compensates class I completely until the end of 2045', () => {
    const returnedIn = (year: number) =>
      billOf(CONVENCIONAL, { outPoint: 500 }, { outPoint: 100 }, { class: 'I' }, year).lines[1]?.amount;
    expect([returnedIn(2045), returnedIn(2046)]).toEqual([-10_000, -4_000]);
  });

  test.each(['II', 'III'] as const)('has both ends of an unwritten rule from 2029 on in class %s', (name) => {
    expect(fioBShare(2029)).toBeNull();
    const bill = billOf(CONVENCIONAL, { outPoint: 500 }, { outPoint: 100 }, { class: name }, 2029);
    // 500 kWh at R$ 1; 100 kWh are compensated without a charge, or without the TUSD of R$ 0.60.
    expect(bill).toMatchObject({ total: 46_000, range: { lowest: 40_000, highest: 46_000 } });
    expect(bill.missing.at(-1)).toMatch(/^Estimativa: .* entre R\$\s400,00.* e R\$\s460,00/);
    const without = billOf(CONVENCIONAL, { outPoint: 500 }, {}, { class: name }, 2029);
    expect(without).toMatchObject({ total: 50_000, missing: [] });
    expect(without).not.toHaveProperty('range');
  });

  const beginningOf = (year: number, generation: Partial<Generation>) => {
    const cycle = { first: civilDate(`${year}-12-12`), last: civilDate(`${year}-12-31`) };
    const contract = { ...CONTRACT_B, generation: { ...GENERATION, ...generation } };
    const flags = flagMonths({ [`${year}-12`]: 'verde' });
    const figures = { consumed: { outPoint: 500 }, injected: { outPoint: 100 } };
    const measured = measuredFacts({ cycle, rules: CONVENCIONAL, ...figures });
    return priceCycle(measured, { contract, flags, readOn: civilDate(`${year + 1}-01-10`) });
  };

  test.each([
    // 100 kWh at R$ 1, less 75 % of Fio B; or less 65 %: 20 of 30 days at 60 %, 10 at 75 %.
    ['last-day', -8500],
    ['days', -8700],
  ] as const)('takes the years of the whole cycle from its beginning on, by %s', (fioBYear, amount) => {
    expect(beginningOf(2026, { fioBYear }).lines[1]?.amount).toBe(amount);
  });

  test('has both ends of an unwritten rule as soon as the whole cycle ends in 2029', () => {
    expect(beginningOf(2028, {}).range).toEqual({ lowest: 40_000, highest: 46_000 });
  });

  test('leaves the minimum of Group A under a tariff of Group B uncompensated', () => {
    const cycle = { first: civilDate('2026-06-01'), last: civilDate('2026-06-30') };
    const generation = { ...GENERATION, class: 'I', minimum: 'energy' } as const;
    const terms = { group: 'A', subgroup: 'A4', modality: 'convencional', optanteB: true } as const;
    const contract = { ...CONTRACT_B, ...terms, supply: 'trifasico', generation } as const;
    const figures = { consumed: { outPoint: 300 }, injected: { outPoint: 300 } };
    const measured = measuredFacts({ cycle, rules: CONVENCIONAL, ...figures });
    const bill = priceCycle(measured, { contract, flags: flagMonths({ '2026-06': 'verde' }) });
    expect(summary(bill)).toEqual([
      ['Consumo', 300, 300],
      ['Energia compensada – GD I 06/2026', -200, -200],
    ]);
  });

  test('compensates completely when Fio B is unknown, and reports it', () => {
    const bill = billOf({ ...CONVENCIONAL, fioB: null }, { outPoint: 500 }, { outPoint: 100 });
    expect(bill.lines[1]?.amount).toBe(-10_000);
    expect(bill.missing).toEqual([
      'Falta o valor do Fio B para a GD II: a energia compensada foi abatida por inteiro.',
    ]);
    const remote = billOf(CONVENCIONAL, { outPoint: 500 }, { outPoint: 100 }, { class: 'III' });
    expect(remote.missing[0]).toContain('uso da rede para a GD III');
  });

  test('still charges the minimum', () => {
    const bill = billOf(CONVENCIONAL, { outPoint: 200 }, { outPoint: 400 }, { class: 'I' });
    expect(bill.total).toBe(3000);
    expect(bill.credits).toMatchObject({ injected: 400e6, used: 200e6, after: 200e6 });
  });

  test('reports injected energy when the contract has no generation', () => {
    expect(billOf(CONVENCIONAL, { outPoint: 200 }, { outPoint: 12.5 }, null).missing).toEqual([
      'Falta o contrato de geração: 12,5 kWh injetados não foram compensados.',
    ]);
    expect(billOf(CONVENCIONAL, { outPoint: 200 }, { outPoint: 0.4 }, null).missing).toEqual([]);
  });
});

describe('the use of credits', () => {
  test('uses the oldest credits first, after the injection of the cycle, and expires them after 60 months', () => {
    const credits = [lot('2026-05', 100), lot('2025-01', 100), lot('2021-05', 70), lot('2021-06', 30)];
    const { credits: moved } = billOf(CONVENCIONAL, { outPoint: 200 }, { outPoint: 50 }, { credits });
    expect(moved).toMatchObject({ before: 300e6, injected: 50e6, used: 200e6, expired: 70e6, after: 80e6 });
    expect(moved?.lots).toEqual([lot('2026-05', 80)]);
  });

  test('transfers credits between time-of-use periods by the TE ratio', () => {
    const bill = billOf(BRANCA, { inPoint: 50, outPoint: 100 }, { outPoint: 160 }, { class: 'I' });
    expect(summary(bill).slice(2, 4)).toEqual([
      ['Energia compensada fora ponta – GD I 06/2026', -100, -80],
      // 60 kWh off-peak at 0.40 are 40 kWh at the peak at 0.60.
      ['Energia compensada ponta – GD I 06/2026', -40, -80],
    ]);
    expect(bill.credits).toMatchObject({ used: 160e6, after: 0 });
  });

  test('counts credits of unknown time-of-use periods unchanged', () => {
    const credits = [lot('2026-05', 100, { touPeriod: 'inPoint', class: 'I' })];
    const bill = billOf(CONVENCIONAL, { outPoint: 200 }, {}, { credits });
    expect(bill.credits).toMatchObject({ used: 100e6, after: 0 });
  });

  test('leaves credits below a thousandth of a Wh in their time-of-use period', () => {
    const credits = [lot('2026-05', 0.000001, { class: 'I' })];
    const bill = billOf(BRANCA, { inPoint: 50 }, {}, { credits });
    expect(bill.credits).toMatchObject({ used: 0, after: 1 });
  });

  test('transfers credits kWh by kWh when a time-of-use period has no TE', () => {
    const free = {
      ...BRANCA,
      energy: { ...BRANCA.energy, inPoint: { ...BRANCA.energy.inPoint, te: 0n } },
    } as typeof BRANCA;
    const bill = billOf(free, { inPoint: 50 }, { outPoint: 60 }, { class: 'I' });
    expect(bill.credits).toMatchObject({ used: 50e6, after: 10e6 });
  });

  test('applies the contract’s taxes to credits of another unit', () => {
    const contract = {
      ...CONTRACT_B,
      taxes: [taxes('0.2')],
      generation: {
        ...GENERATION,
        class: 'I',
        credits: [lot('2026-05', 100, { origin: 'other', class: 'I' })],
      } as const,
    };
    const rules = { ...CONVENCIONAL, tusdTe: 'separate' } as const;
    const bill = priceCycle(measuredFacts({ rules, consumed: { outPoint: 200 } }), {
      contract,
      flags: flagMonths({ '2026-06': 'amarela' }),
    });
    expect(summary(bill)).toEqual([
      ['Consumo TE', 200, 100],
      ['Consumo TUSD', 200, 150],
      ['Adicional bandeira amarela', 200, 4.71],
      ['Adicional bandeira amarela – energia compensada', -100, -2.35],
      ['Energia compensada TE – GD I de outra unidade 05/2026', -100, -40],
      ['Energia compensada TUSD – GD I de outra unidade 05/2026', -100, -60],
    ]);
  });

  const energies = fc.record({
    inPoint: fc.integer({ min: 0, max: 10 ** 9 }),
    interPoint: fc.integer({ min: 0, max: 10 ** 9 }),
    outPoint: fc.integer({ min: 0, max: 10 ** 9 }),
  });
  const lots = fc.array(
    fc.record({
      month: fc.constantFrom('2020-01', '2024-02', '2026-05'),
      touPeriod: fc.constantFrom<TouPeriod>(...TOU_PERIODS),
      energy: fc.integer({ min: 0, max: 10 ** 9 }),
    }),
    { maxLength: 6 },
  );

  test('balances before + injected = used + expired + after, and compensates nothing twice', () => {
    fc.assert(
      fc.property(
        energies,
        energies,
        lots,
        fc.bigInt({ min: 1n, max: 9n }),
        (consumed, injected, sample, ratio) => {
          const measured = measuredFacts({ rules: BRANCA });
          const [interval] = measured.intervals;
          const intervals = interval === undefined ? [] : [{ ...interval, consumed, injected }];
          const credits = sample.map(({ month, touPeriod, energy }) =>
            lot(month, 0, { touPeriod, energy: energy as CreditLot['energy'] }),
          );
          const { movement, compensations } = settleCredits(
            { ...measured, intervals },
            { ...GENERATION, credits },
            [{ consumed, conversion: (from, to) => (from < to ? [ratio, 3n] : [3n, ratio]) }],
          );
          expect(movement.before + movement.injected).toBe(movement.used + movement.expired + movement.after);
          for (const touPeriod of TOU_PERIODS) {
            const compensated = compensations
              .filter((one) => one.touPeriod === touPeriod)
              .reduce((sum, { energy }) => sum + energy, 0);
            expect(compensated).toBeLessThanOrEqual(consumed[touPeriod]);
          }
          expect(movement.lots.every(({ energy }) => energy > 0)).toBe(true);
        },
      ),
    );
  });
});
