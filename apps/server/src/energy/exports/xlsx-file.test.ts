import type { Zone } from '@nascente/domain/base/time/zone';
import { describe, expect, it } from 'vitest';
import { xmlText } from '../../platform/files/xml-text.ts';
import { filesOfWorkbook, rowsOfSheet } from '../../testing/read-workbook.ts';
import type { ExportRow, ExportTable } from './export-columns.ts';
import { xlsxFile } from './export-task.ts';

const UTC = 'UTC' as Zone;
const START = Date.parse('2026-11-20T00:00:00Z');

const tableOf = (pages: readonly (readonly ExportRow[])[], labels: readonly string[]): ExportTable => ({
  labels,
  pages: (async function* () {
    yield* pages;
  })(),
});

const archiveOf = async (table: ExportTable, mostRows?: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of xlsxFile(table, UTC, mostRows)) parts.push(part);
  return Buffer.concat(parts);
};

const rows = Array.from({ length: 7 }, (_, n) => ({
  start: n === 0 ? null : START + (n - 1) * 3_600_000,
  end: START + n * 3_600_000,
  values: `${n}.5,,-${n}`,
}));

describe('an XLSX workbook', () => {
  it('a workbook has one sheet with a header and numeric cells', async () => {
    const files = filesOfWorkbook(
      await archiveOf(tableOf([rows.slice(0, 3), rows.slice(3)], ['A & B <V>', 'W', '=X'])),
    );
    expect([...files.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const [head, ...sheetRows] = rowsOfSheet(files.get('xl/worksheets/sheet1.xml'));
    expect(head).toEqual(['Início (UTC)', 'Fim (UTC)', 'Fim (UTC)', 'A &amp; B &lt;V&gt;', 'W', '=X']);
    expect(files.get('xl/worksheets/sheet1.xml')).not.toContain('<f>');
    expect(sheetRows).toHaveLength(7);
    // 2026-11-20 is day 46346 of spreadsheets, counted from 30 December 1899.
    const first = (START - Date.UTC(1899, 11, 30)) / 86_400_000;
    expect(first).toBe(46_346);
    expect(sheetRows[0]).toEqual(['', String(first), '2026-11-20T00:00:00.000Z', '0.5', '', '-0']);
    expect(sheetRows[6]?.slice(0, 2).map(Number)).toEqual([(first * 24 + 5) / 24, (first * 24 + 6) / 24]);
    expect(sheetRows[6]?.slice(3)).toEqual(['6.5', '', '-6']);
  });

  it('continues in another sheet when one is full', async () => {
    const files = filesOfWorkbook(await archiveOf(tableOf([rows], ['W']), 3));
    const counts = [1, 2, 3].map((sheet) => rowsOfSheet(files.get(`xl/worksheets/sheet${sheet}.xml`)).length);
    expect(counts).toEqual([4, 4, 2]);
    expect(files.get('xl/workbook.xml')).toContain('name="Leituras 3" sheetId="3"');
  });

  it('a workbook without rows has its header', async () => {
    const files = filesOfWorkbook(await archiveOf(tableOf([], ['W'])));
    expect(rowsOfSheet(files.get('xl/worksheets/sheet1.xml'))).toHaveLength(1);
  });

  it('releases its rows when a reader stops early', async () => {
    let isLetGo = false;
    const pages = (async function* () {
      try {
        for (;;) yield rows;
      } finally {
        isLetGo = true;
      }
    })();
    for await (const _ of xlsxFile({ labels: ['W'], pages }, UTC)) if (_.length > 100) break;
    expect(isLetGo).toBe(true);
  });
});

it('XML text has no markup and no control characters', () => {
  expect(xmlText('a<b>&"c"\u0000\u001f')).toBe('a&lt;b&gt;&amp;&quot;c&quot;');
});
