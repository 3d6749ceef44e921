import { withoutMarks } from '../../base/text/without-marks.ts';
import { isEmptyCell } from './cell-number.ts';
import { describeName } from './column-names.ts';
import { cellsIn, nameAt, widthOf } from './detect-times.ts';
import type { FileReading, PastPeriod, PastPhase } from './file-reading.ts';

type Rows = readonly (readonly string[])[];
type Marks = NonNullable<FileReading['marks']>;
type Mark = Marks['texts'][number];

const MAX_TEXTS = 8;
const NAMES_PHASE = /^(?:fases?|phases?|linha|line)\b/;
const NAMES_PERIOD = /\b(?:posto|periodo|tarifa\w*|tariff|tou|horario|segmento|patamar)\b/;
const PHASES: Readonly<Record<string, PastPhase>> = {
  a: 'A',
  b: 'B',
  c: 'C',
  r: 'A',
  s: 'B',
  t: 'C',
  1: 'A',
  2: 'B',
  3: 'C',
};
const PHASE = /^(?:(?:fase|phase|linha|line|l) ?)?([abcrst123])$/;
const PERIODS: Readonly<Record<string, PastPeriod>> = {
  p: 'peak',
  hp: 'peak',
  np: 'peak',
  fp: 'offPeak',
  hfp: 'offPeak',
  f: 'offPeak',
  i: 'intermediate',
  hi: 'intermediate',
};
/** Rows of all phases or periods together, beside those of each. */
const TOTAL = /^(?:total|soma|todas?|geral|tri\w*|abc|rst|-*)$/;

const plain = (text: string): string => withoutMarks(text).toLowerCase().trim();

function markOf(text: string, name: string): Mark | null {
  const [cell, header] = [plain(text), plain(name)];
  const phase = NAMES_PHASE.test(header) ? PHASES[PHASE.exec(cell)?.[1] ?? ''] : undefined;
  if (phase !== undefined) return { text, phase, period: null };
  if (!NAMES_PERIOD.test(header)) return null;
  if (isEmptyCell(text)) return { text, phase: null, period: null };
  const period = PERIODS[cell] ?? describeName(text, false).period;
  return period === null ? null : { text, phase: null, period };
}

/** The column that states the phase or the tariff period of each row. */
export function marksIn(
  rows: Rows,
  names: readonly string[],
  taken: ReadonlySet<number | null>,
): FileReading['marks'] {
  for (let column = 0; column < widthOf(rows); column++) {
    if (taken.has(column)) continue;
    const texts = [...new Set(cellsIn(rows, column))];
    if (texts.length > MAX_TEXTS) continue;
    const marks = texts.flatMap((text) => markOf(text, nameAt(names, column)) ?? []);
    const others = texts.filter((text) => marks.every((mark) => mark.text !== text));
    const isAny = marks.some(({ phase, period }) => phase !== null || period !== null);
    if (isAny && others.every((text) => TOTAL.test(plain(text)))) return { column, texts: marks };
  }
  return null;
}

/** The rows of one mark, where each instant has a row of every mark. */
export function rowsOfMark(rows: Rows, marks: FileReading['marks'], instants: number): Rows {
  const [first] = marks?.texts ?? [];
  if (marks === null || first === undefined || instants * 2 > rows.length * 1.5) return rows;
  return rows.filter((cells) => cells[marks.column] === first.text);
}
