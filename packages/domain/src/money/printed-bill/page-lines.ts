import { withoutMarks } from '../../base/text/without-marks.ts';
import type { Cents } from '../../base/units/money.ts';
import { meaningOf } from './line-meaning.ts';
import { readPrintedLines } from './printed-lines.ts';

/** Texts next to the total of a bill, the most reliable first. */
const TOTALS = [
  /TOTAL A PAGAR|VALOR A PAGAR/,
  /TOTAL (CONSOLIDADO|DA (CONTA|FATURA|NOTA))|VALOR TOTAL/,
  /^TOTAL\b/,
];
/** Texts of partial sums. */
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

/** A text and its position on a page, in points; y is measured from the bottom. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font height. */
  readonly height: number;
}

/** Texts whose baselines differ by less than this share of their height form one line. */
const SAME_LINE = 0.5;
/** Texts closer than this share of their height form one word. */
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

/** The lines of a page from top to bottom, each from left to right. */
export function linesOfPage(texts: readonly PlacedText[]): string[] {
  const rows: Row[] = [];
  for (const piece of texts.filter(({ text }) => text.trim() !== '').toSorted((a, b) => b.y - a.y)) {
    const last = rows.at(-1);
    if (last !== undefined && last.y - piece.y < SAME_LINE * piece.height) last.texts.push(piece);
    else rows.push({ y: piece.y, texts: [piece] });
  }
  return rows.map((row) => rowText(row.texts));
}

/** Texts that are no bill lines: sums, tax bases, amount due and due date. */
const NO_LINE =
  /\b(SUB ?-?TOTAL|TOTAL|VENCIMENTO|A PAGAR|BASE DE CALCULO|SALDO|MEDIDOR|LEITURA|CONSTANTE|HISTORICO|FATURAMENTO|ULTIMOS|INFORMA\w*|AGENCIA|BENEFICIARIO|PAGADOR|NOSSO NUMERO|CODIGO DE BARRAS|AUTENTICACAO|DOCUMENTO|NOTA FISCAL|RESERVADO|PREVISAO|PARTICIPACAO|EXPIRAR|DEBITO AUTOMATICO)\b/i;
/** A row of a consumption histogram: `OUT/23 2.000 30 66,7`. */
const HISTOGRAM = /^\s*(JAN|FEV|MAR|ABR|MAI|JUN|JUL|AGO|SET|OUT|NOV|DEZ)[ /.-]*(\d{2}|\d{4})\b/i;
/** A bar code, or the digits to type instead of it. */
const STUB = /\d{5}\.?\d{5} \d{5}\.?\d{6}|\d{11}[ -]?\d \d{11}/;

const isInformation = (text: string): boolean =>
  NO_LINE.test(withoutMarks(text)) || HISTOGRAM.test(text) || STUB.test(text);

/** Whether a text is a row of the tax table, with base, rate and amount. Separate tax lines have an amount and at most a rate. */
const isTaxTable = (text: string): boolean =>
  /^\s*(ICMS|PIS|COFINS)\b/i.test(text) && [...text.matchAll(/\d,\d{2}(?!\d)/g)].length > 2;

/** Whether a label belongs to the tariff, to public lighting, or to a known kind of own line. */
function hasKnownLabel(label: string): boolean {
  const { part, kind } = meaningOf(label);
  return part !== 'own' || kind !== 'other';
}

/**
 * Selects bill lines among all lines of the pages: from the first to the last known label, those with an amount that are no sums.
 * The user confirms them.
 */
export function billLinesAmong(texts: readonly string[]): string[] {
  const candidates = texts
    .filter((text) => !isInformation(text) && !isTaxTable(text))
    .flatMap((text) =>
      readPrintedLines(text).lines.map(({ label }) => ({ text, isKnown: hasKnownLabel(label) })),
    );
  const first = candidates.findIndex((one) => one.isKnown);
  const last = candidates.findLastIndex((one) => one.isKnown);
  return first < 0 ? [] : candidates.slice(first, last + 1).map(({ text }) => text);
}
