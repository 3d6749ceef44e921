import type { FileReading } from '@nascente/domain/energy/past-imports/file-reading';
import { ofQuantity } from '@nascente/domain/energy/past-imports/row-amounts';
import { describe, expect, it } from 'vitest';
import { readingOf, shapeOf } from './read-upload.ts';
import { previewContent } from './testing/preview-content.ts';

const ROWS = 80_000;
const CHANGE = 60_007;
const QUARTER_MS = 900_000;
const FIRST = Date.UTC(2024, 0, 1);

const two = (n: number): string => String(n).padStart(2, '0');
const dateOf = (n: number): Date => new Date(FIRST + n * QUARTER_MS);
const dmy = (at: Date): string =>
  `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()} ${at.toISOString().slice(11, 16)}`;
const mdy = (at: Date): string =>
  `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()} ${at.toISOString().slice(11, 16)}`;
const iso = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');
/** Whole Wh, never below 1,000. */
const wh = (n: number): number => 1_000 + ((n * 7_919) % 900);
const comma = (n: number): string => (wh(n) / 1_000).toFixed(3).replace('.', ',');
const point = (n: number): string => (wh(n) / 1_000).toFixed(3);
const fileOf = (row: (n: number) => string, header = 'Data e hora;Consumo (kWh)'): string =>
  [header, ...Array.from({ length: ROWS }, (_, n) => row(n))].join('\n');
const KWH = Array.from({ length: ROWS }, (_, n) => wh(n)).reduce((sum, each) => sum + each, 0) / 1_000;

const previewOf = (text: string, chosen: FileReading | null = null) =>
  previewContent(Buffer.from(text), chosen);
type Previewed = Awaited<ReturnType<typeof previewOf>>;
const kwhOf = ({ file }: Previewed): number =>
  [...file.quarters.values()].reduce((sum, sums) => sum + ofQuantity(sums, 'consumed'), 0) / 1_000_000;
/** Quarter-hours with another amount than that of their row. */
const wrongIn = ({ file }: Previewed): number =>
  Array.from({ length: ROWS }, (_, n) => n).filter((n) => {
    const sums = file.quarters.get(FIRST + 3 * 3_600_000 + n * QUARTER_MS);
    return sums === undefined || ofQuantity(sums, 'consumed') !== wh(n) * 1_000;
  }).length;
const questionsOf = ({ questions }: Previewed): string[] => questions.map(({ about }) => about);

describe('a change of format behind 60,000 of 80,000 rows', { timeout: 120_000 }, () => {
  it('reads a change of the date format', async () => {
    const read = await previewOf(
      fileOf((n) => `${n < CHANGE ? dmy(dateOf(n)) : iso(dateOf(n))};${comma(n)}`),
    );
    expect([questionsOf(read), read.file.refusals, wrongIn(read)]).toEqual([[], [], 0]);
  });
  it('asks about a change of the decimal mark, with the right sum', async () => {
    const text = fileOf((n) => `${dmy(dateOf(n))};${n < CHANGE ? comma(n) : point(n)}`);
    const read = await previewOf(text);
    expect(questionsOf(read)).toEqual(['decimal']);
    expect(read.questions[0]?.candidates[0]?.total.consumed).toBeCloseTo(KWH, 3);
  });
  it('asks about a change from day first to month first, and reads the right answer', async () => {
    const text = fileOf((n) => `${n < CHANGE ? dmy(dateOf(n)) : mdy(dateOf(n))};${comma(n)}`);
    const read = await previewOf(text);
    expect(questionsOf(read)).toEqual(['date']);
    const [candidate] = read.questions[0]?.candidates ?? [];
    const answered = await previewOf(text, readingOf((candidate as NonNullable<typeof candidate>).reading));
    expect([questionsOf(answered), wrongIn(answered)]).toEqual([[], 0]);
  });
  it('reads a change of units in the cells', async () => {
    const read = await previewOf(
      fileOf(
        (n) => `${dmy(dateOf(n))};${n < CHANGE ? `${comma(n)} kWh` : `${wh(n)} Wh`}`,
        'Data e hora;Energia',
      ),
    );
    expect([questionsOf(read), read.file.refusals, kwhOf(read).toFixed(3)]).toEqual([[], [], KWH.toFixed(3)]);
  });
  it('refuses unreadable cells after a change, with their number', async () => {
    const read = await previewOf(fileOf((n) => `${n < CHANGE ? dmy(dateOf(n)) : `dia ${n}`};${comma(n)}`));
    expect(read.file.refusals).toMatchObject([{ reason: 'time', rows: ROWS - CHANGE }]);
  });
});

it.each([
  ['16/06/2025', '17/05/2025', true],
  ['16/06/2025', '06/16/2025', false],
  ['16/06/2025', '2025-06-16', false],
  ['0,512', '0.512', false],
  ['0,512', '0,513', true],
  ['1,1 kW', '1,1 W', false],
  ['', 'a', false],
  ['Padaria', 'Confeitaria', true],
  ['123456', '1234567', true],
])('%j and %j have the same form: %s', (one, other, is) => {
  expect(shapeOf(one) === shapeOf(other)).toBe(is);
});
