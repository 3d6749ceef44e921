import { readdirSync, readFileSync } from 'node:fs';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import { describe, expect, it, test } from 'vitest';
import { filesOfWorkbook, rowsOfSheet } from '../../testing/read-workbook.ts';
import { summaryOf } from './import-summary.ts';
import { previewUpload } from './preview-upload.ts';

const FOLDER = new URL('./fixtures/shared/', import.meta.url);
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SAO_PAULO = 'America/Sao_Paulo' as Zone;
const NOW = Date.parse('2026-11-20T15:02:00Z') as Instant;

interface Expected {
  readonly consumed?: number;
  readonly injected?: number;
  readonly inductive?: number;
  readonly volume?: number;
  readonly first?: string;
  readonly quarters?: number;
  readonly water?: boolean;
  readonly note?: string;
}
const EXPECTED: Readonly<Record<string, Expected>> = JSON.parse(
  readFileSync(new URL('expected.json', FOLDER), 'utf8'),
);

const preview = (name: string) => {
  const content = readFileSync(new URL(name, FOLDER));
  return previewUpload(
    async function* () {
      yield content;
    },
    null,
    {
      meter: { isWater: EXPECTED[name]?.water === true, zone: SAO_PAULO },
      limits: { phases: 3, ratedPhaseWatts: null },
      newest: NOW,
      touPeriodsOn: null,
    },
  );
};
type Previewed = Awaited<ReturnType<typeof preview>>;

const QUANTITIES = ['consumed', 'injected', 'inductive', 'volume'] as const;
const summaryFor = ({ file, reading }: Previewed) =>
  summaryOf(file, { stored: new Set(), intervalMinutes: reading.intervalMinutes, zone: SAO_PAULO });
const isRight = (total: Readonly<Record<(typeof QUANTITIES)[number], number>>, expected: Expected): boolean =>
  QUANTITIES.every(
    (quantity) => Math.abs(total[quantity] - (expected[quantity] ?? total[quantity])) < 0.000_6,
  );

/** Files from which no row may be read. */
const EMPTY = ['14c-diario.csv', '35-pulsos.csv', '39-diario-com-hora.csv'];
const REQUESTED: Readonly<Record<string, readonly string[]>> = {
  '01-ccee-scde.csv': ['meter'],
  '01c-ccee-hora-hhmm.csv': ['meter'],
  '14-dia-por-linha.csv': ['unit'],
  '32-corrigida-depois.csv': ['repeats'],
  '35-pulsos.csv': ['pulse'],
  '39e-potencia-reativa-var.csv': ['power'],
};

describe('shared example files', () => {
  it.each(readdirSync(FOLDER).filter((name) => name !== 'expected.json'))(
    '%s has the expected sums',
    async (name) => {
      const expected = EXPECTED[name] as Expected;
      const previewed = await preview(name);
      const summary = summaryFor(previewed);
      const { questions, reading } = previewed;
      expect(questions.map(({ about }) => about)).toEqual(REQUESTED[name] ?? []);
      expect(reading.open).toEqual(REQUESTED[name] ?? []);
      if (EMPTY.includes(name)) {
        expect(summary.quarters).toBe(0);
        expect(summary.refusals.length).toBeGreaterThan(0);
        return;
      }
      expect(isRight(summary.total, expected)).toBe(true);
      for (const { candidates } of questions)
        expect(candidates.filter(({ total }) => isRight(total, expected)).length).toBeGreaterThan(0);
      if (expected.first !== undefined)
        expect(Date.parse(String(summary.start))).toBe(Date.parse(expected.first));
      if (expected.quarters !== undefined) expect(summary.quarters).toBe(expected.quarters);
    },
  );
});

/** An interval of a file, read independently: local start, minutes, and kWh (m³) consumed and injected. */
type Interval = readonly [start: number, minutes: number, consumed: number, injected?: number];

const tableOf = (name: string, separator: string): string[][] => {
  const bytes = readFileSync(new URL(name, FOLDER));
  const text = new TextDecoder(name.startsWith('16') ? 'utf-16le' : 'latin1').decode(bytes);
  return text
    .split(/\r?\n/)
    .map((line) => line.split(separator).map((cell) => cell.replaceAll('"', '').trim()));
};
const comma = (text = ''): number => Number(text.replaceAll('.', '').replace(',', '.'));
/** `03/03/2025 00:15`, in the zone of São Paulo. */
const wall = (date = '', clock = '00:00'): number => {
  const [day = '', month = '', year = ''] = date.split('/');
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return Date.UTC(Number(year.padStart(4, '20')), Number(month) - 1, Number(day), hours + 3, minutes);
};
const both = (text = ''): number => wall(...(text.split(' ') as [string, string]));
const dated = (rows: readonly string[][], column = 0): string[][] =>
  rows.filter((cells) => /^\d\d?\/\d\d?\/\d{2,4}/.test(cells[column] ?? ''));
const increments = (points: readonly (readonly [at: number, value: number])[]): Interval[] =>
  points.slice(1).map(([at, value], index) => {
    const [before = 0, from = 0] = points[index] ?? [];
    return [before, (at - before) / MINUTE_MS, value - from];
  });
const quarterly =
  (minutes: number, value: number, divisor = 1) =>
  (cells: readonly string[]): Interval => [both(cells[0]), minutes, comma(cells[value]) / divisor];
const split =
  (minutes: number, value: number, divisor = 1) =>
  (cells: readonly string[]): Interval => [wall(cells[0], cells[1]), minutes, comma(cells[value]) / divisor];
const ofPhase = (name: string): Interval[] =>
  tableOf(name, ',')
    .filter(([first = '']) => first.startsWith('2025'))
    .map(([at = '', used, back]) => [
      Date.parse(`${at.replace(' ', 'T')}Z`),
      10,
      Number(used) / 1_000,
      Number(back) / 1_000,
    ]);
const ymd = (date = '', clock = ''): number => Date.parse(`${date.replaceAll('/', '-')}T${clock}:00-03:00`);

const INTERVALS: Record<string, () => Interval[]> = {
  '01-ccee-scde.csv': () =>
    dated(tableOf('01-ccee-scde.csv', ';'), 2)
      .filter(([, point]) => point?.startsWith('PECAMPOENTR101'))
      .map((c) => [wall(c[2]) + (Number(c[3]) - 1) * HOUR_MS, 60, comma(c[5])]),
  '02-e-redes-kw.csv': () =>
    tableOf('02-e-redes-kw.csv', ',')
      .filter(([meter = '']) => meter.startsWith('0000'))
      .map((c) => [
        ymd(c[1], '00:00') + comma(c[2]?.slice(0, 2)) * HOUR_MS + (Number(c[2]?.slice(3)) - 15) * MINUTE_MS,
        15,
        Number(c[3]) / 4,
      ]),
  '02c-potencia-kw.csv': () => dated(tableOf('02c-potencia-kw.csv', ';')).map(split(15, 2, 4)),
  '03b-intervalos-mistos-wh.csv': () =>
    dated(tableOf('03b-intervalos-mistos-wh.csv', ';')).map((c) => [
      both(c[0]),
      (both(c[1]) - both(c[0])) / MINUTE_MS,
      Number(c[2]) / 1_000,
    ]),
  '04-sdge-ampm-saldo.csv': () =>
    tableOf('04-sdge-ampm-saldo.csv', ',')
      .filter(([meter]) => meter === '0000000')
      .map((c, hour) => [
        Date.UTC(2025, 2, 4, 3 + hour),
        60,
        Math.max(0, Number(c[4])),
        Math.max(0, -Number(c[4])),
      ]),
  '04d-saldo-negativo.csv': () =>
    dated(tableOf('04d-saldo-negativo.csv', ';')).map((c) => [
      both(c[0]),
      60,
      Math.max(0, comma(c[1])),
      Math.max(0, -comma(c[1])),
    ]),
  '05-ponta-e-fora-ponta.csv': () =>
    dated(tableOf('05-ponta-e-fora-ponta.csv', ';')).map((c) => [
      wall(c[0], c[1]),
      15,
      comma(c[2]) + comma(c[3]),
    ]),
  '06-tres-fases.csv': () =>
    dated(tableOf('06-tres-fases.csv', ';')).map((c) => [
      both(c[0]),
      15,
      comma(c[1]) + comma(c[2]) + comma(c[3]),
    ]),
  '07-produzida-consumida.csv': () =>
    dated(tableOf('07-produzida-consumida.csv', ',')).map((c) => [
      both(c[0]),
      60,
      Number(c[4]) / 1_000,
      Number(c[3]) / 1_000,
    ]),
  '08-injecao.csv': () =>
    dated(tableOf('08-injecao.csv', ';')).map((c) => [both(c[0]), 15, comma(c[2]), comma(c[1])]),
  '09-shelly-fase-A.csv': () => ofPhase('09-shelly-fase-A.csv'),
  '09-shelly-fase-B.csv': () => ofPhase('09-shelly-fase-B.csv'),
  '09-shelly-fase-C.csv': () => ofPhase('09-shelly-fase-C.csv'),
  '10b-consumo-unidade.csv': () => dated(tableOf('10b-consumo-unidade.csv', ';')).map(split(15, 2)),
  '10d-agua-m3-coluna.csv': () =>
    increments(dated(tableOf('10d-agua-m3-coluna.csv', ';')).map((c) => [wall(c[0], c[1]), comma(c[2])])),
  '11-medidor-novo.csv': () =>
    increments(dated(tableOf('11-medidor-novo.csv', ';')).map((c) => [both(c[0]), comma(c[1])])),
  '12b-horas-decrescentes.csv': () => dated(tableOf('12b-horas-decrescentes.csv', ';')).map(quarterly(60, 1)),
  '13-total-do-dia-no-meio.csv': () =>
    dated(tableOf('13-total-do-dia-no-meio.csv', ';'))
      .filter((c) => both(c[1]) - both(c[0]) < HOUR_MS)
      .map(quarterly(15, 2)),
  '14-dia-por-linha.csv': () =>
    dated(tableOf('14-dia-por-linha.csv', ';')).flatMap(([day, ...values]) =>
      values.map((value, index): Interval => [wall(day) + index * 15 * MINUTE_MS, 15, comma(value)]),
    ),
  '15-comeca-vazio.csv': () =>
    dated(tableOf('15-comeca-vazio.csv', ';'))
      .filter((c) => c[3] !== '')
      .map(split(15, 3)),
  '16-utf16.txt': () => dated(tableOf('16-utf16.txt', '\t')).map(quarterly(15, 1)),
  '18-ha-energy.csv': () => {
    const [head = [], row = []] = tableOf('18-ha-energy.csv', ',');
    return head.slice(3).map((at, index) => [Date.parse(at), 60, Number(row[index + 3])]);
  },
  '19-uc-e-ano-curto.csv': () =>
    dated(tableOf('19-uc-e-ano-curto.csv', ';'), 1).map((c) => [both(c[1]), 15, comma(c[2])]),
  '19c-mes-por-nome.csv': () =>
    tableOf('19c-mes-por-nome.csv', ';')
      .filter(([at = '']) => at.startsWith('03/mar'))
      .map((c) => [both(c[0]?.replace('mar', '03')), 15, comma(c[1])]),
  '19i-excel-serial.csv': () =>
    tableOf('19i-excel-serial.csv', ';')
      .filter(([at = '']) => at.startsWith('457'))
      .map((c, index) => [Date.UTC(2025, 2, 3, 3, 15 * index), 15, comma(c[1])]),
  '20a-fim-do-dia.csv': () =>
    dated(tableOf('20a-fim-do-dia.csv', ';')).map((c) => [both(c[0]) - 15 * MINUTE_MS, 15, comma(c[1])]),
  '20g-fim-no-meio-do-dia.csv': () =>
    dated(tableOf('20g-fim-no-meio-do-dia.csv', ';')).map((c) => [
      both(c[0]) - 15 * MINUTE_MS,
      15,
      comma(c[1]),
    ]),
  '21-datadis-hora-1-24.csv': () =>
    dated(tableOf('21-datadis-hora-1-24.csv', ';'), 1).map((c) => [
      wall(c[1]) + (Number(c[2]) - 1) * HOUR_MS,
      60,
      comma(c[3]),
    ]),
  '22-data-em-linha-propria.csv': () => {
    const rows = tableOf('22-data-em-linha-propria.csv', ';');
    let date = '';
    return rows.flatMap((c): Interval[] => {
      date = /^\d\d\//.test(String(c[0])) ? String(c[0]) : date;
      return /^\d\d:/.test(String(c[0])) ? [[wall(date, c[0]), 30, Number(c[1]) / 2_000]] : [];
    });
  },
  '23-preambulo-inicio-fim.csv': () =>
    tableOf('23-preambulo-inicio-fim.csv', ',')
      .filter(([type]) => type === 'Electric usage')
      .map((c) => [ymd(c[1], c[2]), 15, Number(c[4])]),
  '23c-preambulo-com-datas.csv': () => dated(tableOf('23c-preambulo-com-datas.csv', ';')).map(split(15, 4)),
  '24c-milhar-brasileiro-inteiro.csv': () =>
    dated(tableOf('24c-milhar-brasileiro-inteiro.csv', ';')).map(quarterly(60, 1)),
  '24d-unidade-na-celula.csv': () =>
    dated(tableOf('24d-unidade-na-celula.csv', ';')).map((c) => [
      both(c[0]),
      60,
      comma(c[1]?.replace(' kWh', '')),
    ]),
  '28-green-button.xml': () =>
    [
      ...readFileSync(new URL('28-green-button.xml', FOLDER), 'utf8').matchAll(
        /<start>(\d+)<.*?<value>(\d+)</g,
      ),
    ].map(([, start, value]) => [Number(start) * 1_000, 15, Number(value) / 1_000]),
  '29-planilha.xlsx': () => {
    const files = filesOfWorkbook(readFileSync(new URL('29-planilha.xlsx', FOLDER)));
    return rowsOfSheet(files.get('xl/worksheets/sheet1.xml'))
      .slice(1)
      .map((cells, index) => [Date.UTC(2025, 2, 3, 3, 15 * index), 15, Number(cells[2])]);
  },
  '30-uc-na-primeira-coluna.csv': () =>
    dated(tableOf('30-uc-na-primeira-coluna.csv', ';'), 1).map((c) => [both(c[1]), 15, comma(c[2])]),
  '32-corrigida-depois.csv': () =>
    dated(tableOf('32-corrigida-depois.csv', ';')).slice(0, 96).map(quarterly(15, 1)),
  '39e-potencia-reativa-var.csv': () =>
    dated(tableOf('39e-potencia-reativa-var.csv', ';')).map(quarterly(15, 1)),
};
INTERVALS['01c-ccee-hora-hhmm.csv'] = () =>
  dated(tableOf('01c-ccee-hora-hhmm.csv', ';'), 2)
    .filter(([, point]) => point?.startsWith('PECAMPOENTR101'))
    .map((c) => [wall(c[2], c[3]) - HOUR_MS, 60, comma(c[5])]);

/** What each hour of UTC has, and the most that a quarter-hour has. */
const hoursOf = (intervals: readonly Interval[], column: 2 | 3): Map<number, number> => {
  const hours = new Map<number, number>();
  for (const each of intervals)
    for (let minute = 0; minute < each[1]; minute++) {
      const hour = Math.floor((each[0] + minute * MINUTE_MS) / HOUR_MS) * HOUR_MS;
      hours.set(hour, (hours.get(hour) ?? 0) + (each[column] ?? 0) / each[1]);
    }
  return hours;
};
const maxOfQuarter = (intervals: readonly Interval[]): number => {
  const quarters = new Map<number, number>();
  for (const [start, minutes, amount] of intervals)
    for (let minute = 0; minute < minutes; minute += 5) {
      const quarter = Math.floor((start + minute * MINUTE_MS) / (15 * MINUTE_MS));
      quarters.set(quarter, (quarters.get(quarter) ?? 0) + (amount * 5) / minutes);
    }
  return Math.max(...quarters.values());
};

test('compares every accepted shared file hour by hour', () => {
  expect(Object.keys(INTERVALS).sort()).toEqual(
    Object.keys(EXPECTED)
      .filter((name) => !EMPTY.includes(name))
      .sort(),
  );
});

test.each(Object.entries(INTERVALS))(
  '%s has the hours and the maximum demand of its rows',
  async (name, intervals) => {
    const previewed = await preview(name);
    const expected = intervals();
    const [consumed, injected] = [hoursOf(expected, 2), hoursOf(expected, 3)];
    const found = { consumed: new Map<number, number>(), injected: new Map<number, number>() };
    for (const [start, sums] of previewed.file.quarters) {
      const hour = Math.floor(start / HOUR_MS) * HOUR_MS;
      const used = sums.consumedA + sums.consumedB + sums.consumedC + sums.volume;
      const back = sums.injectedA + sums.injectedB + sums.injectedC;
      found.consumed.set(hour, (found.consumed.get(hour) ?? 0) + used / 1_000_000);
      found.injected.set(hour, (found.injected.get(hour) ?? 0) + back / 1_000_000);
    }
    expect(new Set(found.consumed.keys())).toEqual(new Set(consumed.keys()));
    for (const [hour, amount] of consumed) expect(found.consumed.get(hour)).toBeCloseTo(amount, 4);
    for (const [hour, amount] of injected) expect(found.injected.get(hour)).toBeCloseTo(amount, 4);
    const perHour = EXPECTED[name]?.water ? 1 : 4;
    expect(summaryFor(previewed).highest?.demand).toBeCloseTo(maxOfQuarter(expected) * perHour, 3);
  },
);
