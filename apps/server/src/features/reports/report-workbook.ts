import { DAY_MS } from '@nascente/domain/time/zone';
import { sheetEntries } from '../../platform/files/workbook-parts.ts';
import { xmlText } from '../../platform/files/xml-text.ts';
import { type ZipEntry, zipStream } from '../../platform/files/zip-stream.ts';
import type { ReportData } from './report-data.ts';
import { assumptionsOf, daysText, titleOf, unitOf } from './report-words.ts';

/** As `workbook-parts.ts` writes them. */
const STYLE = { plain: 0, bold: 2, decimals: 3, day: 4, percent: 5 } as const;

/** Days are counted from 30 December 1899. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

type Cell =
  | string
  | number
  | null
  | { readonly day: string }
  | { readonly share: number }
  | { readonly head: string };

interface WorkbookSheet {
  readonly title: string;
  readonly rows: readonly (readonly Cell[])[];
}

const textCell = (text: string, style: number): string =>
  `<c t="inlineStr" s="${style}"><is><t>${xmlText(text)}</t></is></c>`;
const numberCell = (value: number, style: number): string => `<c s="${style}"><v>${value}</v></c>`;

const cellXml = (cell: Cell): string => {
  if (cell === null) return '<c/>';
  if (typeof cell === 'string') return textCell(cell, STYLE.plain);
  if (typeof cell === 'number') return numberCell(cell, STYLE.decimals);
  if ('head' in cell) return textCell(cell.head, STYLE.bold);
  if ('share' in cell) return numberCell(cell.share, STYLE.percent);
  return numberCell((Date.parse(cell.day) - FIRST_DAY) / DAY_MS, STYLE.day);
};

const sheetXml = ({ rows }: WorkbookSheet): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<cols><col min="1" max="1" width="44" customWidth="1"/><col min="2" max="8" width="16" customWidth="1"/></cols>\
<sheetData>${rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('')}</sheetData></worksheet>`;

const heads = (...labels: readonly string[]): readonly Cell[] => labels.map((head) => ({ head }));

const billSheet = ({ establishment, bill, madeAt }: ReportData): WorkbookSheet => ({
  title: 'Conta',
  rows: [
    heads(establishment),
    [`${titleOf(bill)} · ${daysText(bill)} · feito em ${madeAt}`],
    [],
    heads('Linha', 'Quantidade', 'Unidade', 'Preço (R$)', 'Valor (R$)', 'Observação'),
    ...bill.lines.map(({ label, quantity, unit, price, amount, note }): readonly Cell[] => [
      label,
      quantity,
      unit,
      price === null ? null : String(price).replace('.', ','),
      amount,
      note,
    ]),
    [{ head: 'Total' }, null, null, null, bill.tariff === null ? null : bill.total],
    [],
    ...assumptionsOf(bill).map((sentence): readonly Cell[] => [sentence]),
  ],
});

const daysSheet = ({ bill, days }: ReportData): WorkbookSheet => ({
  title: 'Dias',
  rows: [heads('Dia', `Consumo (${unitOf(bill)})`), ...days.map(({ date, total }) => [{ day: date }, total])],
});

const partsSheet = ({ bill, apportionment }: ReportData): WorkbookSheet[] => {
  if (apportionment === null) return [];
  const { parts, rest } = apportionment;
  const rows = parts.map(({ name, total, share, amount }): readonly Cell[] => [
    name,
    total,
    { share },
    amount,
  ]);
  return [
    {
      title: 'Medidores',
      rows: [
        heads('Medidor', `Consumo (${unitOf(bill)})`, 'Parte', 'Valor (R$)'),
        ...rows,
        ['Sem medidor próprio', rest.unmeasured, { share: rest.share }, rest.unmeasuredAmount],
        ['Linhas fixas, que o consumo não muda', null, null, rest.fixed],
      ],
    },
  ];
};

const cyclesSheet = ({ bill, cycles }: ReportData): WorkbookSheet => ({
  title: 'Ciclos',
  rows: [
    heads('Ciclo', 'De', 'Até', `Consumo (${unitOf(bill)})`, 'Medido', 'Valor (R$)'),
    ...cycles.map(({ start, end, consumed, total, completeness }): readonly Cell[] => [
      daysText({ start, end }),
      { day: start },
      { day: end },
      consumed,
      { share: completeness },
      bill.tariff === null ? null : total,
    ]),
  ],
});

/** The figures of a report as a workbook, for whoever goes on counting with them. */
export const reportWorkbook = async (data: ReportData): Promise<Buffer> => {
  const sheets = [billSheet(data), daysSheet(data), ...partsSheet(data), cyclesSheet(data)];
  const entries = [
    ...sheets.map(
      (sheet, index): ZipEntry => ({
        name: `xl/worksheets/sheet${index + 1}.xml`,
        content: [sheetXml(sheet)],
      }),
    ),
    ...sheetEntries(sheets.map(({ title }) => title)),
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of zipStream(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
};
