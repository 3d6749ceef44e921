import { describe, expect, it } from 'vitest';
import { parseMoment } from './cell-time.ts';
import { quantityOf, zoneIn } from './column-names.ts';
import { timeColumnsOf } from './detect-times.ts';
import { openText, readText } from './testing/open-text.ts';
import { comma, dmy, hm, type Slot, START, slots, ymd } from './testing/slots.ts';

const table = (header: string, row: (slot: Slot) => string, minutes = 15): string =>
  [header, ...slots(minutes).map(row)].join('\n');
const KWH = slots(15).reduce((sum, { kwh }) => sum + kwh, 0);
const plain = table('Data;Hora;Consumo (kWh)', (s) => `${dmy(s.from)};${hm(s.from)};${comma(s.kwh)}`);
const reasonsOf = (text: string) => openText(text).found.refusals.map(({ reason, lines }) => [reason, lines]);

describe('refused rows', () => {
  it('refuses rows without a date, or with a clock that does not exist', () => {
    expect(reasonsOf(`${plain.replaceAll(';0', ';0')}\n05/03/2025;x;1\n05/03/2025;24:15;1`)).toEqual([
      ['time', [194, 195]],
    ]);
    const joined = table('Data e hora;Consumo (kWh)', (s) => `${dmy(s.from)} ${hm(s.from)};${comma(s.kwh)}`);
    expect(reasonsOf(`${joined}\n10:15;1\n05/03/2025;99\n9;9`)).toEqual([
      ['date', [194]],
      ['time', [195, 196]],
    ]);
  });
  it('refuses rows with an invalid hour number', () => {
    const hours = table(
      'Data;Hora;Consumo (kWh)',
      (s) => `${dmy(s.from)};${s.from.getUTCHours() + 1};${comma(s.kwh)}`,
      60,
    );
    const { reading } = openText(hours);
    const more = readText(`${hours}\n05/03/2025;x;1\n05/03/2025;25;1`, reading);
    expect(more.refusals).toEqual([{ reason: 'time', rows: 2, lines: [50, 51] }]);
  });
  it('refuses rows with an end that is unreadable, does not exist or precedes the start', () => {
    const ends = table(
      'Início;Fim;Consumo (kWh)',
      (s) => `${dmy(s.from)} ${hm(s.from)};${dmy(s.to)} ${hm(s.to)};${comma(s.kwh)}`,
    );
    const bad = ['x', '05/03/2025', '05/03/2025 09:00', '05/03/2025 10:00'].map(
      (end) => `05/03/2025 10:00;${end};1`,
    );
    expect(reasonsOf([ends, ...bad].join('\n'))).toEqual([['time', [194, 195, 196, 197]]]);
    expect(
      openText(
        table('Início;Fim;Consumo (kWh)', (s) => `${dmy(s.from)} ${hm(s.from)};${hm(s.to)};${comma(s.kwh)}`),
      ),
    ).toMatchObject({
      reading: { endColumn: 1 },
      answers: [],
    });
  });
  it('refuses sums that begin with a row before or after them', () => {
    const ends = (rows: string[]) => ['Início;Fim;Consumo (kWh)', ...rows].join('\n');
    const rows = slots(15).map(
      (s) => `${dmy(s.from)} ${hm(s.from)};${dmy(s.to)} ${hm(s.to)};${comma(s.kwh)}`,
    );
    const hour = '04/03/2025 00:00;04/03/2025 01:00;9';
    for (const [text, line] of [
      [ends([hour, ...rows]), 2],
      [ends([...rows, hour]), 194],
    ] as const) {
      const { total, found } = openText(text);
      expect(total.consumed).toBeCloseTo(KWH, 6);
      expect(found.refusals).toEqual([{ reason: 'long', rows: 1, lines: [line] }]);
    }
  });
  it('refuses a negative register value', () => {
    const level = table('Data;Leitura (kWh)', (s) => `${dmy(s.from)} ${hm(s.from)};${1_000 + s.n}`);
    expect(reasonsOf(`${level}\n06/03/2025 00:00;-1`)).toEqual([['negative', [194]]]);
  });
});

it('ends an interval of seven minutes at its stated end', () => {
  const text = [
    'Início;Fim;Consumo (kWh)',
    '04/03/2025 00:00;04/03/2025 00:07;1',
    '04/03/2025 00:07;04/03/2025 00:14;1',
  ].join('\n');
  const { last } = openText(text).found;
  expect(new Date(Number(last)).toISOString()).toBe('2025-03-04T03:14:00.000Z');
});

describe('rows of one instant with different values', () => {
  const text = `${plain}\n04/03/2025;00:00;1\n04/03/2025;00:15;${comma(slots(15)[1]?.kwh ?? 0)}`;
  const first = slots(15)[0]?.kwh ?? 0;
  it('reports a conflict, and counts the first row until the user decides', () => {
    const { found, total, reading } = openText(text);
    expect(reading.repeats).toBe('ask');
    expect(found.conflicts).toBe(1);
    expect(found.refusals).toEqual([{ reason: 'repeated', rows: 2, lines: [194, 195] }]);
    expect(total.consumed).toBeCloseTo(KWH, 6);
  });
  it('counts the last row, or the sum of the rows, by the chosen answer', () => {
    const { reading } = openText(text);
    const totals = (['last', 'sum'] as const).map((repeats) => {
      const { quarters } = readText(text, { ...reading, repeats });
      return [...quarters.values()].reduce((sum, { consumedA }) => sum + consumedA, 0) / 1_000_000;
    });
    expect(totals[0]).toBeCloseTo(KWH - first + 1, 6);
    expect(totals[1]).toBeCloseTo(KWH + 1 + (slots(15)[1]?.kwh ?? 0), 6);
  });
});

describe('the names of columns', () => {
  it.each([
    ['Consumo (kWh)', true, null],
    ['Temperatura', true, null],
    ['Volume (m³)', false, null],
    ['Água', true, 'volume'],
    ['Volume (m³)', true, 'volume'],
    ['Tensão (V)', false, null],
    ['E1', false, 'consumed'],
    ['B1', false, 'injected'],
    ['Q1', false, 'inductive'],
    ['Ativa G (kWh)', false, 'injected'],
    ['Reativa G (kVArh)', false, 'capacitive'],
    ['Observação', false, null],
  ] as const)('reads the column name %s with water %s as %s', (name, isWater, quantity) => {
    expect(quantityOf(name, isWater)).toBe(quantity);
  });
  it('detects only zones that exist in column names', () => {
    expect(['Data (UTC)', 'Início (America/Manaus)', 'Data/Hora', 'Hora'].map(zoneIn)).toEqual([
      'UTC',
      'America/Manaus',
      null,
      null,
    ]);
  });
});

describe('instants in cells', () => {
  it.each([
    ['20259903', 'ymd'],
    ['31/02/2025 00:00', 'dmy'],
    ['04/03/2025 00:00 depois', 'dmy'],
    ['45719', 'dmy'],
    ['15000,5', 'serial'],
  ] as const)('refuses %s as an instant in the order %s', (text, time) => {
    expect(parseMoment(text, time)).toBeNull();
  });
  it('reads instants with a weekday, words between and a zone', () => {
    const day = Date.UTC(2025, 2, 4);
    expect(parseMoment('ter., 04/03/2025 às 15h00', 'dmy')).toEqual({ day, clock: 54_000_000, offset: null });
    expect(parseMoment('2025-03-04 15:00 BRT', 'ymd')).toEqual({ day, clock: 54_000_000, offset: -180 });
    expect(parseMoment('20250304T150000Z', 'ymd')).toEqual({ day, clock: 54_000_000, offset: 0 });
  });
  it('returns no time column for a table without instants', () => {
    expect(timeColumnsOf([['a', 'b']], [], 'dmy')).toMatchObject({ timeColumn: null });
  });
  it('prefers instants with an offset to local instants', () => {
    const text = table(
      'Início (America/Sao_Paulo);Fim (America/Sao_Paulo);Fim (UTC);Consumo (kWh)',
      (s) =>
        `${dmy(s.from)} ${hm(s.from)};${dmy(s.to)} ${hm(s.to)};${new Date(s.to.getTime() + 3 * 3_600_000).toISOString()};${comma(s.kwh)}`,
    );
    const iso = table(
      'Início (America/Sao_Paulo);Fim (America/Sao_Paulo);Fim (UTC);Consumo (kWh)',
      (s) =>
        `${ymd(s.from)} ${hm(s.from)};${ymd(s.to)} ${hm(s.to)};${new Date(s.to.getTime() + 3 * 3_600_000).toISOString()};${comma(s.kwh)}`,
    );
    for (const each of [text, iso])
      expect(openText(each)).toMatchObject({
        reading: { timeColumn: 2, endColumn: null, instant: 'end' },
        answers: [],
      });
  });
});

describe('unusual file shapes', () => {
  it('reads a day in one row, and a table of days without a date', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => `${hour}h`).join(';');
    const one = `Consumo (kWh);${hours}\n04/03/2025;${slots(60, START, 1)
      .map((s) => comma(s.kwh))
      .join(';')}`;
    expect(openText(one)).toMatchObject({ answers: [], found: { rows: 24 } });
    expect(openText(`Dia;${hours}\nx;${Array(24).fill('1').join(';')}`).reading).toMatchObject({
      layout: 'days',
      timeColumn: null,
    });
  });
  it.each([
    ['Hora 1', (hour: number) => `Hora ${hour}`],
    ['H01', (hour: number) => `H${String(hour).padStart(2, '0')}`],
    ['0 a 1', (hour: number) => `${hour - 1} a ${hour}`],
  ])('reads columns named %s as hours of a day', (_, label) => {
    const header = Array.from({ length: 24 }, (__, index) => label(index + 1)).join(';');
    const day = slots(60, START, 1);
    const { answers, total } = openText(
      `Consumo (kWh);${header}\n04/03/2025;${day.map((s) => comma(s.kwh)).join(';')}`,
    );
    expect(answers).toEqual([]);
    expect(total.consumed).toBeCloseTo(
      day.reduce((sum, { kwh }) => sum + kwh, 0),
      6,
    );
  });
  it('reads hours from a NEM12 file without an interval', () => {
    const values = slots(60, START, 1)
      .map((s) => s.kwh)
      .join();
    const { found, total } = openText(
      `100,NEM12,202503060000,A,B\n200,NMI1,E1,1,E1,N1,SER1,kWh,,\n300,20250304,${values},A`,
    );
    expect(found.rows).toBe(24);
    expect(total.consumed).toBeCloseTo(
      slots(60, START, 1).reduce((sum, { kwh }) => sum + kwh, 0),
      6,
    );
  });
  it('reads a single row without an interval as a day', () => {
    expect(openText('Data;Consumo (kWh)\n04/03/2025 00:00;1').reading.intervalMinutes).toBe(1_440);
  });
  it('reads date-only ends as complete days', () => {
    const days = [
      'De;Até;Consumo (kWh)',
      ...slots(1_440, START, 9).map((s) => `${ymd(s.from)};${ymd(s.to)};${comma(s.kwh)}`),
    ].join('\n');
    expect(openText(days).found.refusals).toMatchObject([{ reason: 'long', rows: 9 }]);
  });
  it('does not apply the unit of one column to another column without a unit', () => {
    const text = table(
      'Data;Consumo;Injetada (kWh)',
      (s) => `${dmy(s.from)} ${hm(s.from)};${comma(s.kwh)};${comma(s.kwh)}`,
    );
    const { answers } = openText(text);
    expect(answers.map(({ about }) => about)).toEqual(['unit']);
    expect(answers[0]?.totals[1]?.injected).toBeCloseTo(KWH, 6);
  });
  it('reads an unnamed number column as water for a water meter', () => {
    const text = table('Data;Valor', (s) => `${dmy(s.from)} ${hm(s.from)};${s.n % 3}`);
    expect(openText(text, true).reading.values).toMatchObject([{ quantity: 'volume', unit: 'L' }]);
  });
  it('ignores two units before the table, and empty unit cells', () => {
    const text = `kWh;kvarh\n${table('Data;Hora;Consumo;Unidade', (s) => `${dmy(s.from)};${hm(s.from)};${comma(s.kwh)};${s.n % 9 ? 'kWh' : ''}`)}`;
    expect(openText(text).total.consumed).toBeCloseTo(KWH, 6);
    const none = `kWh;Wh\n${table('Data;Hora;Consumo', (s) => `${dmy(s.from)};${hm(s.from)};${comma(s.kwh)}`)}`;
    expect(openText(none).answers.map(({ about }) => about)).toEqual(['unit']);
  });
  it('uses only the grid sources of a house', () => {
    const kinds = ['grid_consumption', 'grid_return', 'solar_production'];
    const text = [
      'type,unit,time,value',
      ...kinds.flatMap((kind) => slots(15).map((s) => `${kind},kWh,${s.from.toISOString()},${s.kwh}`)),
    ].join('\n');
    const { reading, answers } = openText(text);
    expect(answers).toEqual([]);
    expect(reading.kinds?.texts.map(({ quantity }) => quantity)).toEqual(['consumed', 'injected', null]);
  });
  it('reads commas beside three-digit whole numbers as thousands, not as decimals', () => {
    const text = table(
      'Date,Time,Energy (Wh)',
      (s) => `${ymd(s.from)},${hm(s.from)},${s.n % 3 ? `"1,${100 + s.n}"` : 900 - s.n}`,
    );
    expect(openText(text)).toMatchObject({ answers: [], reading: { decimal: '.' } });
    const zeros = table(
      'Date,Time,Energy (Wh)',
      (s) => `${ymd(s.from)},${hm(s.from)},${s.n % 3 ? `"1,${100 + s.n}"` : 0}`,
    );
    expect(openText(zeros)).toMatchObject({ answers: [], reading: { decimal: '.' } });
    const few = [
      'Data;Energia (kWh)',
      ...slots(60)
        .slice(0, 6)
        .map((s) => `${dmy(s.from)} ${hm(s.from)};${1 + (s.n % 5)}`),
    ].join('\n');
    expect(openText(few).answers).toEqual([]);
    const rising = [
      'Data;Energia (kWh)',
      ...slots(60)
        .slice(0, 5)
        .map((s) => `${dmy(s.from)} ${hm(s.from)};${[1, 1, 2, 2, 3][s.n]}`),
    ].join('\n');
    expect(openText(rising).answers).toEqual([]);
  });
  it('reads a register beside its gain per interval as one quantity', () => {
    const text = table(
      'Data;Leitura (L);Diferença (L)',
      (s) => `${dmy(s.from)} ${hm(s.from)};${9_000 + s.n};1`,
    );
    expect(openText(text, true)).toMatchObject({
      answers: [],
      reading: { values: [{ column: 2, isRegister: false }] },
    });
  });
});
