import { getDocumentProxy } from 'unpdf';
import { beforeAll, expect, it } from 'vitest';
import type { ReportContent } from '../content/report-content.ts';
import { LEFT, WIDTH } from './page.ts';
import { reportPdf } from './report-pdf.ts';

const LONG =
  'Associação dos Moradores e Comerciantes da Rua Comendador José Albuquerque de Vasconcelos, bloco B';
const content: ReportContent = {
  brand: 'first',
  logo: null,
  subject: LONG,
  title: 'Relatório mensal do portfólio',
  days: '1 out – 31 out 2026',
  madeAt: '25/11/2026 07:52',
  figures: [],
  charts: [],
  tables: [],
  changes: [],
  assumptions: [],
};
const rankingOf = (bars: number): ReportContent['charts'][number] => ({
  kind: 'ranking',
  heading: 'Onde se gasta mais',
  bars: Array.from({ length: bars }, (_, index) => ({
    name: `${index} ${LONG}`,
    value: 100,
    text: 'R$ 100,00',
  })),
});

/** What is written where, page by page. */
const writtenIn = async (changes: Partial<ReportContent>) => {
  const pdf = await getDocumentProxy(new Uint8Array(await reportPdf({ ...content, ...changes })));
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent();
      return items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [{ text: item.str, x: item.transform[4] as number, width: item.width }]
          : [],
      );
    }),
  );
};

/** Fonts and readers of PDF are read once, which takes a while on a busy machine. */
beforeAll(async () => {
  await writtenIn({ charts: [rankingOf(2)] });
}, 60_000);

it('shortens a long name before its bar, and in the footer before the page number', async () => {
  const [page = []] = await writtenIn({ charts: [rankingOf(3)] });
  const names = page.filter(({ text }) => /^\d Associação/.test(text));
  expect(names).toHaveLength(3);
  for (const { text, x, width } of names) {
    expect(text.endsWith('…')).toBe(true);
    expect(x + width).toBeLessThan(LEFT + 175);
  }
  const number = page.find(({ text }) => text === '1 de 1');
  const foot = page.find(({ text }) => text.startsWith('Associação') && text.endsWith('…'));
  expect((foot?.x ?? 0) + (foot?.width ?? WIDTH)).toBeLessThan(number?.x ?? 0);
});

it('leaves no heading at the end of a page without its bars', async () => {
  const changes = Array.from({ length: 28 }, (_, index) => `Mudança ${index + 1}.`);
  const pages = await writtenIn({ charts: [rankingOf(12)], changes });
  const [headed] = pages.filter((page) => page.some(({ text }) => text === 'Onde se gasta mais'));
  expect(headed?.filter(({ text }) => text === 'R$ 100,00')).toHaveLength(12);
});

it('prints digits of equal width', async () => {
  const figures = [407.7, 444.4].map((quantity) => ({
    label: 'Consumo',
    value: { quantity, decimals: 1, unit: 'kWh' },
    note: '',
  }));
  const [page = []] = await writtenIn({ figures });
  const [seven, four] = ['407,7 kWh', '444,4 kWh'].map(
    (value) => page.find(({ text }) => text === value)?.width ?? 0,
  );
  expect(seven).toBeCloseTo(four ?? -1, 3);
});
