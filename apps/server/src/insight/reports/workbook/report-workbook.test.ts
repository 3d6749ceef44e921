import { expect, it } from 'vitest';
import { filesOfWorkbook, rowsOfSheet } from '../../../testing/read-workbook.ts';
import { type ReportContent, textOf } from '../content/report-content.ts';
import { reportWorkbook } from './report-workbook.ts';

const content: ReportContent = {
  brand: 'first',
  logo: null,
  subject: 'Padaria',
  title: 'Relatório de energia',
  days: '1 out – 31 out 2026',
  madeAt: '25/11/2026 07:52',
  figures: [],
  charts: [],
  tables: [
    {
      title: 'Conta',
      heading: 'A conta, linha a linha',
      columns: [
        { label: 'Linha', share: 0.5 },
        { label: 'Valor', share: 0.5, align: 'right' },
      ],
      rows: [{ cells: ['COSIP', { reais: 96.35 }] }],
    },
  ],
  changes: [],
  assumptions: ['É uma estimativa.'],
};

/** The cells of a sheet with what they hold and the format that they are shown in, row by row. */
const formattedCells = (files: ReadonlyMap<string, string>, sheet: number): string[][] => {
  const styles = files.get('xl/styles.xml') ?? '';
  const formats = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const [, cellStyles = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(styles) ?? [];
  const ids = [...cellStyles.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id);
  const rows = (files.get(`xl/worksheets/sheet${sheet}.xml`) ?? '').matchAll(/<row[^>]*>(.*?)<\/row>/g);
  return [...rows].map(([, row = '']) =>
    [...row.matchAll(/<c s="(\d+)"><v>([^<]*)<\/v><\/c>/g)].map(
      ([, style, value]) => `${value} as ${formats.get(ids[Number(style)])?.replaceAll('&quot;', '"')}`,
    ),
  );
};

it('writes figures as numbers, each in its own unit', async () => {
  const files = filesOfWorkbook(
    await reportWorkbook({
      ...content,
      figures: [
        { label: 'Valor', value: { reais: 1234.5 }, note: '12% a mais que no ciclo anterior' },
        {
          label: 'Consumo',
          value: { quantity: 407.71, decimals: 1, unit: 'kWh' },
          beside: { quantity: 12.345, decimals: 2, unit: 'm³' },
          note: '',
        },
        { label: 'Medido', value: { share: 0.987 }, note: '3 medidores' },
        { label: 'Medidores', value: { quantity: 3, decimals: 0 }, note: '' },
        { label: 'Sem tarifa', value: '—', note: '' },
      ],
    }),
  );
  expect(formattedCells(files, 1).flat()).toEqual([
    '1234.5 as "R$"\\ #,##0.00',
    '407.71 as #,##0.0"\u00a0kWh"',
    '12.345 as #,##0.00"\u00a0m³"',
    '0.987 as 0.0%',
    '3 as #,##0',
  ]);
  const rows = rowsOfSheet(files.get('xl/worksheets/sheet1.xml'));
  expect(rows.slice(4, 10).map(([label, value]) => [label, value])).toEqual([
    ['Valor', '1234.5'],
    ['Consumo', '407.71'],
    ['Consumo', '12.345'],
    ['Medido', '0.987'],
    ['Medidores', '3'],
    ['Sem tarifa', '—'],
  ]);
});

it('shows the unit in the column header, or in a separate column where rows differ', async () => {
  const sheetOf = async (rows: ReportContent['tables'][number]['rows']) => {
    const columns = [
      { label: 'Linha', share: 0.5 },
      { label: 'Quantidade', share: 0.5, align: 'right' as const },
    ];
    const tables = [{ title: 'Conta', heading: 'A conta, linha a linha', columns, rows }];
    const files = filesOfWorkbook(await reportWorkbook({ ...content, tables }));
    return rowsOfSheet(files.get('xl/worksheets/sheet2.xml'));
  };
  const energy = { cells: ['Consumo TE', { quantity: 1328.67, decimals: 2, unit: 'kWh' }] };
  const demand = { cells: ['Demanda', { quantity: 45.65, decimals: 2, unit: 'kW' }], note: 'sem ICMS' };
  expect(await sheetOf([energy])).toEqual([
    ['Linha', 'Quantidade (kWh)'],
    ['Consumo TE', '1328.67'],
  ]);
  expect(await sheetOf([energy, demand, { cells: ['Total', ''] }])).toEqual([
    ['Linha', 'Quantidade', 'Unidade', 'Observação'],
    ['Consumo TE', '1328.67', 'kWh', ''],
    ['Demanda', '45.65', 'kW', 'sem ICMS'],
    ['Total', '', '', ''],
  ]);
});

it.each([
  [0.123, '+12,3%'],
  [-0.034, '−3,4%'],
  [0.0003, '0,0%'],
  [0, '0,0%'],
  [null, ''],
])('shows the sign of a change of %s on paper and in a sheet', async (change, text) => {
  expect(textOf({ change })).toBe(text);
  const [table] = content.tables;
  const tables = table === undefined ? [] : [{ ...table, rows: [{ cells: ['Padaria', { change }] }] }];
  const files = filesOfWorkbook(await reportWorkbook({ ...content, tables }));
  expect(formattedCells(files, 2).flat()).toEqual(change === null ? [] : [`${change} as +0.0%;-0.0%;0.0%`]);
});

it('prints all columns of a sheet on one page', async () => {
  const files = filesOfWorkbook(await reportWorkbook(content));
  for (const number of [1, 2]) {
    const sheet = files.get(`xl/worksheets/sheet${number}.xml`) ?? '';
    expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>');
    // Programs refuse a sheet with its parts in another order.
    expect(sheet).toMatch(
      /<\/sheetData>(<mergeCells.*<\/mergeCells>)?<pageMargins [^>]*\/><pageSetup [^>]*fitToHeight="0"\/>/,
    );
  }
});
