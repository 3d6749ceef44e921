const MAX_COLUMNS = 60;
/** A column of names has a shape for each: it says nothing by then. */
const MAX_SHAPES = 80;
const EXACT_CHARACTERS = 4;
const MAX_MONTH = 12;
const MAX_DAY = 31;
const SHORT = 2;
const LONG = 5;
const PRIME = 31;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isAlphabetic = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** Digits by their count; of one or two whether they can be a month or a day. */
function classOfDigits(count: number, value: number): number {
  if (count > SHORT) return -Math.min(count, LONG);
  return value > MAX_DAY ? -SHORT : value > MAX_MONTH ? -1 : 0;
}

const mixed = (shape: number, part: number): number => (Math.imul(shape, PRIME) + part) | 0;

function endOfRun(cell: string, from: number, is: (code: number) => boolean): number {
  let end = from + 1;
  while (end < cell.length && is(cell.charCodeAt(end))) end++;
  return end;
}

const ANY_WORD = 1_000;

/** The letters of a short word, which can be a unit; all longer words are alike. */
function partOfWord(cell: string, from: number, to: number): number {
  let part = ANY_WORD;
  if (to - from <= EXACT_CHARACTERS)
    for (let at = from; at < to; at++) part = mixed(part, cell.charCodeAt(at) + ANY_WORD);
  return part;
}

/** A number for the form of a cell: equal for cells that differ in digits or in long words only. */
export function shapeOf(cell: string): number {
  let shape = 1;
  for (let at = 0; at < cell.length; ) {
    const code = cell.charCodeAt(at);
    const from = at;
    if (isDigit(code)) {
      at = endOfRun(cell, from, isDigit);
      shape = mixed(shape, classOfDigits(at - from, Number(cell.slice(from, at))));
    } else if (isAlphabetic(code)) {
      at = endOfRun(cell, from, isAlphabetic);
      shape = mixed(shape, partOfWord(cell, from, at));
    } else {
      at++;
      shape = mixed(shape, code);
    }
  }
  return shape;
}

/** Watches for rows of which a cell has another form than all cells of its column before. */
export function createShapeWatch(): (cells: readonly string[]) => boolean {
  const columns: Set<number>[] = [];
  return (cells) => {
    let isNew = false;
    for (let column = 0; column < Math.min(cells.length, MAX_COLUMNS); column++) {
      const shapes = columns[column] ?? new Set();
      columns[column] = shapes;
      if (shapes.size >= MAX_SHAPES) continue;
      const shape = shapeOf(cells[column] as string);
      if (shapes.has(shape)) continue;
      shapes.add(shape);
      isNew = true;
    }
    return isNew;
  };
}
