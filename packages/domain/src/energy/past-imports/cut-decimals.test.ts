import { describe, expect, it, test } from 'vitest';
import { detectReading } from './detect-reading.ts';
import type { SheetRow } from './file-reading.ts';
import { openText } from './testing/open-text.ts';
import { comma, dmy, hm, type Slot, slots, ymd } from './testing/slots.ts';

const SLOTS = slots(15);
const KWH = SLOTS.reduce((sum, { kwh }) => sum + kwh, 0);
const at = ({ from }: Slot): string => `${dmy(from)} ${hm(from)}`;
/** Values from 1.101 to 2.061, so that none begins with zero. */
const over = ({ kwh }: Slot): number => kwh + 1;

/** The sum of each answer to the first question, which asks about decimals. */
const sums = (rows: readonly string[]) => {
  const { answers, reading } = openText(rows.join('\n'));
  expect([answers[0]?.about, reading.open[0]]).toEqual(['decimal', 'decimal']);
  return answers[0]?.totals.map(({ consumed, injected }) =>
    [consumed, injected].map((sum) => Number(sum.toFixed(3))),
  );
};
const labels = (rows: readonly string[]) => {
  const cells: SheetRow[] = rows.map((row, index) => ({ line: index + 1, cells: row.split(',') }));
  const source = { separator: ',', sheet: null, encoding: 'UTF-8' } as const;
  const meter = { isWater: false, zone: 'America/Sao_Paulo' as never, newest: 0 as never };
  const [question] = detectReading({ rows: cells, isComplete: true }, source, meter).questions;
  return question?.candidates.map(({ label }) => label);
};
const round = (sum: number): number => Number(sum.toFixed(3));

describe('cut decimals in files without a header', () => {
  it('asks the user to choose between cut decimals and separate columns', () => {
    const rows = SLOTS.map((s) => `${at(s)},${comma(s.kwh)}`);
    expect(sums(rows)?.[0]).toEqual([round(KWH), 0]);
    expect(labels(rows)).toEqual(['números como 0,101', 'números como 0 e 101']);
  });
  it('offers thousands as an answer when every number has three digits behind its comma', () => {
    const rows = SLOTS.map((s) => `${ymd(s.from)} ${hm(s.from)},${comma(over(s))}`);
    expect(labels(rows)).toEqual(['números como 1,101', 'números como 1101', 'números como 1 e 101']);
    expect(sums(rows)?.[0]).toEqual([round(KWH + SLOTS.length), 0]);
  });
  it('leaves numbers without decimals unchanged', () => {
    const some = (s: Slot): boolean => s.n % 5 === 0;
    const rows = SLOTS.map((s) => `${at(s)},${some(s) ? '3' : comma(s.kwh)}`);
    expect(sums(rows)?.[0]?.[0]).toBe(round(SLOTS.reduce((sum, s) => sum + (some(s) ? 3 : s.kwh), 0)));
  });
  it('offers joins from the left and from the right for several whole numbers', () => {
    const rows = SLOTS.slice(0, 12).map((s) => `${at(s)},${1 + s.n},${20 + s.n},${40 + ((s.n * 3) % 40)}`);
    expect(labels(rows)).toEqual([
      'números como 1,20 e 40',
      'números como 1 e 20,40',
      'números como 1 e 20 e 40',
    ]);
  });
  it('asks no decimal question when the digits never begin with zero or never change', () => {
    const rows = (digits: (s: Slot) => string) => SLOTS.map((s) => `${at(s)},${s.n % 9},${digits(s)}`);
    for (const digits of [(s: Slot) => String(100 + s.n), () => '1', (s: Slot) => String(12_345_678 + s.n)])
      expect(openText(rows(digits).join('\n')).answers.map(({ about }) => about)).not.toContain('decimal');
  });
  it('asks for cut decimals in two columns, each joined separately', () => {
    const rows = SLOTS.map((s) => `${at(s)},${comma(s.kwh)},${comma(over(s))}`);
    expect(labels(rows)?.[0]).toBe('números como 0,101 e 1,101');
  });
  it('reads cut decimals beside a meter code', () => {
    const rows = SLOTS.map((s) => `00123,${at(s)},${comma(s.kwh)}`);
    expect(sums(rows)?.[0]).toEqual([round(KWH), 0]);
  });
});

describe('cut decimals in files with a header', () => {
  it.each([
    ['of a column without a name behind it', 'Data,Consumo (kWh),', ','],
    ['of a column that is always empty', 'Data,Consumo (kWh),Injetada (kWh)', ','],
    ['of a column that is always zero', 'Data,Consumo (kWh),Injetada (kWh)', ',0'],
    ['of a column that no row has', 'Data,Consumo (kWh),Nota', ''],
    ['without a known name', 'Data,X', ''],
  ])('asks the user about cut decimals in %s', (_, header, end) => {
    const rows = [header, ...SLOTS.map((s) => `${at(s)},${comma(s.kwh)}${end}`)];
    expect(sums(rows)?.[0]).toEqual([round(KWH), 0]);
  });
  it('asks about thousands in a file that is not Portuguese and uses another date order', () => {
    const rows = ['Date,Usage (Wh)', ...SLOTS.map((s) => `${ymd(s.from)} ${hm(s.from)},${comma(over(s))}`)];
    const complete = KWH + SLOTS.length;
    expect(sums(rows)).toEqual([
      [round(complete / 1_000), 0],
      [round(complete), 0],
    ]);
  });
  it('asks no question when each cell has a name and the digits never begin with zero', () => {
    const rows = [
      'Data,Consumo (Wh),Código',
      ...SLOTS.map((s) => `${at(s)},${1 + (s.n % 9)},${100 + (s.n % 50)}`),
    ];
    expect(openText(rows.join('\n')).answers).toEqual([]);
  });
});

test('accepts the user’s statement that nothing is cut and the chosen decimal mark', () => {
  const rows: SheetRow[] = SLOTS.map((s, index) => ({
    line: index + 1,
    cells: `${at(s)},${comma(s.kwh)}`.split(','),
  }));
  const source = { separator: ',', sheet: null, encoding: 'UTF-8', decimal: '.' } as const;
  const meter = { isWater: false, zone: 'America/Sao_Paulo' as never, newest: 0 as never };
  const cutNumbers = { columns: [], width: 0 };
  const { reading, questions } = detectReading({ rows, isComplete: true }, { ...source, cutNumbers }, meter);
  expect(reading).toMatchObject({ cutNumbers, decimal: '.' });
  expect(questions.map(({ about }) => about)).toEqual(['columns', 'unit']);
});

describe('files with one day per row and no header', () => {
  const hours = slots(60);
  const day = (first: number, separator: string): string =>
    [dmy(hours[first]?.from as Date), ...hours.slice(first, first + 24).map(({ kwh }) => comma(kwh))].join(
      separator,
    );
  it('reads the hours of each day', () => {
    const { total, answers, reading } = openText([day(0, ';'), day(24, ';')].join('\n'));
    expect([answers.map(({ about }) => about), reading.layout]).toEqual([['unit'], 'days']);
    expect(total.consumed).toBeCloseTo(
      hours.reduce((sum, { kwh }) => sum + kwh, 0),
      6,
    );
  });
  it('reads day rows with cut decimals, and ignores lines of text', () => {
    const cut = openText([day(0, ','), day(24, ',')].join('\n'));
    expect(cut.reading.layout).toBe('days');
    expect(cut.total.consumed).toBeCloseTo(
      hours.reduce((sum, { kwh }) => sum + kwh, 0),
      6,
    );
    const { total } = openText(['Relatório', day(0, ';'), 'nota', day(24, ';')].join('\n'));
    expect(total.consumed).toBeCloseTo(
      hours.reduce((sum, { kwh }) => sum + kwh, 0),
      6,
    );
  });
});
