import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { cents } from '../../base/units/money.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { VatPeriod } from '../../sites/tariffs/vat-periods.ts';
import { syntheticNote } from '../testing/electronic-bills.ts';
import type { ElectronicBill, NoteLine } from './electronic-bill.ts';
import { enteredNote } from './entered-note.ts';
import { noteMeaning } from './note-meaning.ts';
import { readNotes } from './read-notes.ts';

const NO_TAXES = { icms: cents(0), pis: cents(0), cofins: cents(0), cbs: cents(0), ibs: cents(0) };
const aLine = (overrides: Partial<NoteLine> = {}): NoteLine => ({
  label: 'Consumo',
  code: '0601001',
  unit: 'kWh',
  quantity: 100,
  price: 1,
  amount: cents(10_000),
  taxes: NO_TAXES,
  touPeriod: null,
  side: null,
  ...overrides,
});
const bill = readNotes([syntheticNote('b1-convencional-light-2026-08').tree]).bills[0] as ElectronicBill;
const noteOf = (lines: readonly NoteLine[], overrides: Partial<ElectronicBill> = {}): ElectronicBill => {
  const sum = cents(lines.reduce((all, { amount }) => all + amount, 0));
  const totals = { lines: sum, withheld: cents(0), note: sum, document: null, taxes: NO_TAXES };
  return { ...bill, lines, totals, ...overrides };
};
const warningsOf = (
  lines: readonly NoteLine[],
  overrides: Partial<ElectronicBill> = {},
  periods: VatPeriod[] = [],
) => enteredNote(noteOf(lines, overrides), periods).warnings.map((text) => text.replaceAll('\u00a0', ' '));

describe('the meaning of a line', () => {
  test.each([
    [{ label: 'Adicional', code: '0641001' }, 'flag', null],
    [{ label: 'Contribuição municipal', code: '0801001' }, 'cosip', 'lighting'],
    [{ label: 'Multa sobre iluminação', code: '0801001' }, 'own', 'fine'],
    [{ label: 'Energia devolvida à rede', code: '5601001', amount: cents(-5) }, 'compensation', null],
    [{ label: 'kWh ativo', code: '0601001' }, 'energy', null],
    [{ label: 'kW', code: '0602001', unit: 'kW' }, 'demand', null],
    [{ label: 'Excedente', code: '0603001', unit: 'kvarh' }, 'reactive', null],
    [{ label: 'Excedente', code: '0603001', unit: 'kvar' }, 'reactive', null],
    [{ label: 'Excedente', code: '0603001', unit: null }, 'own', 'other'],
    [{ label: 'Algo', code: '0901001' }, 'own', 'other'],
    [{ label: 'Consumo de outro mês', amount: cents(-5) }, 'own', 'refund'],
    [{ label: 'Crédito APCEI', amount: cents(-5) }, 'incentive', 'refund'],
    [{ label: 'Benefício tarifário bruto' }, 'benefit', 'other'],
  ] as const)('%j is %s of the kind %s', (line, part, kind) => {
    expect(noteMeaning(aLine(line))).toMatchObject({ part, kind });
  });

  test('prefers the time-of-use period and the half of the price to the label', () => {
    const label = 'Consumo ponta TE';
    expect(noteMeaning(aLine({ label }))).toMatchObject({ touPeriod: 'inPoint', side: 'te' });
    expect(noteMeaning(aLine({ label, touPeriod: 'outPoint', side: 'tusd' }))).toMatchObject({
      touPeriod: 'outPoint',
      side: 'tusd',
    });
  });
});

describe('the quantities', () => {
  test('counts TE and TUSD of the same kWh once, and adds lines of both', () => {
    const entered = enteredNote(
      noteOf([
        aLine({ side: 'te' }),
        aLine({ side: 'te', quantity: 20 }),
        aLine({ side: 'tusd', quantity: 120 }),
        aLine({ quantity: 0.1 }),
        aLine({ quantity: 0.2 }),
      ]),
      [],
    );
    expect(entered.consumed).toEqual({ outPoint: 120.3 });
  });

  const byPeriod = (side: 'te' | 'tusd') => [
    aLine({ side, touPeriod: 'inPoint', quantity: 30 }),
    aLine({ side, touPeriod: 'outPoint', quantity: 70 }),
  ];

  test('takes the half of the price with periods if the other half has none', () => {
    for (const lines of [
      [...byPeriod('te'), aLine({ side: 'tusd' })],
      [...byPeriod('tusd'), aLine({ side: 'te' })],
    ]) {
      expect(enteredNote(noteOf(lines), []).consumed).toEqual({ inPoint: 30, outPoint: 70 });
      expect(warningsOf(lines)).toEqual([]);
    }
    expect(enteredNote(noteOf(byPeriod('te')), [])).toMatchObject({
      consumed: { inPoint: 30, outPoint: 70 },
      warnings: [],
    });
  });

  test('warns if that half has another total', () => {
    const warning = (te: string, tusd: string) =>
      `A TE soma ${te} kWh, e a TUSD ${tusd} kWh: usamos a que traz os postos. Confira o consumo.`;
    expect(warningsOf([...byPeriod('te'), aLine({ side: 'tusd', quantity: 120.5 })])).toEqual([
      warning('100,00', '120,50'),
    ]);
    expect(warningsOf([...byPeriod('tusd'), aLine({ side: 'te', quantity: 90 })])).toEqual([
      warning('90,00', '100,00'),
    ]);
  });

  test('leaves out lines without a quantity, and states that', () => {
    const lines = [aLine({ quantity: null }), aLine({ label: 'Demanda', unit: 'kW', quantity: null })];
    expect(enteredNote(noteOf(lines), [])).toMatchObject({ consumed: {}, demand: {} });
    expect(warningsOf(lines)).toEqual([
      'Há linha de consumo sem os kWh: o consumo lido pode estar incompleto.',
    ]);
  });
});

describe('the lines outside the tariff', () => {
  test('names a line without a label by its classification, shortens a long one and omits an empty amount', () => {
    const lines = [
      aLine({ label: '', code: '0901001' }),
      aLine({ label: 'a'.repeat(200), code: '0901001' }),
      aLine({ label: 'Multa', amount: cents(0) }),
    ];
    expect(enteredNote(noteOf(lines), []).lines.map(({ label }) => label)).toEqual([
      'Item 0901001',
      'a'.repeat(80),
    ]);
    expect(warningsOf(lines)[0]).toMatch(/^Não sabemos o que são “item 0901001”, “a/);
  });

  test('states which taxes are in a line', () => {
    const taxed = aLine({ label: 'Doação', taxes: { ...NO_TAXES, icms: cents(1), cbs: cents(1) } });
    const { lines } = enteredNote(noteOf([taxed]), []);
    expect(lines[0]?.taxes).toEqual({ icms: true, pisCofins: true });
  });
});

describe('warnings', () => {
  const totals = noteOf([aLine()]).totals;
  const informed: VatPeriod = {
    validFrom: civilDate('2026-01-01'),
    cbs: parseRate('0.009'),
    ibsState: parseRate('0.001'),
    ibsMunicipal: parseRate('0'),
    effect: 'informed',
    endsPisCofins: null,
    source: 'LC 214/2025',
    isConfirmed: true,
  };
  const withVat = {
    ...totals,
    document: cents(10_100),
    taxes: { ...NO_TAXES, cbs: cents(90), ibs: cents(10) },
  };
  const charged = [aLine({ taxes: withVat.taxes })];

  test.each([
    [
      'lines with another sum',
      { totals: { ...totals, lines: cents(9_000), note: cents(9_000) } },
      /As linhas somam R\$ 100,00, e a nota diz R\$ 90,00/,
    ],
    [
      'no sum of lines',
      { totals: { ...totals, lines: null, note: cents(9_000) } },
      /As linhas somam R\$ 100,00, e a nota diz R\$ 90,00/,
    ],
    [
      'a total that is not the lines less withheld taxes',
      { totals: { ...totals, note: cents(9_000) } },
      /O total de R\$ 90,00 não é/,
    ],
    [
      'taxes with another sum',
      { totals: { ...totals, taxes: { ...NO_TAXES, pis: cents(5) } } },
      /^PIS: as linhas somam R\$ 0,00, e o total da nota diz R\$ 0,05/,
    ],
    [
      'a total beyond CBS and IBS',
      { totals: { ...totals, document: cents(10_500) } },
      /passa do total da nota em R\$ 5,00/,
    ],
    ['no authorisation', { isAuthorized: false }, /não traz a autorização/],
    ['a replaced note', { replaces: 'K' }, /substitui a de chave K/],
    ['an adjustment', { isAdjustment: true }, /ajusta linhas/],
  ])('warns about %s', (_, overrides, message) => {
    expect(warningsOf([aLine()], overrides)).toEqual([expect.stringMatching(message)]);
  });

  test('warns about charged CBS and IBS while they are only informed', () => {
    const due = (day: string | null) => ({ totals: withVat, due: day === null ? null : civilDate(day) });
    const later: VatPeriod = { ...informed, validFrom: civilDate('2027-01-01'), effect: 'charged' };
    const periods = [informed, later];
    expect(warningsOf(charged, due('2026-12-31'), periods)[0]).toMatch('eles são só informados');
    expect(warningsOf(charged, due('2027-01-01'), periods)).toEqual([]);
    expect(warningsOf(charged, due(null), periods)[0]).toMatch('eles são só informados');
    expect(warningsOf(charged, { ...due(null), issuedOn: null }, periods)).toEqual([]);
  });

  test('states informed CBS and IBS without adding them', () => {
    const entered = enteredNote(noteOf(charged, { totals: { ...withVat, document: cents(10_000) } }), []);
    expect(entered).toMatchObject({ total: 10_000, addsVat: false, taxes: 0, warnings: [] });
  });

  test('leaves taxes open that deductions exceed', () => {
    const taxes = { ...NO_TAXES, icms: cents(-5) };
    expect(enteredNote(noteOf([aLine({ taxes })], { totals: { ...totals, taxes } }), []).taxes).toBeNull();
  });
});
