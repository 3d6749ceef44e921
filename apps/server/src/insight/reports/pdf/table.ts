import type { ReportRow, ReportTable } from '../content/report-content.ts';
import { EVEN_DIGITS, INK, LEFT, LINE, MUTED, type Sheet, WIDTH } from './page.ts';

type Column = ReportTable['columns'][number];
type TableRow = Omit<ReportRow, 'cells'> & { readonly cells: readonly string[] };

const PADDING = 5;
const SIZE = 9;
const NOTE_SIZE = 7.5;
const GAP = 8;

export const tableHeight = (rows: number): number => (rows + 1) * 26;

interface Box {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

const boxesOf = (columns: readonly Column[]): readonly Box[] => {
  let x = LEFT;
  return columns.map(({ share, align = 'left' }, index) => {
    const total = share * WIDTH;
    const box = { x, width: total - (index === columns.length - 1 ? 0 : GAP), align };
    x += total;
    return box;
  });
};

const rule = ({ pdf }: Sheet, y: number, color: string): void => {
  pdf
    .moveTo(LEFT, y)
    .lineTo(LEFT + WIDTH, y)
    .lineWidth(0.5)
    .strokeColor(color)
    .stroke();
};

const heightOf = (
  { pdf }: Sheet,
  boxes: readonly Box[],
  { cells, note = null, isTotal = false }: TableRow,
): number => {
  pdf.font(isTotal ? 'strong' : 'text').fontSize(SIZE);
  const tallest = Math.max(
    ...cells.map((cell, index) =>
      pdf.heightOfString(cell || ' ', { width: boxes[index]?.width ?? WIDTH, features: EVEN_DIGITS }),
    ),
  );
  if (note === null) return tallest + 2 * PADDING;
  pdf.font('text').fontSize(NOTE_SIZE);
  return tallest + pdf.heightOfString(note, { width: boxes[0]?.width ?? WIDTH }) + 2 * PADDING;
};

type Element = PDFKit.PDFStructureElement;

const drawRow = (
  sheet: Sheet,
  boxes: readonly Box[],
  row: TableRow,
  { of, drawLabels }: { readonly of: Element; readonly drawLabels: () => void },
): void => {
  const { pdf } = sheet;
  const { cells, note = null, isTotal = false } = row;
  const height = heightOf(sheet, boxes, row);
  const page = pdf.page;
  sheet.makeRoom(height);
  // Labels repeat on each page, but once for screen readers.
  if (pdf.page !== page) sheet.decorate(drawLabels);
  const top = pdf.y;
  const element = pdf.struct('TR');
  of.add(element);
  for (const [index, cell] of cells.entries()) {
    const { x, width, align } = boxes[index] as Box;
    element.add(
      pdf.struct(index === 0 ? 'TH' : 'TD', {}, () => {
        pdf
          .font(isTotal ? 'strong' : 'text')
          .fontSize(SIZE)
          .fillColor(INK);
        pdf.text(cell, x, top + PADDING, { width, align, features: EVEN_DIGITS });
        if (index > 0 || note === null) return;
        pdf.font('text').fontSize(NOTE_SIZE).fillColor(MUTED).text(note, x, pdf.y, { width });
      }),
    );
  }
  element.end();
  pdf.y = top + height;
  pdf.x = LEFT;
  sheet.decorate(() => rule(sheet, pdf.y, LINE));
};

export const table = (sheet: Sheet, columns: readonly Column[], rows: readonly TableRow[]): void => {
  const { pdf } = sheet;
  const boxes = boxesOf(columns);
  const element = pdf.struct('Table');
  sheet.root.add(element);
  const writeLabel = (index: number, top: number): void => {
    const { x, width, align } = boxes[index] as Box;
    pdf.font('strong').fontSize(NOTE_SIZE).fillColor(MUTED);
    pdf.text(columns[index]?.label ?? '', x, top + PADDING, { width, align, lineBreak: false });
  };
  const drawLabels = (write: (index: number, top: number) => void): void => {
    const top = pdf.y;
    for (const index of columns.keys()) write(index, top);
    pdf.y = top + SIZE + 2 * PADDING;
    pdf.x = LEFT;
  };
  const head = pdf.struct('TR');
  element.add(head);
  drawLabels((index, top) => head.add(pdf.struct('TH', {}, () => writeLabel(index, top))));
  head.end();
  const drawRule = (): void => rule(sheet, pdf.y, MUTED);
  sheet.decorate(drawRule);
  const drawLabelsAgain = (): void => {
    drawLabels(writeLabel);
    drawRule();
  };
  for (const row of rows) drawRow(sheet, boxes, row, { of: element, drawLabels: drawLabelsAgain });
  element.end();
};
