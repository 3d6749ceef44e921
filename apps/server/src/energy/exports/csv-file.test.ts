import type { Zone } from '@nascente/domain/base/time/zone';
import { describe, expect, it } from 'vitest';
import type { ExportRow } from './export-columns.ts';
import { csvFile } from './export-task.ts';

const ZONE = 'America/Sao_Paulo' as Zone;

const textOf = async (pages: readonly (readonly ExportRow[])[], labels = ['Tensão (V)', 'Energia (Wh)']) => {
  const table = {
    labels,
    pages: (async function* () {
      yield* pages;
    })(),
  };
  const parts: string[] = [];
  for await (const part of csvFile(table, ZONE)) parts.push(part);
  return parts.join('');
};

describe('a CSV file', () => {
  it('a CSV file has a byte order mark, semicolons, decimal commas, CRLF and both clocks', async () => {
    const end = Date.parse('2026-11-20T17:05:09.250Z');
    const text = await textOf([
      [{ start: null, end, values: '219.8,0.001' }],
      [{ start: end, end: end + 5000, values: ',-12' }],
    ]);
    expect(text).toBe(
      [
        '\uFEFFInício (America/Sao_Paulo);Fim (America/Sao_Paulo);Fim (UTC);Tensão (V);Energia (Wh)',
        ';20/11/2026 14:05:09;2026-11-20T17:05:09.250Z;219,8;0,001',
        '20/11/2026 14:05:09;20/11/2026 14:05:14;2026-11-20T17:05:14.250Z;;-12',
        '',
      ].join('\r\n'),
    );
  });

  it('distinguishes a repeated hour by UTC', async () => {
    const twice = ['2019-02-17T01:30:00Z', '2019-02-17T02:30:00Z'].map((at) => Date.parse(at));
    const text = await textOf([twice.map((end) => ({ start: null, end, values: '1' }))], ['V']);
    const rows = text.split('\r\n').slice(1, 3);
    expect(rows.map((row) => row.split(';')[1])).toEqual(['16/02/2019 23:30:00', '16/02/2019 23:30:00']);
    expect(new Set(rows.map((row) => row.split(';')[2])).size).toBe(2);
  });
});
