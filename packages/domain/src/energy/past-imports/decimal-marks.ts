import { cellAt } from '../../base/sheet/row-cells.ts';
import { bareNumber, isEmptyCell, isInThousands, splitUnit } from './cell-number.ts';
import { isUnit, unitOf } from './column-names.ts';
import {
  candidate,
  type FileQuestion,
  type FileReading,
  type PastDecimal,
  type PastUnit,
} from './file-reading.ts';

type Mark = ',' | '.';
const MARKS = [',', '.'] as const;

const THREE_DECIMALS = (mark: Mark): RegExp => new RegExp(String.raw`^[-+]?[1-9]\d{0,2}[${mark}]\d{3}$`);
/** Numbers in which the mark cannot be a thousands separator. */
const NOT_GROUPS = (mark: Mark): RegExp =>
  new RegExp(
    String.raw`^[-+]?(?:0+[${mark}]\d+|\d*[${mark}](?:\d{1,2}|\d{4,}|\d+(?=e))|\d{4,}[${mark}]\d+)(?:e[-+]?\d+)?$`,
    'i',
  );
/** Numbers in which one mark is certainly a thousands separator: it occurs several times, or the other mark follows it. */
const GROUPS = (mark: Mark, other: Mark): RegExp =>
  new RegExp(String.raw`^[-+]?\d{1,3}(?:(?:[${mark}]\d{3})+[${other}]\d+|[${mark}]\d{3}[${mark}]\d{3})$`);
const PATTERNS = {
  ',': { three: THREE_DECIMALS(','), decimal: NOT_GROUPS(','), groups: GROUPS(',', '.') },
  '.': { three: THREE_DECIMALS('.'), decimal: NOT_GROUPS('.'), groups: GROUPS('.', ',') },
} as const;

/** A number of a table as its cell writes it. */
interface WrittenNumber {
  readonly text: string;
  readonly column: number;
  readonly unit: PastUnit | 'thousands' | null;
}

/** Units that programs use for numbers of more than three digits, with the next smaller unit. */
const LARGER: readonly (readonly [WrittenNumber['unit'], WrittenNumber['unit']])[] = [
  ['kW', 'W'],
  ['kWh', 'Wh'],
  ['MW', 'kW'],
  ['MWh', 'kWh'],
  ['m3', 'L'],
];

const FEW_DIGITS = 100;
const MIN_NUMBERS = 4;
/** Maximum number of changes of the decimal mark in a column, for a file combined from several. */
const MAX_SECTIONS = 4;

/** Numbers of a table by column, with the unit of their cell or row. */
function numbersOf(
  rows: readonly (readonly string[])[],
  taken: ReadonlySet<number | null>,
): readonly WrittenNumber[] {
  return rows.flatMap((cells) => {
    const beside = cells.find((cell, column) => !taken.has(column) && isUnit(cell));
    return cells.flatMap((_, column) => {
      const cell = cellAt(cells, column);
      if (taken.has(column) || isEmptyCell(cell)) return [];
      const { number, unit } = splitUnit(cell);
      const stated = unitOf(unit ?? beside ?? '');
      return [{ text: bareNumber(number), column, unit: isInThousands(number) ? 'thousands' : stated }];
    });
  });
}

/** Whether a number is in thousands, or its unit and the next smaller one occur: then three digits after a mark are decimals. */
const isLarger = (units: ReadonlySet<WrittenNumber['unit']>, unit: WrittenNumber['unit']): boolean =>
  unit === 'thousands' || LARGER.some(([one, below]) => one === unit && units.has(below));

/** The evidence about a mark in the numbers of a table, or of one column. */
interface MarkEvidence {
  readonly isDecimal: boolean;
  readonly isGroups: boolean;
  /** Number of values with three digits after their only mark, which may mean either. */
  readonly open: number;
}

const evidenceOf = (
  numbers: readonly WrittenNumber[],
  mark: Mark,
  units: ReadonlySet<WrittenNumber['unit']>,
): MarkEvidence => {
  const { three, decimal, groups } = PATTERNS[mark];
  const other = PATTERNS[mark === ',' ? '.' : ','];
  const open = numbers.filter(({ text }) => three.test(text));
  return {
    isDecimal:
      numbers.some(({ text }) => decimal.test(text) || other.groups.test(text)) ||
      open.some(({ unit }) => isLarger(units, unit)),
    isGroups: numbers.some(({ text }) => groups.test(text)),
    open: open.length,
  };
};

/** Whether the decimal mark alternates along a column, more often than in a combined file. */
const isMixed = (numbers: readonly WrittenNumber[]): boolean => {
  const marks = numbers.flatMap(({ text }) => MARKS.find((mark) => text.includes(mark)) ?? []);
  return marks.filter((mark, index) => index > 0 && mark !== marks[index - 1]).length > MAX_SECTIONS;
};

const LITTLE = 'pouco mais de um';
const THOUSAND = 'mil duzentos e trinta e quatro';
const pointsFirst = [
  candidate(`ponto decimal (1.234 é ${LITTLE})`, { decimal: '.' }),
  candidate(`vírgula decimal (1.234 é ${THOUSAND})`, { decimal: ',' }),
];
const commasFirst = [
  candidate(`vírgula decimal (1,234 é ${LITTLE})`, { decimal: ',' }),
  candidate(`ponto decimal (1,234 é ${THOUSAND})`, { decimal: '.' }),
];
const bothFirst = [
  candidate(`vírgula e ponto decimais (1,234 e 1.234 são ${LITTLE})`, { decimal: 'either' }),
  candidate(`só vírgula decimal (1.234 é ${THOUSAND})`, { decimal: ',' }),
  candidate(`só ponto decimal (1,234 é ${THOUSAND})`, { decimal: '.' }),
];

interface DetectedDecimal {
  readonly decimal: PastDecimal;
  readonly question: FileQuestion | null;
}
const settled = (decimal: PastDecimal): DetectedDecimal => ({ decimal, question: null });

/** Context that shows how numbers are written. */
interface NumberHints {
  readonly separator: FileReading['separator'];
  /** Whether commas for thousands are excluded in this file. */
  readonly hasDecimalCommas: boolean;
}

/** Whether one mark is the decimal mark of a column in which the other precedes three digits. */
const isContradicted = (
  numbers: readonly WrittenNumber[],
  units: ReadonlySet<WrittenNumber['unit']>,
): boolean => {
  const [commas, points] = [evidenceOf(numbers, ',', units), evidenceOf(numbers, '.', units)];
  if (commas.isGroups || points.isGroups) return false;
  return commas.open + Number(commas.isDecimal) > 0 && points.open + Number(points.isDecimal) > 0;
};

/** The decimal mark of a table in which both occur as such: in sections of a column, or in different columns. */
function decimalOfBoth(
  columns: readonly (readonly WrittenNumber[])[],
  units: ReadonlySet<WrittenNumber['unit']>,
): DetectedDecimal {
  const isOpen = columns.some((own) =>
    MARKS.some((mark) => {
      const { isDecimal, isGroups, open } = evidenceOf(own, mark, units);
      return isGroups || (open > 0 && (!isDecimal || isMixed(own)));
    }),
  );
  return isOpen
    ? { decimal: 'either', question: { about: 'decimal', candidates: bothFirst } }
    : settled('either');
}

/** Detects the decimal mark of a table's numbers, and the question that remains if `1.234` has two meanings. */
export function decimalOf(
  rows: readonly (readonly string[])[],
  taken: ReadonlySet<number | null>,
  { separator, hasDecimalCommas }: NumberHints,
): DetectedDecimal {
  const numbers = numbersOf(rows, taken);
  const units = new Set(numbers.map(({ unit }) => unit));
  const [commas, points] = [evidenceOf(numbers, ',', units), evidenceOf(numbers, '.', units)];
  const columns = [...Map.groupBy(numbers, ({ column }) => column).values()];
  const isBoth = commas.isDecimal && points.isDecimal;
  if (isBoth || columns.some((own) => isContradicted(own, units))) return decimalOfBoth(columns, units);
  if (commas.isDecimal || points.isGroups) return settled(',');
  if (points.isDecimal || commas.isGroups) return settled('.');
  if (commas.open + points.open === 0) return settled(separator === ',' ? '.' : ',');
  if (commas.open > 0 && hasDecimalCommas) return settled(',');
  return decimalOfOpen(numbers, points.open > 0 ? '.' : ',');
}

/** The decimal mark of a table in which every number with a mark has three digits after it. */
function decimalOfOpen(numbers: readonly WrittenNumber[], mark: Mark): DetectedDecimal {
  const open = numbers.filter(({ text }) => MARKS.some((each) => PATTERNS[each].three.test(text)));
  if (open.length >= MIN_NUMBERS && areThousands(numbers)) return settled(mark === '.' ? ',' : '.');
  return {
    decimal: mark,
    question: { about: 'decimal', candidates: mark === '.' ? pointsFirst : commasFirst },
  };
}

/** Whether three digits after a mark are thousands: the table also has whole numbers up to 999, at most half of them 1 to 99. */
function areThousands(numbers: readonly WrittenNumber[]): boolean {
  const plain = numbers
    .filter(({ text }) => /^[-+]?\d{1,3}$/.test(text))
    .map(({ text }) => Math.abs(Number(text)));
  const small = plain.filter((number) => number < FEW_DIGITS && number > 0).length;
  return plain.length > small && small * 2 <= plain.length;
}
