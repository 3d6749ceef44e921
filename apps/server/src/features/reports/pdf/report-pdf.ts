import { formatNumber, formatPercent, formatReais } from '@nascente/domain/units/format';
import type { ReportData } from '../report-data.ts';
import { assumptionsOf, comparedText, daysText, quantityText, titleOf, unitOf } from '../report-words.ts';
import { dayBars } from './day-bars.ts';
import {
  heading,
  INK,
  LEFT,
  LINE,
  MUTED,
  numberPages,
  openSheet,
  type Sheet,
  tagged,
  WIDTH,
} from './page.ts';
import { type TableRow, table, tableHeight } from './table.ts';

/** With what stands above and below it. */
const HEADING = 50;
/** Longer tables may begin on one page and go on on the next. */
const MOST_KEPT_TOGETHER = 12;

const writeHead = (sheet: Sheet, { establishment, bill, madeAt }: ReportData): void => {
  const { pdf, look } = sheet;
  pdf.rect(0, 0, pdf.page.width, 6).fill(look.primary);
  tagged(sheet, 'P', () => {
    pdf.font('strong').fontSize(9).fillColor(look.primary).text(look.name, LEFT, 34, { width: WIDTH });
  });
  tagged(sheet, 'H1', () => {
    pdf.font('strong').fontSize(22).fillColor(INK).text(establishment, LEFT, 50, { width: WIDTH });
  });
  tagged(sheet, 'P', () => {
    pdf.font('text').fontSize(10.5).fillColor(MUTED);
    pdf.text(`${titleOf(bill)} · ${daysText(bill)} · feito em ${madeAt}`, LEFT, pdf.y + 2, { width: WIDTH });
  });
};

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

const figuresOf = ({ bill, cycles, days }: ReportData): readonly Figure[] => {
  const before = cycles.at(-2) ?? null;
  const hasPrice = bill.tariff !== null;
  const compares = !bill.isOpen;
  const measured = days.filter(({ total }) => total > 0).length;
  const mean = measured === 0 ? 0 : bill.consumed.total / measured;
  const [demand] = [...bill.demand].sort((one, other) => other.measured - one.measured);
  const unit = unitOf(bill);
  return [
    {
      label: bill.isOpen ? 'Valor até agora' : 'Valor do ciclo',
      value: hasPrice ? formatReais(bill.total) : '—',
      note: hasPrice && compares ? comparedText(bill.total, before?.total ?? null) : '',
    },
    {
      label: 'Consumo',
      value: `${quantityText(bill, bill.consumed.total)} ${unit}`,
      note: compares ? comparedText(bill.consumed.total, before?.consumed ?? null) : '',
    },
    demand === undefined
      ? { label: 'Média por dia', value: `${quantityText(bill, mean)} ${unit}`, note: '' }
      : {
          label: 'Demanda máxima',
          value: `${formatNumber(demand.measured, 1)} kW`,
          note: demand.contracted === null ? '' : `contratada: ${formatNumber(demand.contracted, 0)} kW`,
        },
  ];
};

const writeFigures = (sheet: Sheet, data: ReportData): void => {
  const { pdf } = sheet;
  const top = pdf.y + 18;
  const figures = figuresOf(data);
  const width = WIDTH / figures.length;
  let lowest = top;
  for (const [index, { label, value, note }] of figures.entries()) {
    const x = LEFT + index * width;
    if (index > 0)
      pdf
        .moveTo(x - 12, top)
        .lineTo(x - 12, top + 48)
        .lineWidth(0.5)
        .strokeColor(LINE)
        .stroke();
    tagged(sheet, 'P', () => {
      pdf
        .font('text')
        .fontSize(8.5)
        .fillColor(MUTED)
        .text(label, x, top, { width: width - 24 });
      pdf
        .font('strong')
        .fontSize(17)
        .fillColor(INK)
        .text(value, x, pdf.y + 2, { width: width - 16 });
      if (note !== '')
        pdf
          .font('text')
          .fontSize(8)
          .fillColor(MUTED)
          .text(note, x, pdf.y + 2, { width: width - 24 });
    });
    lowest = Math.max(lowest, pdf.y);
  }
  pdf.y = Math.max(lowest, top + 48);
};

/** Prices of a kWh have more than cents. */
const priceText = (price: number | null): string => (price === null ? '' : formatNumber(price, 5));

const writeBill = (sheet: Sheet, { bill }: ReportData): void => {
  if (bill.lines.length === 0) return;
  heading(sheet, 'A conta, linha a linha');
  const rows = bill.lines.map(
    ({ label, quantity, unit, price, amount, note }): TableRow => ({
      cells: [
        label,
        quantity === null ? '' : `${formatNumber(quantity, 2)}${unit === null ? '' : ` ${unit}`}`,
        priceText(price),
        formatReais(amount),
      ],
      note,
    }),
  );
  const total = { cells: ['Total', '', '', formatReais(bill.total)], isTotal: true };
  table(
    sheet,
    [
      { label: 'Linha', share: 0.46 },
      { label: 'Quantidade', share: 0.2, align: 'right' },
      { label: 'Preço (R$)', share: 0.16, align: 'right' },
      { label: 'Valor', share: 0.18, align: 'right' },
    ],
    [...rows, total],
  );
};

const writeParts = (sheet: Sheet, { bill, apportionment }: ReportData): void => {
  if (apportionment === null) return;
  const { parts, rest } = apportionment;
  heading(sheet, 'Quem usou quanto', tableHeight(Math.min(parts.length, MOST_KEPT_TOGETHER)) + HEADING);
  const inReais = (amount: number | null): string => (amount === null ? '' : formatReais(amount));
  const quantity = (amount: number): string => `${quantityText(bill, amount)} ${unitOf(bill)}`;
  const rows: TableRow[] = parts.map(({ name, total, share, amount }) => ({
    cells: [name, quantity(total), formatPercent(share, 1), inReais(amount)],
  }));
  if (rest.unmeasured > 0)
    rows.push({
      cells: [
        'Sem medidor próprio',
        quantity(rest.unmeasured),
        formatPercent(rest.share, 1),
        inReais(rest.unmeasuredAmount),
      ],
    });
  if (rest.fixed !== null && rest.fixed !== 0)
    rows.push({ cells: ['Linhas fixas, que o consumo não muda', '', '', inReais(rest.fixed)] });
  const total = bill.tariff === null ? '' : formatReais(bill.total);
  table(
    sheet,
    [
      { label: 'Medidor', share: 0.46 },
      { label: 'Consumo', share: 0.2, align: 'right' },
      { label: 'Parte', share: 0.16, align: 'right' },
      { label: 'Valor', share: 0.18, align: 'right' },
    ],
    [...rows, { cells: ['Total', quantity(bill.consumed.total), '', total], isTotal: true }],
  );
};

const writeCycles = (sheet: Sheet, { bill, cycles }: ReportData): void => {
  if (cycles.length < 2) return;
  heading(sheet, 'Este ciclo e os anteriores', tableHeight(cycles.length) + HEADING);
  const hasPrice = bill.tariff !== null;
  table(
    sheet,
    [
      { label: 'Ciclo', share: 0.46 },
      { label: 'Consumo', share: 0.2, align: 'right' },
      { label: 'Medido', share: 0.16, align: 'right' },
      { label: 'Valor', share: 0.18, align: 'right' },
    ],
    cycles.toReversed().map(({ start, end, consumed, total, completeness }, index) => ({
      cells: [
        daysText({ start, end }),
        `${quantityText(bill, consumed)} ${unitOf(bill)}`,
        formatPercent(completeness, 0),
        hasPrice ? formatReais(total) : '',
      ],
      isTotal: index === 0,
    })),
  );
};

const writeAssumptions = (sheet: Sheet, { bill }: ReportData): void => {
  const { pdf } = sheet;
  heading(sheet, 'Em que se baseia');
  for (const sentence of assumptionsOf(bill)) {
    sheet.makeRoom(16);
    tagged(sheet, 'P', () => {
      pdf
        .font('text')
        .fontSize(8.5)
        .fillColor(MUTED)
        .text(sentence, LEFT, pdf.y + 2, { width: WIDTH });
    });
  }
};

const readAll = async (pdf: AsyncIterable<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of pdf) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** The report as a PDF for reading and printing, tagged for screen readers. */
export const reportPdf = async (data: ReportData): Promise<Buffer> => {
  const sheet = openSheet(data, titleOf(data.bill));
  const written = readAll(sheet.pdf as unknown as AsyncIterable<Buffer>);
  writeHead(sheet, data);
  writeFigures(sheet, data);
  heading(sheet, `Consumo por dia, ${unitOf(data.bill)}`, 180);
  dayBars(sheet, data.days, unitOf(data.bill));
  writeBill(sheet, data);
  writeParts(sheet, data);
  writeCycles(sheet, data);
  writeAssumptions(sheet, data);
  numberPages(sheet, `${data.establishment} · ${titleOf(data.bill)} · ${daysText(data.bill)}`);
  sheet.root.end();
  sheet.pdf.end();
  return written;
};
