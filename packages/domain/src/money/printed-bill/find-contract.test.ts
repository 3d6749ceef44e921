import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { fromReais } from '../../base/units/money.ts';
import { priceToText } from '../../base/units/price.ts';
import { parseRate, rateToText } from '../../base/units/rate.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import { CONTRACT_A, CONTRACT_B, energy, price, reactive } from '../testing/bill-facts.ts';
import { AZUL, BRANCA, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { findContract } from './find-contract.ts';
import printedBills from './fixtures/printed-bills.json' with { type: 'json' };
import type { CandidateTariff } from './found-fits.ts';
import { contractOf } from './found-terms.ts';
import type { PrintedLine } from './printed-lines.ts';

type Printed = readonly [label: string, quantity: number | null, price: number | null, amount: number];
interface PrintedBill {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly Printed[];
}

/** Real bills, customers removed: their lines as they are printed. */
const BILLS = printedBills as unknown as readonly PrintedBill[];
const linesOf = (printed: readonly Printed[]): PrintedLine[] =>
  printed.map(([label, quantity, unitPrice, amount]) => ({
    label,
    quantity,
    price: unitPrice,
    amount: fromReais(amount),
  }));
const billOf = (id: string): PrintedLine[] => linesOf(BILLS.find((bill) => bill.id === id)?.lines ?? []);
const found = (id: string, tariffs: readonly CandidateTariff[] = []) => findContract(billOf(id), tariffs);
const DAY = civilDate('2026-06-30');
/** The facts of an establishment without an entered contract. */
const EMPTY: BillingContract = { ...CONTRACT_B, taxes: [], cosip: null, supply: null };

/** Differences between computed and printed lines, in cents. */
const MISSED: Readonly<Record<string, readonly number[]>> = {
  // The bill prints only the sum of two lines, which is exact; the split in the test data differs by a cent.
  'a-azul-energisa-ro-02': [1, -1],
};

describe.each(BILLS)('$name', ({ id, lines }) => {
  const { lines: explained } = found(id);

  test('reproduces the bill line by line from its own lines', () => {
    const missed = explained
      .filter(({ computed, line }) => computed !== null && computed !== line.amount)
      .map(({ computed, line }) => (computed ?? 0) - line.amount);
    expect(missed).toEqual(MISSED[id] ?? []);
    expect(explained).toHaveLength(lines.length);
  });

  test('creates an own line for each charge outside the tariff, and for COSIP', () => {
    const contract = contractOf(found(id), EMPTY, DAY);
    const own = explained.filter(({ meaning, line }) => meaning.part === 'own' && line.amount !== 0);
    expect(contract.ownLines?.map(({ label }) => label)).toEqual(own.map(({ line }) => line.label));
    const lighting = explained.filter(({ meaning }) => meaning.part === 'cosip');
    expect(contract.cosip).toEqual(
      lighting.length === 0 ? null : { mode: 'flat', amount: lighting[0]?.line.amount },
    );
  });
});

test.each([
  ['a-azul-amazonas-am-02', 'azul', false, 'truncate', 0, { inPoint: 800, outPoint: 1000 }],
  ['a-azul-energisa-ro-02', 'azul', true, 'truncate', 0.5, { inPoint: 360, outPoint: 360 }],
  ['a-verde-acl-2022-02', 'verde', true, 'half-up', 0.5, { inPoint: null, outPoint: 890 }],
  ['a-verde-ambar-am-03', 'verde', true, 'truncate', 0.5, { inPoint: null, outPoint: 180 }],
  ['a-verde-ambar-am-14', 'verde', true, 'truncate', 0, { inPoint: null, outPoint: 700 }],
  ['a-verde-energisa-ro-05', 'verde', true, 'truncate', 0.5, { inPoint: null, outPoint: 225 }],
  ['a-verde-celesc-2026-08', 'verde', false, 'truncate', 0, { inPoint: null, outPoint: 35 }],
  ['b-convencional-gd-copel-2026-05', 'convencional', false, 'half-up', 0, { inPoint: null, outPoint: null }],
  ['water-casan-publica-2024-07', 'water', false, 'truncate', 0, { inPoint: null, outPoint: null }],
] as const)('detects in %s: modality %s, free %s, cents %s, discount %s', (id, ...expected) => {
  const { modality, isFree, trial, discount, demand } = found(id);
  expect([modality, isFree, trial.rounding, discount, demand]).toEqual(expected);
});

describe('Energisa Rondônia bills with truncated or missing prices', () => {
  test('leaves the contracted demand open if the peak demand of Azul was not read', () => {
    const azul = found('a-azul-energisa-ro-02');
    const unread = { ...azul, demand: { ...azul.demand, inPoint: null } };
    expect(contractOf(unread, CONTRACT_A, DAY).demand).toBeNull();
  });

  test.each(['a-azul-energisa-ro-02', 'a-verde-energisa-ro-05'])(
    'detects the rates and prices of %s',
    (id) => {
      const { basis, trial, lines } = found(id);
      expect([basis, trial.icms, trial.pisCofins]).toEqual(['published', 0.195, 0.0925]);
      const demand = lines.filter(({ meaning }) => meaning.part === 'demand').at(-1);
      expect(demand?.price).toBeCloseTo(36.4, 9);
    },
  );

  test('creates a contract with taxes, credit lines and the charge per kWh', () => {
    const contract = contractOf(found('a-verde-energisa-ro-05'), EMPTY, DAY);
    expect(contract).toMatchObject({ group: 'A', subgroup: 'A4', modality: 'verde' });
    expect(contract.demand).toEqual({ mode: 'single', demand: 225_000 });
    expect(contract.printing).toMatchObject({ rounding: 'truncate', discount: 'credit', flag: 'line' });
    const [taxes] = contract.taxes;
    expect(taxes && [taxes.icms, taxes.pis, taxes.cofins].map(rateToText)).toEqual([
      '0.195',
      '0.0165',
      '0.076',
    ]);
  });

  test('detects a demand for each time-of-use period of Azul', () => {
    const { demand } = contractOf(found('a-azul-energisa-ro-02'), CONTRACT_A, DAY);
    expect(demand).toEqual({ mode: 'by-post', inPoint: 360_000, outPoint: 360_000 });
  });

  test.each(['a-azul-energisa-ro-02', 'a-verde-energisa-ro-05'])(
    'detects for %s the charge per kWh that reproduces its amount to the cent',
    (id) => {
      const [charge] = contractOf(found(id), EMPTY, DAY).ownLines ?? [];
      expect(charge).toMatchObject({
        kind: 'charge',
        repeats: 'cycle',
        first: '2026-06-01',
        isBeforeTaxes: true,
      });
      expect(charge?.value.mode === 'per-unit' && priceToText(charge.value.price)).toBe('0.00374');
    },
  );
});

test('detects for Copel PIS and COFINS on own compensation, and no tax on another unit', () => {
  const { generation } = contractOf(found('b-convencional-gd-copel-2026-05'), EMPTY, DAY);
  expect(generation).toEqual({
    class: 'I',
    credits: [],
    ownTaxes: { icms: false, pisCofins: true },
    otherTaxes: { icms: false, pisCofins: false },
  });
});

test('detects for RGE an ICMS refund on the TE but not on the TUSD', () => {
  const rge = linesOf([
    ['Consumo TE', 1000, 0.5, 500],
    ['Consumo TUSD', 1000, 0.6, 600],
    ['Energia injetada TE GD I', -400, 0.5, -200],
    ['Energia injetada TUSD GD I', -400, 0.6 * 0.83, -199.2],
    ['Energia injetada outra UC TE GD II', -100, 0.5, -50],
    ['Energia injetada outra UC TUSD GD II', -100, 0.4, -40],
  ]);
  expect(contractOf(findContract(rge, []), EMPTY, DAY).generation).toEqual({
    class: 'I',
    credits: [],
    ownTaxes: { icms: true, pisCofins: true },
    otherTaxes: { icms: true, pisCofins: true },
    ownTusdTaxes: { icms: false, pisCofins: true },
  });
  const others = linesOf([
    ['Consumo TE', 1000, 0.5, 500],
    ['Consumo TUSD', 1000, 0.6, 600],
    ['Energia injetada outra UC TE GD I', -100, 0.5, -50],
    ['Energia injetada outra UC TUSD GD I', -100, 0.6 * 0.83, -49.8],
  ]);
  expect(contractOf(findContract(others, []), EMPTY, DAY).generation?.otherTusdTaxes).toEqual({
    icms: false,
    pisCofins: true,
  });
});

test('detects the PIS and COFINS rates that Enel prints beside the price', () => {
  const [taxes] = contractOf(found('b3-convencional-enelsp-2022'), EMPTY, DAY).taxes;
  expect(taxes && [taxes.icms, taxes.pis, taxes.cofins].map(rateToText)).toEqual([
    '0.18',
    '0.0104991',
    '0.0483991',
  ]);
});

test('computes the demand of Energisa equal to the printed sum, 63.118,55', () => {
  const demand = found('a-azul-energisa-ro-02').lines.filter(({ meaning }) =>
    ['demand', 'unused-demand'].includes(meaning.part),
  );
  expect(demand.reduce((sum, { computed }) => sum + Number(computed), 0)).toBe(6_311_855);
});

test('detects more price decimals for Enel and Celesc, equal on each of their lines', () => {
  const pricesOf = (id: string, label: RegExp) =>
    found(id)
      .lines.filter(({ line }) => label.test(line.label))
      .map(({ price }) => Number(price?.toFixed(8)));
  expect(pricesOf('b3-convencional-enelsp-2022', /TE\b/)).toEqual([0.2604603, 0.2604603]);
  expect(pricesOf('b3-convencional-enelsp-2022', /TUSD/)).toEqual([0.39603, 0.39603]);
  expect(pricesOf('a-verde-celesc-2026-08', /fora ponta TUSD/)).toEqual([0.189092]);
});

test('retains a printed price that no more decimals explain, and misses the line', () => {
  const [line] = findContract(linesOf([['Consumo', 1000, 0.5, 503]]), []).lines;
  expect([line?.price, line?.computed]).toEqual([0.5, 50_000]);
});

test('detects the retention of Celesc as separate shares of energy and demand in each cycle', () => {
  const [retention] = contractOf(found('a-verde-celesc-2026-08'), EMPTY, DAY).ownLines ?? [];
  expect(retention).toMatchObject({
    kind: 'retention',
    isCredit: true,
    repeats: 'cycle',
    value: { mode: 'share', share: parseRate('0.012'), demandShare: parseRate('0.048') },
  });
});

test.each([
  ['0.0585', -58.5],
  ['0.03', -30],
])('detects a retention of %s on a bill without demand as one share', (share, amount) => {
  const bill = linesOf([
    ['Consumo', 2000, 0.5, 1000],
    ['Retenção Lei 9.430', null, null, amount],
  ]);
  expect(contractOf(findContract(bill, []), EMPTY, DAY).ownLines?.[0]?.value).toEqual({
    mode: 'share',
    share: parseRate(share),
  });
});

test.each(['Demanda reativa excedente', 'Demandas reativas', 'Dem_reativa', 'UFDR fora ponta', 'DRE'])(
  'counts %s as demand in a retention, as the bill of the contract does',
  (label) => {
    // 1.2 % of R$ 1,010.00 and 4.8 % of R$ 700.00.
    const bill = linesOf([
      ['Consumo', 2000, 0.5, 1000],
      ['Energia reativa (demanda fora ponta)', null, null, 10],
      ['Demanda', 25, 20, 500],
      [label, 10, 20, 200],
      ['Retenção Lei 9.430', null, null, -45.72],
    ]);
    const [retention] = contractOf(findContract(bill, []), EMPTY, DAY).ownLines ?? [];
    expect(retention).toMatchObject({
      repeats: 'cycle',
      value: { mode: 'share', share: parseRate('0.012'), demandShare: parseRate('0.048') },
    });
  },
);

test('stores an unexplained retention as an amount of one bill', () => {
  for (const lines of [
    [
      ['Consumo', 2000, 0.5, 1000],
      ['Retenção', null, null, -77],
    ],
    [['Retenção', null, null, 0.01]],
  ] as const)
    expect(contractOf(findContract(linesOf(lines), []), EMPTY, DAY).ownLines?.[0]).toMatchObject({
      repeats: 'once',
      value: { mode: 'amount' },
    });
});

test('detects the flag of Light inside the price', () => {
  expect(found('b1-convencional-light-2026-08').flag).toBe('price');
});

test('stores credits and single amounts for one bill, and retains earlier entries', () => {
  const before = contractOf(found('a-verde-ambar-am-21'), EMPTY, civilDate('2026-05-31'));
  const contract = contractOf(found('a-verde-ambar-am-03'), before, DAY);
  expect(contract.ownLines).toHaveLength(7);
  expect(contract.ownLines?.at(-1)).toMatchObject({
    isCredit: true,
    value: { mode: 'amount', amount: 17_425 },
    repeats: 'once',
    first: DAY,
  });
  expect(contractOf(found('a-verde-ambar-am-03'), contract, DAY).ownLines).toHaveLength(7);
});

describe('the search in stored tariffs', () => {
  const stored = (id: string, rules: CandidateTariff['rules']): CandidateTariff => ({
    id,
    validFrom: '2025-08-22',
    rules,
  });
  const celesc = stored('celesc', {
    ...VERDE,
    tusdTe: 'separate',
    energy: { inPoint: energy('1.06941', '0.48363'), outPoint: energy('0.14435', '0.30123') },
    demand: { outPoint: price('18.09') },
    reactive: reactive('0.32193'),
  });
  const others = [stored('verde', VERDE), stored('azul', AZUL), stored('branca', BRANCA)];

  test('matches Celesc within the two cents by which it misses its own tariff', () => {
    const { basis, tariff, lines } = found('a-verde-celesc-2026-08', [...others, celesc]);
    expect([basis, tariff?.id]).toEqual(['tariff', 'celesc']);
    for (const { computed, line } of lines)
      if (computed !== null) expect(Math.abs(computed - line.amount)).toBeLessThanOrEqual(2);
  });

  const untaxed = (label: string, quantity: number, unitPrice: number): Printed => [
    label,
    quantity,
    null,
    Math.floor((quantity * unitPrice * 100) / (0.82 * 0.9075) + 1e-6) / 100,
  ];

  test('explains the rest of a bill with a tariff that prices no reactive energy', () => {
    const rules = { ...AZUL, reactive: null };
    const bill = linesOf([
      untaxed('Consumo ponta', 1234, 0.6),
      untaxed('Consumo fora ponta', 45_678, 0.4),
      untaxed('Demanda ponta', 300, 50),
      untaxed('Demanda fora ponta', 345, 20),
      untaxed('Ultrapassagem de demanda fora ponta', 45, 40),
      ['Reativo excedente', 12, null, 4.5],
    ]);
    const { tariff, trial, demand } = findContract(bill, [stored('azul', rules)]);
    expect([tariff?.id, trial.icms, trial.pisCofins]).toEqual(['azul', 0.18, 0.0925]);
    expect(demand).toEqual({ inPoint: 300, outPoint: 300 });
  });

  test('distinguishes a flag inside the price from a flag beside it', () => {
    const bill = linesOf([untaxed('Consumo', 54_321, 1.01885)]);
    const { tariff, flag } = findContract(bill, [stored('convencional', CONVENCIONAL)]);
    expect([tariff?.id, flag]).toEqual(['convencional', 'price']);
    const beside = linesOf([untaxed('Consumo', 54_321, 1), untaxed('Bandeira amarela', 54_321, 0.01885)]);
    expect(findContract(beside, [stored('convencional', CONVENCIONAL)]).flag).toBe('line');
  });

  describe('a search among hundreds of tariffs', () => {
    /** Tariffs with other prices than the bill, the same in each run. */
    const otherTariffs = (count: number): CandidateTariff[] => {
      let seed = 1;
      const next = () => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed / 2_147_483_647;
      };
      const some = () => energy((0.1 + next()).toFixed(5), (0.2 + next() / 2).toFixed(5));
      return Array.from({ length: count }, (_, index) => [
        { ...stored(`b${index}`, { ...CONVENCIONAL, energy: { outPoint: some() } }) },
        {
          ...stored(`v${index}`, {
            ...VERDE,
            energy: { inPoint: some(), outPoint: some() },
            demand: { outPoint: price((10 + next() * 30).toFixed(2)) },
          }),
        },
      ]).flat();
    };

    test('matches Celesc, and matches no other tariff by chance for Light', () => {
      const all = otherTariffs(300);
      expect(found('a-verde-celesc-2026-08', [...all, celesc]).tariff?.id).toBe('celesc');
      expect(found('b1-convencional-light-2026-08', all)).toMatchObject({ basis: 'printed', tariff: null });
    });

    test('chooses the tariff in force among equal ones, and none when their prices differ', () => {
      const bill = linesOf([untaxed('Consumo', 100, 1)]);
      const other = { ...CONVENCIONAL, energy: { outPoint: energy('0.61', '0.41') } };
      const two = [stored('one', CONVENCIONAL), stored('other', other)];
      expect(findContract(bill, two).tariff).toBeNull();
      expect(findContract(bill, two, { tariff: 'other' }).tariff?.id).toBe('other');
      expect(findContract(bill, two, { tariff: 'none' }).tariff).toBeNull();
      expect(findContract(bill, [stored('one', CONVENCIONAL), stored('same', CONVENCIONAL)]).tariff?.id).toBe(
        'one',
      );
    });
  });

  test('distinguishes separate cents of parts and taxes from cents of the complete line', () => {
    const parts = (quantity: number, unitPrice: number) => {
      const gross = (quantity * unitPrice) / (0.82 * 0.9075);
      const base = gross * 0.82;
      const all = [quantity * unitPrice, gross * 0.18, base * 0.0165, base * 0.076];
      return all.reduce((sum, part) => sum + Math.floor(part * 100 + 0.5), 0) / 100;
    };
    const rows = [12_343, 982, 4311].map(
      (kwh, index): Printed => [
        ['Consumo ponta', 'Consumo intermediário', 'Consumo fora ponta'][index] ?? '',
        kwh,
        null,
        parts(kwh, [2, 1.2, 0.8][index] ?? 0),
      ],
    );
    const it = findContract(linesOf(rows), [stored('branca', BRANCA)]);
    expect(it.trial).toMatchObject({ lineCents: 'parts', rounding: 'half-up', icms: 0.18 });
    expect(it.lines.every(({ computed, line }) => computed === line.amount)).toBe(true);
    expect(contractOf(it, EMPTY, DAY).printing).toMatchObject({ lineCents: 'parts', rounding: 'half-up' });
  });

  test('creates a rule for unused demand with ICMS, and removes it for one without', () => {
    const verde = (unusedIcms: number) =>
      findContract(
        linesOf([
          untaxed('Consumo fora ponta', 45_678, 0.4),
          untaxed('Demanda', 100, 20),
          [
            'Demanda não utilizada',
            21,
            null,
            Math.floor((21 * 20 * 100) / (1 - unusedIcms) / 0.9075 + 1e-6) / 100,
          ],
        ]),
        [stored('verde', VERDE)],
      );
    const rule = { line: 'unused-demand', icms: 'charged', pisCofins: true } as const;
    const acre = contractOf(verde(0.18), CONTRACT_A, DAY);
    expect(acre.lineTaxes).toEqual([rule]);
    const overrun = { line: 'overrun', icms: 'zero', pisCofins: true } as const;
    expect(contractOf(verde(0), { ...CONTRACT_A, lineTaxes: [overrun, rule] }, DAY).lineTaxes).toEqual([
      overrun,
    ]);
  });

  test('applies the same rule to unused demand with only a printed amount', () => {
    const verde = findContract(
      linesOf([
        untaxed('Consumo fora ponta', 45_678, 0.4),
        untaxed('Demanda', 100, 20),
        ['Demanda não utilizada', null, null, Math.floor((21 * 20 * 100) / 0.82 / 0.9075 + 1e-6) / 100],
      ]),
      [stored('verde', VERDE)],
    );
    expect(verde.demand.outPoint).toBe(121);
    expect(verde.trial.unusedBearsIcms).toBe(true);
  });

  test.each([0.5, 0.8, 1])(
    'detects an incentivised source of %s in the price from a stored tariff',
    (share) => {
      // Verde: the discount applies to demand at R$ 20 and to the difference of the peak price, not to the overrun.
      const bill = linesOf([
        untaxed('Consumo ponta TUSD', 9123, 1.5 - share * (1.5 - 0.1)),
        untaxed('Consumo fora ponta TUSD', 70_123, 0.1),
        untaxed('Demanda', 200, 20 * (1 - share)),
        untaxed('Ultrapassagem', 30, 40),
      ]);
      const it = findContract(bill, others);
      expect(it).toMatchObject({ tariff: { id: 'verde' }, isFree: true, discount: share });
      expect(it.lines.every(({ computed, line }) => computed === line.amount)).toBe(true);
      expect(contractOf(it, EMPTY, DAY)).toMatchObject({
        market: { mode: 'livre', demandDiscount: parseRate(String(share)) },
        printing: { discount: 'price' },
      });
    },
  );

  test('detects a flag of an earlier year, beside the price and inside it', () => {
    const beside = linesOf([
      untaxed('Consumo', 54_321, 1),
      untaxed('Bandeira Escassez Hídrica', 54_321, 0.142),
    ]);
    expect(
      findContract(beside, [stored('convencional', CONVENCIONAL)]).lines.map(({ computed }) => computed),
    ).toEqual(beside.map(({ amount }) => amount));
    const inside = linesOf([
      untaxed('Consumo ponta', 9123, 2 + 0.09492),
      untaxed('Consumo intermediário', 8123, 1.2 + 0.09492),
      untaxed('Consumo fora ponta', 71_234, 0.8 + 0.09492),
    ]);
    expect(findContract(inside, others)).toMatchObject({ tariff: { id: 'branca' }, flag: 'price' });
  });

  test('detects Branca by its time-of-use periods, and the free market by TUSD alone', () => {
    const branca = linesOf([
      untaxed('Consumo ponta', 900, 2),
      untaxed('Consumo intermediário', 800, 1.2),
      untaxed('Consumo fora ponta', 7000, 0.8),
    ]);
    expect(findContract(branca, others).tariff?.id).toBe('branca');
    const free = linesOf([
      untaxed('Consumo ponta TUSD', 900, 1.5),
      untaxed('Consumo fora ponta TUSD', 70_000, 0.1),
      untaxed('Demanda', 200, 20),
    ]);
    expect(findContract(free, others)).toMatchObject({ tariff: { id: 'verde' }, isFree: true });
  });
});

test('creates a contract from own lines only', () => {
  const empty = findContract(linesOf([['Doação', null, null, 5]]), []);
  expect(contractOf(empty, EMPTY, DAY).ownLines).toMatchObject([{ kind: 'donation', repeats: 'cycle' }]);
});
