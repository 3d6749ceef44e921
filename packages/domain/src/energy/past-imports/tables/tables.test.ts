import { describe, expect, it } from 'vitest';
import { createMergedRows } from '../dated-rows.ts';
import { sumOf } from '../row-amounts.ts';
import { openText, readText } from '../testing/open-text.ts';
import { comma, dmy, hm, type Slot, slots } from '../testing/slots.ts';
import { alignedSeparator, detectSeparator } from './find-table.ts';

const Q = slots(15);

describe('columns separated by spaces', () => {
  it.each([
    [['04/03/2025 00:00 0,5', '04/03/2025 00:15 0,5'], ' '],
    [['04/03/2025 00:00   0,5', '04/03/2025 00:15   0,5'], '  '],
    [['2025-03-04 00:00,0.5', '2025-03-04 00:15,0.5'], null],
    [['04/03/2025 00:00, 0.5', '04/03/2025 00:15, 0.5'], null],
    [['04/03/2025', '05/03/2025'], null],
    [['a b', '04/03/2025 0,5'], null],
    [[], null],
  ] as const)('detects for %j the separator %j', (lines, separator) => {
    expect(alignedSeparator(lines)).toBe(separator);
  });
  it('ignores spaces when another mark separates the columns', () => {
    expect(detectSeparator(['04/03/2025 00:00 ; 0,5', '04/03/2025 00:15 ; 0,5'])).toBe(';');
  });
});

describe('rows that omit the date of the row above', () => {
  const merged = (header: string, first: (s: Slot) => string): string =>
    [
      ...(header === '' ? [] : [header]),
      ...Q.flatMap((s) =>
        ['R', 'S'].map((phase, n) => `${n === 0 ? first(s) : ''};${phase};${comma(s.kwh)}`),
      ),
    ].join('\n');
  it('uses the date of the row above, also without a header', () => {
    for (const header of ['Data;Fase;kWh', '']) {
      const { reading, found } = openText(merged(header, (s) => `${dmy(s.from)} ${hm(s.from)}`));
      // Without column names, the phases may be meters: the user is asked, and until then only the first one counts.
      expect([reading.layout, found.rows]).toEqual(['merged', header === '' ? 192 : 384]);
      expect(reading.open.includes('meter')).toBe(header === '');
      if (header !== '') expect(found.refusals).toEqual([]);
    }
  });
  it('detects no merged rows when they are rare, too many, or irregular', () => {
    const rows = (counts: readonly number[]): string =>
      [
        'Data;kWh',
        ...counts.flatMap((count, n) => [
          `04/03/2025 ${hm(Q[n]?.from as Date)};1`,
          ...Array.from({ length: count }, () => ';2'),
        ]),
      ].join('\n');
    for (const counts of [
      [0, 0, 0, 1],
      [13, 13, 13],
      [1, 2, 3, 0, 1],
    ])
      expect(openText(rows(counts)).reading.layout).toBe('rows');
    expect(openText(rows([1, 1, 1]).replaceAll('\n;2', '\nTotal;2')).reading.layout).toBe('rows');
  });
  it('preserves empty rows and missing cells of a short row above', () => {
    const rowsOf = createMergedRows();
    expect([['', '1'], ['a'], ['', '', '2'], ['', '']].flatMap(rowsOf)).toEqual([
      ['', '1'],
      ['a'],
      ['a', '', '2'],
      ['', ''],
    ]);
  });
});

it('counts a rolled-over register from zero when the user confirms it', () => {
  const levels = Q.map(({ n }) => (99_950 + n) % 100_000);
  const rows = Q.map((s) => `${dmy(s.from)} ${hm(s.from)};${levels[s.n]};${500 + s.n}`);
  const text = ['Data;Registrador 1.8.0 (kWh);Registrador 2.8.0 (kWh)', ...rows].join('\n');
  const { reading, found } = openText(text);
  expect([found.rollovers, reading.rollovers]).toEqual([1, 'ask']);
  const sums = (['restart', 'rollover'] as const).map((rollovers) => {
    const { consumed, injected } = sumOf(readText(text, { ...reading, rollovers }).quarters.values());
    return [consumed, injected].map((sum) => sum / 1_000_000);
  });
  expect(sums).toEqual([
    [190, 191],
    [191, 191],
  ]);
});
