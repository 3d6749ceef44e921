import { describe, expect, it } from 'vitest';
import type { Zone } from '../../base/time/zone.ts';
import { detectReading } from './detect-reading.ts';
import { detectSeparator } from './tables/find-table.ts';
import { openText } from './testing/open-text.ts';
import { comma, dmy, half, hm, type Slot, START, slots, ymd } from './testing/slots.ts';

const table = (header: string, row: (slot: Slot) => string, minutes = 15): string =>
  [header, ...slots(minutes).map(row)].join('\n');
const KWH = slots(15).reduce((sum, { kwh }) => sum + kwh, 0);
const abouts = (text: string, isWater = false) => openText(text, isWater).answers.map(({ about }) => about);
/** The sum of one quantity for each answer to the only question. */
const sumsOf = (
  text: string,
  about: string,
  quantity: 'consumed' | 'injected' | 'inductive' | 'volume' = 'consumed',
  isWater = false,
) => {
  const { answers } = openText(text, isWater);
  expect(answers.map((each) => each.about)).toEqual([about]);
  return answers[0]?.totals.map((total) => Math.round(total[quantity] * 1_000) / 1_000);
};
const round = (number: number): number => Math.round(number * 1_000) / 1_000;

describe('a file with two possible readings', () => {
  it('asks the user for the unit', () => {
    const text = table('Data;Hora;Consumo', (s) => `${dmy(s.from)};${hm(s.from)};${comma(s.kwh)}`);
    expect(sumsOf(text, 'unit')).toEqual([KWH, KWH / 1_000, KWH * 1_000, KWH / 4, KWH / 4_000].map(round));
    const level = table('Data;Hora;Leitura', (s) => `${dmy(s.from)};${hm(s.from)};${5_000 + s.n}`);
    expect(sumsOf(level, 'unit', 'volume', true)).toEqual([0.191, 191]);
  });
  it('asks for no unit of a water register with three decimals', () => {
    const text = table('Data;Hora;Leitura', (s) => `${dmy(s.from)};${hm(s.from)};${comma(81 + s.n / 1_000)}`);
    expect(openText(text, true)).toMatchObject({ answers: [], total: { volume: 0.191 } });
  });
  it('asks the user for the decimal mark', () => {
    const text = table(
      'Data;Hora;Energia (Wh)',
      (s) => `${dmy(s.from)};${hm(s.from)};${1 + (s.n % 7)}.${100 + ((s.n * 37) % 800)}`,
    );
    const [point = 0, comma_ = 0] = sumsOf(text, 'decimal') ?? [];
    expect(comma_ / 1_000).toBeCloseTo(point, 2);
    const english = table(
      'Date,Time,Energy (kWh)',
      (s) => `${ymd(s.from)},${hm(s.from)},"${1 + (s.n % 7)},${100 + ((s.n * 37) % 800)}"`,
    );
    expect(abouts(english)).toEqual(['decimal']);
  });
  it.each([
    ['1.234 beside 987', (n: number) => (n % 3 ? `1.${100 + n}` : `${900 - n}`), 1_000],
    ['1.234.567', (n: number) => (n % 3 ? '0' : `1.000.${100 + n}`), 1_000],
    ['1,234.5', (n: number) => (n % 3 ? '0' : `1,000.5`), 1],
    ['1,234,567', (n: number) => (n % 3 ? '0' : `1,000,${100 + n}`), 1],
  ])('asks no question for numbers such as %s', (_, number) => {
    const text = table('Data;Hora;Energia (Wh)', (s) => `${dmy(s.from)};${hm(s.from)};${number(s.n)}`);
    expect(abouts(text)).toEqual([]);
  });
  it.each([
    ['Data;Hora;Energia (kWh)', ';', dmy, []],
    ['Data;Hora;Energia (Wh)', ';', dmy, ['decimal']],
    ['Date\tTime\tEnergy (kWh)', '\t', ymd, ['decimal']],
    ['Data\tHora\tEnergia (kWh)', '\t', ymd, []],
    ['Data,Hora,Energia (kWh)', ',', dmy, []],
    ['Date,Time,Energy (kWh)', ',', ymd, ['decimal']],
    ['', ';', dmy, ['decimal', 'unit']],
  ] as const)(
    'with the header %j and 1,234 in each row between %j, asks %j',
    (header, separator, date, questions) => {
      const number = (n: number) =>
        separator === ',' ? `"1,${100 + ((n * 7) % 97)}"` : `1,${100 + ((n * 7) % 97)}`;
      const rows = slots(15).map((s) => [date(s.from), hm(s.from), number(s.n)].join(separator));
      expect(abouts([header, ...rows].join('\n'))).toEqual(questions);
    },
  );
  it('asks the user for the date order', () => {
    const day = slots(15, START, 1);
    const sum = round(day.reduce((total, { kwh }) => total + kwh, 0));
    const rows = day.map((s) => `${dmy(s.from)},${hm(s.from)},${s.kwh}`);
    expect(sumsOf(['Date,Time,Usage (kWh)', ...rows].join('\n'), 'date')).toEqual([sum, sum]);
  });
  it('asks no date question when the months would lie far apart, or with AM and PM times', () => {
    const long = [
      'Date,Usage (kWh)',
      ...slots(60, Date.UTC(2025, 2, 1), 9).map((s) => `${dmy(s.from)} ${hm(s.from)},${s.kwh}`),
    ].join('\n');
    expect(openText(long)).toMatchObject({ answers: [], reading: { time: 'dmy' } });
    const months = [
      'Date,Usage (kWh)',
      ...slots(60, Date.UTC(2025, 2, 1), 9).map(
        (s) => `03/0${s.from.getUTCDate()}/2025 ${hm(s.from)},${s.kwh}`,
      ),
    ].join('\n');
    expect(openText(months)).toMatchObject({ answers: [], reading: { time: 'mdy' } });
    const american = table(
      'Date,Time,Usage (kWh)',
      (s) => `03/0${s.from.getUTCDate()}/2025,${half(s.from)},${s.kwh}`,
    );
    expect(openText(american)).toMatchObject({ answers: [], reading: { time: 'mdy' } });
    const named = table(
      'Date,Usage (kWh)',
      (s) => `Mar ${s.from.getUTCDate()}, 2025 ${hm(s.from)},${s.kwh}`.replace(', 2025', ' 2025'),
      60,
    );
    expect(openText(named).reading.time).toBe('mdy');
    const same = [
      'Date,Usage (kWh)',
      ...slots(60, Date.UTC(2025, 2, 3), 1).map((s) => `${dmy(s.from)} ${hm(s.from)},${s.kwh}`),
    ].join('\n');
    expect(abouts(same)).toEqual([]);
  });
  it('asks the user if the values belong to a register', () => {
    const few = [
      'Data;Energia (kWh)',
      ...slots(60)
        .slice(0, 6)
        .map((s) => `${dmy(s.from)} ${hm(s.from)};${1 + s.n}`),
    ].join('\n');
    expect(sumsOf(few, 'register')).toEqual([5, 21]);
    const rising = table('Data;Energia (kWh)', (s) => `${dmy(s.from)} ${hm(s.from)};${comma(1 + s.n / 10)}`);
    expect(abouts(rising)).toEqual(['register']);
    const unsteady = table(
      'Data;Leitura (kWh)',
      (s) => `${dmy(s.from)} ${hm(s.from)};${comma(500 + s.n - (s.n % 10 === 5 ? 3 : 0))}`,
    );
    expect(abouts(unsteady)).toEqual(['register']);
  });
  it('reads amounts when values do not rise, and a register when they start at zero or high', () => {
    const flat = table('Data;Energia (kWh)', (s) => `${dmy(s.from)} ${hm(s.from)};${s.n === 191 ? 2 : 1}`);
    expect(openText(flat)).toMatchObject({ answers: [], reading: { values: [{ isRegister: false }] } });
    const interval = table(
      'Data;Energia no período (kWh)',
      (s) => `${dmy(s.from)} ${hm(s.from)};${comma(1 + s.n / 10)}`,
    );
    expect(openText(interval)).toMatchObject({ answers: [], reading: { values: [{ isRegister: false }] } });
    for (const first of [0, 5_000]) {
      const level = table(
        'Data;Energia (kWh)',
        (s) => `${dmy(s.from)} ${hm(s.from)};${comma(first + s.n / 10)}`,
      );
      expect(openText(level)).toMatchObject({ answers: [], total: { consumed: 19.1 } });
    }
    const named = [
      'Data;Leitura (kWh)',
      ...slots(60)
        .slice(0, 5)
        .map((s) => `${dmy(s.from)} ${hm(s.from)};${1 + s.n}`),
    ].join('\n');
    expect(openText(named)).toMatchObject({ answers: [], total: { consumed: 4 } });
  });
  it('asks the user if instants are starts or ends', () => {
    const text = [
      'Data e hora;Consumo (kWh)',
      ...slots(15, START + 10 * 3_600_000).map((s) => `${dmy(s.from)} ${hm(s.from)};${comma(s.kwh)}`),
    ].join('\n');
    expect(sumsOf(text, 'instant')).toEqual([KWH, KWH].map(round));
  });
  it('asks the user which meter in the file applies', () => {
    const text = [
      'Medidor;Data;Consumo (kWh)',
      ...['M1', 'M2'].flatMap((meter, n) =>
        slots(15).map((s) => `${meter};${dmy(s.from)} ${hm(s.from)};${comma(s.kwh * (n + 1))}`),
      ),
    ].join('\n');
    expect(sumsOf(text, 'meter')).toEqual([KWH, KWH * 2, KWH * 3].map(round));
    const bare = slots(15)
      .flatMap((s) => ['a', 'b'].map((meter) => `${meter};${dmy(s.from)} ${hm(s.from)};${comma(s.kwh)}`))
      .join('\n');
    expect(openText(bare).reading).toMatchObject({
      headerLine: 0,
      only: { column: 0, text: 'a' },
      open: ['unit', 'meter'].reverse(),
    });
  });
  it('asks the user which of several row kinds of one quantity counts', () => {
    const kinds = ['kWh loja', 'kWh padaria', 'varh'];
    const rows = slots(15).flatMap((s) =>
      kinds.map((kind, n) => `${dmy(s.from)};${hm(s.from)};${kind};${comma(s.kwh * (n + 1))}`),
    );
    const sums = sumsOf(['Data;Hora;Grandeza;Valor', ...rows].join('\n'), 'kinds');
    expect(sums).toEqual([KWH, KWH * 2, KWH * 3].map(round));
  });
  it('asks the user which of several columns counts', () => {
    const text = table(
      'Data;Consumo (kWh);Consumo (kWh)',
      (s) => `${dmy(s.from)} ${hm(s.from)};${comma(s.kwh)};${comma(s.kwh * 2)}`,
    );
    expect(sumsOf(text, 'columns')).toEqual([KWH, KWH * 2, KWH * 3].map(round));
    const unnamed = table(
      'Data;;',
      (s) => `${dmy(s.from)} ${hm(s.from)};${comma(s.kwh)};${comma(s.kwh * 2)}`,
    );
    expect(abouts(unnamed)).toEqual(['columns', 'unit']);
  });
  it('asks the user if the produced energy went to the grid', () => {
    const text = table(
      'Data;Energia produzida (kWh);Energia consumida (kWh)',
      (s) => `${dmy(s.from)} ${hm(s.from)};${comma(s.kwh)};${comma(s.kwh * 2)}`,
    );
    expect(sumsOf(text, 'produced', 'injected')).toEqual([KWH, 0].map(round));
  });
  it('asks the user if a reactive power counts beside the energy', () => {
    const text = table(
      'Data;Energia ativa (kWh);Potência reativa (kvar)',
      (s) => `${dmy(s.from)} ${hm(s.from)};${comma(s.kwh)};${comma(s.kwh * 4)}`,
    );
    expect(sumsOf(text, 'power', 'inductive')).toEqual([0, KWH].map(round));
  });
  it('asks the user for the pulse constant, and reads no values before the answer', () => {
    const text = table('Data;Pulsos', (s) => `${dmy(s.from)} ${hm(s.from)};${s.n % 5}`);
    const { reading, answers, found, total } = openText(text);
    expect(answers).toEqual([{ about: 'pulse', totals: [] }]);
    expect(found.refusals).toMatchObject([{ reason: 'pulse', rows: 192 }]);
    expect(total.consumed).toBe(0);
    expect(reading.values).toMatchObject([{ unit: 'pulse' }]);
  });
});

describe('a file with several quantities', () => {
  it('uses the grid quantities when other quantities are beside them', () => {
    const text = table(
      'Data/Hora;Energia produzida (Wh);Energia consumida (Wh);Exportada para a rede (Wh);Importada da rede (Wh)',
      (s) => `${dmy(s.from)} ${hm(s.from)};9;8;${s.n % 7};${s.n % 5}`,
    );
    const { answers, total } = openText(text);
    expect(answers).toEqual([]);
    expect(total).toMatchObject({
      injected: slots(15).reduce((sum, s) => sum + (s.n % 7), 0) / 1_000,
      consumed: slots(15).reduce((sum, s) => sum + (s.n % 5), 0) / 1_000,
    });
  });
  it('reads the phases and time-of-use periods of the columns', () => {
    const text = table(
      'Data;Consumo A (kWh);Consumo B (kWh);Consumo C (kWh);Injetada A (kWh);Reativa capacitiva (kvarh)',
      (s) => `${dmy(s.from)} ${hm(s.from)};1;2;3;4;5`,
    );
    expect(openText(text).reading.values.map(({ quantity, phase }) => [quantity, phase])).toEqual([
      ['consumed', 'A'],
      ['consumed', 'B'],
      ['consumed', 'C'],
      ['injected', 'A'],
      ['capacitive', null],
    ]);
    const periods = table(
      'Data;Ponta (kWh);Intermediário (kWh);Fora ponta (kWh)',
      (s) => `${dmy(s.from)} ${hm(s.from)};1;2;3`,
    );
    expect(openText(periods).reading.values.map(({ period }) => period)).toEqual([
      'peak',
      'intermediate',
      'offPeak',
    ]);
  });
  it('reads one quantity per row when a column names it', () => {
    const kinds = ['Energia ativa consumida', 'Energia injetada', 'Energia reativa indutiva', 'Temperatura'];
    const text = [
      'Grandeza;Data;Hora;Valor;Unidade',
      ...kinds.flatMap((kind, n) =>
        slots(15).map((s) => `${kind};${dmy(s.from)};${hm(s.from)};${comma(s.kwh * (n + 1))};kWh`),
      ),
    ].join('\n');
    const { answers, found, total } = openText(text);
    expect(answers).toEqual([]);
    expect([total.consumed, total.injected, total.inductive].map(round)).toEqual(
      [KWH, KWH * 2, KWH * 3].map(round),
    );
    expect(found.refusals).toMatchObject([{ reason: 'quantity', rows: 192 }]);
  });
  it('splits a net value by its sign when no column has injections', () => {
    const text = table('Data;Saldo (kWh)', (s) => `${dmy(s.from)} ${hm(s.from)};${s.n % 2 ? -1 : 2}`);
    expect(openText(text).total).toMatchObject({ consumed: 192, injected: 96 });
  });
});

describe('an unrecognised file', () => {
  it.each(['', 'olá', 'a;b\n1;2\n3;4', 'Data;Nota\n04/03/2025 00:00;x\n04/03/2025 00:15;y'])(
    'returns a mapping without values for %j',
    (text) => {
      const { reading, found } = openText(text);
      expect(reading.values).toEqual([]);
      expect(found.quarters.size).toBe(0);
    },
  );
  it('returns a separator for an unrecognised file', () => {
    expect([[], ['sep=\t'], ['a,b', 'c'], ['a b', 'c;d;e', 'x']].map(detectSeparator)).toEqual([
      ';',
      '\t',
      ',',
      ';',
    ]);
  });
  it('uses decimal points for a workbook, unless its cells are texts with commas', () => {
    const zone = 'UTC' as Zone;
    const cells = (number: string) => slots(60).map((s) => [`${ymd(s.from)} ${hm(s.from)}`, number]);
    const decimals = ['1.234', '1,234'].map((number) => {
      const rows = [['Data', 'kWh'], ...cells(number)].map((row, index) => ({ line: index + 1, cells: row }));
      return detectReading(
        { rows, isComplete: false },
        { sheet: 'Plan1', separator: ';', encoding: 'UTF-8' },
        { isWater: false, zone, newest: 0 as never },
      ).reading.decimal;
    });
    expect(decimals).toEqual(['.', ',']);
  });
});
