import { expect, it } from 'vitest';
import { filesOfWorkbook } from '../../../testing/read-workbook.ts';
import { reportWorkbook } from './report-workbook.ts';

it('is printed with all columns of a sheet on one page', async () => {
  const content = await reportWorkbook({
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
  });
  const files = filesOfWorkbook(content);
  for (const number of [1, 2]) {
    const sheet = files.get(`xl/worksheets/sheet${number}.xml`) ?? '';
    expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>');
    // Programs refuse a sheet whose parts stand in another order.
    expect(sheet).toMatch(
      /<\/sheetData>(<mergeCells.*<\/mergeCells>)?<pageMargins [^>]*\/><pageSetup [^>]*fitToHeight="0"\/>/,
    );
  }
});
