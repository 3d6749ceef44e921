import { withoutMarks } from '../../base/text/without-marks.ts';
import type { Cents } from '../../base/units/money.ts';
import { meaningOf } from './line-meaning.ts';
import { readPrintedLines } from './printed-lines.ts';

/** Words beside the total of a bill, the surest first. */
const TOTALS = [
  /TOTAL A PAGAR|VALOR A PAGAR/,
  /TOTAL (CONSOLIDADO|DA (CONTA|FATURA|NOTA))|VALOR TOTAL/,
  /^TOTAL\b/,
];
/** Sums of some lines: of the distributor, of taxes, of other services. */
const PART = /SUB ?-?TOTAL|DISTRIBUI|TRIBUTO|BASE|SERVICO|OUTROS/;

/** The total that a bill prints; null where none is found. */
export function printedTotalAmong(texts: readonly string[]): Cents | null {
  const all = texts.map((text) => ({ text, plain: withoutMarks(text).toUpperCase() }));
  for (const pattern of TOTALS)
    for (const { text, plain } of all) {
      if (!pattern.test(plain) || PART.test(plain)) continue;
      const [line] = readPrintedLines(text).lines;
      if (line !== undefined) return line.amount;
    }
  return null;
}

/** A piece of text where it stands on a page; in points, y from below. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The height of its letters. */
  readonly height: number;
}

/** Pieces whose baselines differ by less than this share of their height are one line. */
const SAME_LINE = 0.5;
/** Pieces that are nearer than this share of their height are one word. */
const SAME_WORD = 0.12;

interface Row {
  readonly y: number;
  readonly texts: PlacedText[];
}

function rowText(texts: readonly PlacedText[]): string {
  let line = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const { text, x, width, height } of texts.toSorted((a, b) => a.x - b.x)) {
    const isApart = x - end > SAME_WORD * height;
    line += line !== '' && isApart ? ` ${text}` : text;
    end = x + width;
  }
  return line.replace(/\s+/g, ' ').trim();
}

/** The lines of a page from above, each from the left, as they are read. */
export function linesOfPage(texts: readonly PlacedText[]): string[] {
  const rows: Row[] = [];
  for (const piece of texts.filter(({ text }) => text.trim() !== '').toSorted((a, b) => b.y - a.y)) {
    const last = rows.at(-1);
    if (last !== undefined && last.y - piece.y < SAME_LINE * piece.height) last.texts.push(piece);
    else rows.push({ y: piece.y, texts: [piece] });
  }
  return rows.map((row) => rowText(row.texts));
}

/** Texts between or around the lines of a bill: sums, tax bases, amount due and due date. */
const NO_LINE =
  /\b(SUB ?-?TOTAL|TOTAL|VENCIMENTO|A PAGAR|BASE DE CALCULO|SALDO|MEDIDOR|LEITURA|CONSTANTE|HISTORICO|FATURAMENTO|ULTIMOS|INFORMA\w*|AGENCIA|BENEFICIARIO|PAGADOR|NOSSO NUMERO|CODIGO DE BARRAS|AUTENTICACAO|DOCUMENTO|NOTA FISCAL|RESERVADO|PREVISAO|PARTICIPACAO|EXPIRAR|DEBITO AUTOMATICO)\b/i;
/** A month and its figures, as a histogram of consumption prints them: `OUT/23 2.000 30 66,7`. */
const HISTOGRAM = /^\s*(JAN|FEV|MAR|ABR|MAI|JUN|JUL|AGO|SET|OUT|NOV|DEZ)[ /.-]*(\d{2}|\d{4})\b/i;
/** A bar code or the line that people type from it. */
const STUB = /\d{5}\.?\d{5} \d{5}\.?\d{6}|\d{11}[ -]?\d \d{11}/;

const isInformation = (text: string): boolean =>
  NO_LINE.test(withoutMarks(text)) || HISTOGRAM.test(text) || STUB.test(text);

/** A table of taxes has a base, a rate and an amount; taxes that are charged beside the price an amount and mostly a rate. */
const isTaxTable = (text: string): boolean =>
  /^\s*(ICMS|PIS|COFINS)\b/i.test(text) && [...text.matchAll(/\d,\d{2}(?!\d)/g)].length > 2;

/** Whether the words of a line are known ones of a bill: those of the tariff, of public lighting, or of a known kind. */
function isLoaded(label: string): boolean {
  const { part, kind } = meaningOf(label);
  return part !== 'own' || kind !== 'other';
}

/**
 * The lines of a bill among all lines of its pages: from the first to the last with known words, those with an amount that are no
 * sum. The user sees them before they are used.
 */
export function billLinesAmong(texts: readonly string[]): string[] {
  const candidates = texts
    .filter((text) => !isInformation(text) && !isTaxTable(text))
    .flatMap((text) =>
      readPrintedLines(text).lines.map(({ label }) => ({ text, isAuthenticated: isLoaded(label) })),
    );
  const first = candidates.findIndex((one) => one.isAuthenticated);
  const last = candidates.findLastIndex((one) => one.isAuthenticated);
  return first < 0 ? [] : candidates.slice(first, last + 1).map(({ text }) => text);
}
