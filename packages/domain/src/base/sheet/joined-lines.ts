/** A row of a text, and the number of its first line from 1. */
export interface TextRow {
  readonly line: number;
  readonly text: string;
}

/** Lines that one quoted cell may have: a quote that is not closed by then is a mark as any other. */
const MAX_LINES = 20;

/** Joins the lines of a quoted cell, such as the name of a column, to one row with spaces between them. */
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
      const whole = waiting.map((each) => each.text).join(' ');
      if (!opened.test(whole)) {
        waiting = [];
        return [{ line: first.line, text: whole }];
      }
      return waiting.length > MAX_LINES ? flush() : [];
    },
    rest: flush,
  };
}
