import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import {
  type BillingContract,
  type FlagMonths,
  municipalitiesOf,
} from '../../sites/tariffs/billing-contract.ts';
import { cosipPeriodOn } from '../lines/plain-lines.ts';
import {
  CONTRACT_A,
  CONTRACT_B,
  cosip,
  EVER,
  FREE_MARKET,
  flagMonths,
  JUNE,
  type MeasuredFacts,
  measuredFacts,
  price,
  reais,
  samePrice,
  single,
  taxes,
} from '../testing/bill-facts.ts';
import { BRANCA, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { priceCycle } from './price-cycle.ts';

const GREEN = flagMonths({ '2026-06': 'verde' });

function billOf(facts: MeasuredFacts, contract: Partial<BillingContract> = {}, flags: FlagMonths = GREEN) {
  return priceCycle(measuredFacts(facts), { contract: { ...CONTRACT_B, ...contract }, flags });
}
const summary = (bill: ReturnType<typeof billOf>) =>
  bill.lines.map(({ label, amount }) => [label, amount / 100]);

describe('the consumption lines', () => {
  test('prints one line per time-of-use period, joined or split into TUSD and TE', () => {
    expect(
      summary(billOf({ rules: BRANCA, consumed: { inPoint: 10, interPoint: 20, outPoint: 100 } })),
    ).toEqual([
      ['Consumo ponta', 20],
      ['Consumo intermediário', 24],
      ['Consumo fora ponta', 80],
    ]);
    const separate = { ...CONVENCIONAL, tusdTe: 'separate' } as const;
    expect(summary(billOf({ rules: separate, consumed: { outPoint: 200 } }))).toEqual([
      ['Consumo TE', 80],
      ['Consumo TUSD', 120],
    ]);
  });

  test('truncates to whole kWh over the complete cycle when bills do so', () => {
    const rules = { ...CONVENCIONAL, integerKwh: true };
    expect(summary(billOf({ rules, consumed: { outPoint: 356.9 } }))).toEqual([['Consumo', 356]]);
    const measured = measuredFacts({ rules, consumed: { outPoint: 100.6 } });
    const [interval] = measured.intervals;
    const twice: MeasuredCycle = {
      ...measured,
      intervals: interval
        ? [interval, { ...interval, version: { validFrom: civilDate('2026-06-16'), rules } }]
        : [],
    };
    const bill = priceCycle(twice, { contract: CONTRACT_B, flags: GREEN });
    expect(summary(bill)).toEqual([
      ['Consumo (preços de 01/01/2000)', 100],
      ['Consumo (preços de 16/06/2026)', 101],
    ]);
  });

  test('prints TUSD for a free customer, and the supplier when its price exists', () => {
    const market = { ...FREE_MARKET, supplierPrice: price('0.25') } as BillingContract['market'];
    const terms = { market, group: 'A', modality: 'verde', demand: single(0) } as const;
    expect(summary(billOf({ rules: VERDE, consumed: { inPoint: 10 } }, terms))).toEqual([
      ['Consumo TUSD ponta', 15],
      ['Energia mercado livre', 2.5],
    ]);
    expect(summary(billOf({ rules: VERDE }, terms))).toEqual([]);
  });
});

describe('the flag lines', () => {
  const cycle = { first: civilDate('2026-04-11'), last: civilDate('2026-05-13') };
  const bill = (flags: FlagMonths) =>
    billOf({ cycle, rules: CONVENCIONAL, consumed: { outPoint: 1000 } }, {}, flags);

  test('weighs the flag by the days of the cycle', () => {
    const line = bill(flagMonths({ '2026-04': 'verde', '2026-05': 'amarela' })).lines.at(-1);
    expect(line).toMatchObject({ label: 'Adicional bandeira amarela', note: '13 de 33 dias', amount: 742 });
  });

  test('joins two months with one flag price into one line', () => {
    const both = bill(flagMonths({ '2026-04': 'vermelha-1', '2026-05': 'vermelha-1' }));
    expect(summary(both).slice(1)).toEqual([['Adicional bandeira vermelha patamar 1', 44.63]]);
    const changed = bill(flagMonths({ '2026-04': 'vermelha-1', '2026-05': 'vermelha-2' }));
    expect(changed.lines).toHaveLength(3);
  });

  test('reports an unknown flag with its days', () => {
    const unknown = bill(flagMonths({ '2026-04': 'verde' }));
    expect(unknown.missing).toEqual(['Falta a bandeira de 05/2026: 13 dias ficaram sem adicional.']);
    const oneDay = billOf(
      { rules: CONVENCIONAL, cycle: { first: JUNE.last, last: JUNE.last } },
      {},
      new Map(),
    );
    expect(oneDay.missing).toContain('Falta a bandeira de 06/2026: 1 dia ficou sem adicional.');
  });

  test('requires no flag for a free customer', () => {
    const terms = { market: FREE_MARKET, group: 'A', demand: single(0) } as const;
    expect(billOf({ rules: VERDE, consumed: { outPoint: 10 } }, terms, new Map()).missing).toEqual([]);
  });
});

describe('the minimum of Group B', () => {
  test.each([
    ['monofasico', 30],
    ['bifasico', 50],
    ['trifasico', 100],
  ] as const)('for a supply %s, bills %i kWh', (supply, kwh) => {
    expect(billOf({ rules: CONVENCIONAL, consumed: { outPoint: 12 } }, { supply }).total).toBe(kwh * 100);
    expect(billOf({ rules: CONVENCIONAL, consumed: { outPoint: kwh + 1 } }, { supply }).total).toBe(
      kwh * 100 + 100,
    );
  });

  test('prints a separate line with its taxes', () => {
    const bill = billOf({ rules: CONVENCIONAL }, { taxes: [taxes('0.2')], supply: 'monofasico' });
    expect(bill.lines).toMatchObject([
      {
        label: 'Custo de disponibilidade',
        amount: 3750,
        taxes: { icms: 750 },
        note: 'complemento até o mínimo de 30 kWh',
      },
    ]);
    expect(bill.taxes.icms).toBe(750);
  });

  test('bills only the network minimum of a free customer', () => {
    expect(billOf({ rules: CONVENCIONAL }, { market: FREE_MARKET }).total).toBe(6000);
  });

  test('reports an unknown supply type, and bills no minimum for Group A', () => {
    expect(billOf({ rules: BRANCA }, { supply: null }).missing).toEqual([
      expect.stringContaining('Falta o tipo de fornecimento'),
    ]);
    expect(billOf({ rules: VERDE }, { group: 'A', demand: single(0) }).total).toBe(0);
  });
});

describe('the missing terms of a bill', () => {
  test('reports missing taxes', () => {
    const bill = billOf({ rules: CONVENCIONAL, consumed: { outPoint: 100 } }, { taxes: [] });
    expect(bill.missing).toEqual([
      'Faltam as alíquotas de ICMS, PIS e COFINS em vigor em 30/06/2026: a fatura está sem impostos.',
    ]);
    expect(bill.total).toBe(10_000);
  });

  test('reports missing prices, with the days and the kWh or m³ without a price', () => {
    const measured = measuredFacts({ rules: CONVENCIONAL, consumed: { outPoint: 120.5 } });
    const without = (m3: number) => ({
      ...measured,
      intervals: measured.intervals.map((interval) => ({ ...interval, version: null, volume: m3 * 1e6 })),
    });
    const terms = { contract: CONTRACT_B, flags: GREEN };
    expect(priceCycle(without(0), terms)).toMatchObject({
      total: 0,
      lines: [],
      missing: ['Falta a tarifa de 01/06/2026 a 30/06/2026: 120,5 kWh ficaram sem preço.'],
    });
    expect(priceCycle(without(2.5), terms).missing[0]).toContain('2,50 m³ ficaram sem preço');
  });

  test('reports missing measurements', () => {
    const measured = { ...measuredFacts({ rules: BRANCA }), presentQuarters: 2000 };
    expect(priceCycle(measured, { contract: CONTRACT_B, flags: GREEN }).missing).toEqual([
      'Faltam 880 de 2.880 medições de 15 minutos: o consumo real pode ser maior.',
    ]);
  });

  test('reports a missing COSIP, and consumption beyond its bands', () => {
    const bands = { mode: 'bands', bands: [{ upTo: 100, amount: reais(10) }] } as const;
    const at = (kwh: number, cosip: BillingContract['cosip']) =>
      billOf({ rules: CONVENCIONAL, consumed: { outPoint: kwh } }, { cosip });
    expect(at(100, bands).lines.at(-1)).toMatchObject({ label: 'COSIP', amount: 1000 });
    expect(at(101, bands).missing).toEqual([expect.stringContaining('COSIP')]);
    expect(at(101, { ...bands, bands: [...bands.bands, { upTo: null, amount: reais(20) }] }).total).toBe(
      12_100,
    );
    expect(at(101, null).missing).toEqual([expect.stringContaining('COSIP')]);
    expect(at(101, cosip(65.29)).total).toBe(10_100 + 6529);
  });

  test('uses the COSIP in force on the last day of the cycle', () => {
    const flat = (amount: number) => ({ mode: 'flat', amount: reais(amount) }) as const;
    const bands = { mode: 'bands', bands: [{ upTo: 100, amount: reais(30) }] } as const;
    const changes = [
      { validFrom: civilDate('2026-07-01'), cosip: flat(40) },
      { validFrom: civilDate('2026-06-30'), cosip: bands },
      { validFrom: civilDate('2026-01-01'), cosip: flat(20) },
    ];
    const withChanges = (cosipChanges: BillingContract['cosipChanges'], cosip: BillingContract['cosip']) =>
      billOf({ rules: CONVENCIONAL, consumed: { outPoint: 100 } }, { cosip, cosipChanges }).lines.at(-1);
    expect(withChanges(changes, flat(10))).toMatchObject({ label: 'COSIP', amount: 3000 });
    expect(withChanges(changes.slice(2), null)).toMatchObject({ label: 'COSIP', amount: 2000 });
    expect(withChanges(changes.slice(0, 1), flat(10))).toMatchObject({ label: 'COSIP', amount: 1000 });
    expect(withChanges(undefined, flat(10))).toMatchObject({ label: 'COSIP', amount: 1000 });
  });

  test('uses the table of a municipality in force on the last day of the cycle', () => {
    const flat = (amount: number) => ({ mode: 'flat', amount: reais(amount) }) as const;
    const periods = [
      { validFrom: civilDate('2026-06-30'), cosip: flat(30) },
      { validFrom: civilDate('2026-01-01'), cosip: flat(20) },
      { validFrom: civilDate('2026-07-01'), cosip: flat(40) },
    ];
    const cosip = { mode: 'municipality', municipality: 'Recife/PE' } as const;
    const bill = (cosipTables: BillingContract['cosipTables']) =>
      billOf({ rules: CONVENCIONAL, consumed: { outPoint: 100 } }, { cosip, cosipTables });
    expect(bill([{ municipality: 'Recife/PE', periods }]).lines.at(-1)).toMatchObject({ amount: 3000 });
    const missing = [
      'Falta a tabela da COSIP de Recife/PE em 30/06/2026, ou uma faixa dela: a COSIP não está na fatura.',
    ];
    expect(bill([{ municipality: 'Recife/PE', periods: periods.slice(2) }]).missing).toEqual(missing);
    expect(bill([{ municipality: 'Olinda/PE', periods }]).missing).toEqual(missing);
    expect(bill(undefined).missing).toEqual(missing);
    const tables = { cosipTables: [{ municipality: 'Recife/PE', periods }] };
    const last = civilDate('2026-06-30');
    expect(cosipPeriodOn({ ...CONTRACT_B, cosip, ...tables }, last)).toEqual(periods[0]);
    expect(cosipPeriodOn({ ...CONTRACT_B, cosip: flat(10), ...tables }, last)).toBeNull();
    const changes = [{ validFrom: civilDate('2026-01-01'), cosip: { ...cosip, municipality: 'Olinda/PE' } }];
    expect(municipalitiesOf({ cosip, cosipChanges: changes })).toEqual(['Recife/PE', 'Olinda/PE']);
    expect(municipalitiesOf({ cosip: null })).toEqual([]);
  });

  test.each([
    ['a tariff of Group A for Group B', VERDE, { demand: single(0) }, 'A tarifa é do grupo A'],
    ['a tariff of Group B for Group A', CONVENCIONAL, { group: 'A' }, 'sem a opção pela tarifa B'],
    [
      'too large a transformer',
      CONVENCIONAL,
      { group: 'A', optanteB: true, transformerKva: 225 },
      'passa de 112,5 kVA',
    ],
  ] as const)('reports missing terms: %s', (_, rules, contract, text) => {
    expect(billOf({ rules, consumed: { outPoint: 100 } }, contract).missing).toEqual([
      expect.stringContaining(text),
    ]);
  });

  test.each([[112.5], [null]])(
    'reports nothing for an Optante B with a transformer of %s kVA',
    (transformerKva) => {
      const contract = { group: 'A', optanteB: true, transformerKva } as const;
      expect(billOf({ rules: CONVENCIONAL, consumed: { outPoint: 100 } }, contract).missing).toEqual([]);
    },
  );
});

test('splits price changes within a cycle: energy as measured, demand by days', () => {
  const measured = measuredFacts({ rules: VERDE, consumed: { outPoint: 100 }, demand: { outPoint: 60 } });
  const dearer = { ...VERDE, demand: { outPoint: price('30') } };
  const [interval] = measured.intervals;
  const changing: MeasuredCycle = {
    ...measured,
    intervals: interval
      ? [
          { ...interval, days: 20 },
          { ...interval, days: 10, version: { validFrom: civilDate('2026-06-21'), rules: dearer } },
        ]
      : [],
  };
  const bill = priceCycle(changing, { contract: { ...CONTRACT_A, demand: single(60) }, flags: GREEN });
  expect(bill.lines.map(({ label, amount, note }) => [label, amount / 100, note])).toEqual([
    ['Consumo fora ponta (preços de 01/01/2000)', 40, undefined],
    ['Consumo fora ponta (preços de 21/06/2026)', 40, undefined],
    ['Demanda (preços de 01/01/2000)', 800, '20 de 30 dias'],
    ['Demanda (preços de 21/06/2026)', 600, '10 de 30 dias'],
  ]);
});

test('prices the simple tariff unchanged, also for water', () => {
  const simple = { modality: 'simple', ...samePrice('0.7941717') } as const;
  expect(billOf({ rules: simple, consumed: { inPoint: 30, outPoint: 70 } }).lines).toMatchObject([
    { label: 'Consumo', kind: 'energy', amount: 7942, unit: 'kWh' },
  ]);
  expect(billOf({ rules: simple, m3: 3 }).lines).toMatchObject([{ kind: 'water', amount: 238, unit: 'm³' }]);
  expect(billOf({ rules: simple, m3: 3 }).missing).toEqual([]);
});

test('selects the ICMS band by the kWh of the bill', () => {
  const banded = {
    ...taxes('0'),
    icmsBands: [
      { upTo: 300, rate: parseRate('0.2') },
      { upTo: null, rate: parseRate('0.5') },
    ],
  };
  const at = (kwh: number) =>
    billOf({ rules: CONVENCIONAL, consumed: { outPoint: kwh } }, { taxes: [banded] }).total;
  expect([at(300), at(301)]).toEqual([37_500, 60_200]);
});

test('adds provided lines unchanged', () => {
  const terms = { contract: CONTRACT_B, flags: GREEN, extraFees: [{ label: 'Multa', amount: reais(-1.49) }] };
  const bill = priceCycle(measuredFacts({ rules: CONVENCIONAL, consumed: { outPoint: 200 } }), terms);
  expect(bill.lines.at(-1)).toMatchObject({ label: 'Multa', kind: 'given', amount: -149 });
  expect([bill.total, bill.first, EVER]).toEqual([19_851, '2026-06-01', '2000-01-01']);
});
