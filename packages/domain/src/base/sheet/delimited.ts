import { likelySeparator, separatorHint } from './separator-hint.ts';

interface TextRow {
  readonly line: number;
  readonly text: string;
}

/** Maximum number of lines of one quoted cell. A quote that is not closed by then is an ordinary character. */
const MAX_LINES = 20;

/** Joins the lines of a quoted cell, such as a column name over two lines, with spaces into one row. */
export function createJoinedLines(separator: string): {
  /** @returns the rows that end with this line */
  add(line: string): readonly TextRow[];
  /** @returns rows that were not closed */
  rest(): readonly TextRow[];
} {
  const opened = new RegExp(`(?:^|[${separator}])\\s*"(?:[^"]|"")*$`);
  let waiting: TextRow[] = [];
  let count = 0;
  const flush = (): readonly TextRow[] => {
    const rows = waiting;
    waiting = [];
    return rows;
  };
  return {
    add(text) {
      const row = { line: ++count, text };
      const [first] = waiting;
      if (first === undefined && (!text.includes('"') || !opened.test(text))) return [row];
      waiting.push(row);
      if (first === undefined) return [];
      const total = waiting.map((each) => each.text).join(' ');
      if (!opened.test(total)) {
        waiting = [];
        return [{ line: first.line, text: total }];
      }
      return waiting.length > MAX_LINES ? flush() : [];
    },
    rest: flush,
  };
}

/** A row of a delimited text file, with its cells as text. */
export interface DelimitedRow {
  /** Number of the line on which the row begins, from 1. */
  readonly line: number;
  /** Without enclosing quotes and without leading or trailing spaces. */
  readonly cells: readonly string[];
  /** A quote is never closed, so the row contains the rest of the text. */
  readonly isUnclosed: boolean;
}

const BYTE_ORDER_MARK = '\uFEFF';

const firstLineOf = (text: string): string => text.replace(/[\r\n].*$/s, '');

/**
 * Reads rows (RFC 4180 and spreadsheets): separators of `SEPARATORS`, byte order mark, quotes, any line end. Empty rows and
 * `sep=;` are left out.
 */
export function readDelimited(fileText: string): readonly DelimitedRow[] {
  const text = fileText.startsWith(BYTE_ORDER_MARK) ? fileText.slice(1) : fileText;
  const hint = separatorHint(firstLineOf(text));
  const cell = cellPattern(hint ?? likelySeparator(firstLineOf(text.trimStart())));
  const rows: DelimitedRow[] = [];
  let line = 1;
  while (cell.lastIndex < text.length) {
    const { lineEnds, ...row } = readRow(text, cell);
    const isHint = hint !== null && line === 1;
    if (!isHint && row.cells.some((value) => value !== '')) rows.push({ line, ...row });
    line += lineEnds;
  }
  return rows;
}

/** One cell and its terminator; an unclosed quote takes the rest of the text. */
function cellPattern(separator: string): RegExp {
  const quoted = '[ ]*"([^"]*(?:""[^"]*)*)("[ ]*|$)';
  return new RegExp(String.raw`(?:${quoted}|)([^${separator}\r\n]*)([${separator}]|\r\n|\r|\n|$)`, 'y');
}

/** The pattern also matches the empty text, so every position has a match. */
type Match = readonly [
  match: string,
  quoted: string | undefined,
  closing: string | undefined,
  plain: string,
  end: string,
];

/** The last row of a text may lack a line end. */
const ROW_ENDS = ['', '\n', '\r', '\r\n'];

function readRow(text: string, cell: RegExp) {
  const cells: string[] = [];
  let lineEnds = 0;
  let isUnclosed = false;
  for (;;) {
    const [total, quoted = '', closing, plain, end] = cell.exec(text) as unknown as Match;
    cells.push(`${quoted.replaceAll('""', '"')}${plain}`.trim());
    isUnclosed ||= closing === '';
    lineEnds += countLineEnds(total);
    if (ROW_ENDS.includes(end)) return { cells, isUnclosed, lineEnds };
  }
}

const countLineEnds = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;
