import { withoutMarks } from '../../base/text/without-marks.ts';
import type { Cents } from '../../base/units/money.ts';
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
  const all = texts.map((text) => ({ text, words: withoutMarks(text).toUpperCase() }));
  for (const pattern of TOTALS)
    for (const { text, words } of all) {
      if (!pattern.test(words) || PART.test(words)) continue;
      const [line] = readPrintedLines(text).lines;
      if (line !== undefined) return line.amount;
    }
  return null;
}
