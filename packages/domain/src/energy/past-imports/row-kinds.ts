import { withoutMarks } from '../../base/text/without-marks.ts';
import { isEmptyCell, isNumeric } from './cell-number.ts';
import { describeName, isUnit, namesOther, namesQuantity, quantityOf, unitOf } from './column-names.ts';
import { cellsIn, nameAt, widthOf } from './detect-times.ts';
import {
  candidate,
  type FileCandidate,
  type FileQuestion,
  type FileReading,
  type PastDecimal,
  type PastPeriod,
  type PastPhase,
  type PastQuantity,
  QUANTITY_LABELS,
} from './file-reading.ts';

type Marks = NonNullable<FileReading['marks']>;
type Mark = Marks['texts'][number];

const MAX_MARKS = 8;
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
/** Texts of rows that hold the total of all phases or periods. */
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

/** The column that states the phase or the time-of-use period of each row. */
export function marksIn(
  rows: Rows,
  names: readonly string[],
  taken: ReadonlySet<number | null>,
): FileReading['marks'] {
  for (let column = 0; column < widthOf(rows); column++) {
    if (taken.has(column)) continue;
    const texts = [...new Set(cellsIn(rows, column))];
    if (texts.length > MAX_MARKS) continue;
    const marks = texts.flatMap((text) => markOf(text, nameAt(names, column)) ?? []);
    const others = texts.filter((text) => marks.every((mark) => mark.text !== text));
    const isAny = marks.some(({ phase, period }) => phase !== null || period !== null);
    if (isAny && others.every((text) => TOTAL.test(plain(text)))) return { column, texts: marks };
  }
  return null;
}

/** The rows of the first phase or period of `marks`, if instants repeat for each of them; else all rows. */
export function rowsOfMark(rows: Rows, marks: FileReading['marks'], instants: number): Rows {
  const [first] = marks?.texts ?? [];
  if (marks === null || first === undefined || instants * 2 > rows.length * 1.5) return rows;
  return rows.filter((cells) => cells[marks.column] === first.text);
}

export type Rows = readonly (readonly string[])[];
type Kinds = NonNullable<FileReading['kinds']>;

const MAX_TEXTS = 20;

interface KindTable {
  readonly rows: Rows;
  readonly names: readonly string[];
  readonly taken: ReadonlySet<number | null>;
  readonly unitColumn: number | null;
  readonly decimal: PastDecimal;
  readonly isWater: boolean;
}

interface DetectedKinds {
  /** The column with the quantity of each row, even if it is not used. */
  readonly column: number | null;
  readonly kinds: FileReading['kinds'];
  readonly only?: FileReading['only'];
  readonly questions: readonly FileQuestion[];
}

const columnsOf = (rows: Rows): number[] => Array.from({ length: widthOf(rows) }, (_, column) => column);
const textsIn = (rows: Rows, column: number): string[] => [...new Set(cellsIn(rows, column))];

/** Detects the column with the quantity of each row. */
function kindsIn({ rows, names, taken, isWater, unitColumn }: KindTable): FileReading['kinds'] {
  const column =
    columnsOf(rows).find((each) => {
      const texts = textsIn(rows, each);
      return (
        !taken.has(each) &&
        namesQuantity(nameAt(names, each)) &&
        texts.length <= MAX_TEXTS &&
        (texts.some((text) => quantityOf(text, isWater) !== null) || texts.every(namesOther))
      );
    }) ?? unitsOfKinds(rows, unitColumn);
  if (column === null) return null;
  const texts = textsIn(rows, column).map((text) => ({
    text,
    quantity: quantityOf(text, isWater),
    place: describeName(text, isWater).place,
  }));
  const hasGrid = (quantity: PastQuantity | null): boolean =>
    texts.some((each) => each.quantity === quantity && each.place === 'grid');
  return {
    column,
    texts: texts.map(({ text, quantity, place }) => ({
      text,
      quantity: place !== 'grid' && hasGrid(quantity) ? null : quantity,
    })),
  };
}

/** The column of units, if it distinguishes rows of reactive energy. */
function unitsOfKinds(rows: Rows, column: number | null): number | null {
  const units = column === null ? [] : textsIn(rows, column).filter((text) => !isEmptyCell(text));
  const reactive = units.filter((text) => /var/i.test(text));
  return reactive.length > 0 && units.every(isUnit) ? column : null;
}

/** Whether a text states more than 'energy'. */
const isExplicit = (text: string, isWater: boolean): boolean => {
  const quantity = quantityOf(text, isWater);
  return quantity !== null && (quantity !== 'consumed' || describeName(text, isWater).side !== null);
};

/** Names of the columns of numbers that state a quantity. */
const namedValues = ({ rows, names, taken, decimal, isWater }: KindTable, column: number): string[] =>
  columnsOf(rows)
    .filter((each) => each !== column && !taken.has(each) && isNumeric(cellsIn(rows, each), decimal))
    .map((each) => nameAt(names, each))
    .filter((name) => quantityOf(name, isWater) !== null && !namesOther(name));

/** Detects the column with the quantity of each row, or a question if column names state another quantity. */
export function detectKinds(table: KindTable): DetectedKinds {
  const kinds = kindsIn(table);
  if (kinds === null) return { column: null, kinds, questions: [] };
  const { column, texts } = kinds;
  const { isWater } = table;
  const stated = texts.filter(({ quantity }) => quantity !== null);
  if (stated.length === 0) return { column, kinds, questions: [] };
  const header = namedValues(table, column);
  const quantities = new Set(header.map((name) => quantityOf(name, isWater)));
  const [first] = header;
  const ofTexts = new Set(stated.map(({ quantity }) => quantity));
  if (quantities.size > 1) return settleByHeader(kinds, column, stated);
  const [quantity] = ofTexts;
  const ofHeader = first === undefined ? null : quantityOf(first, isWater);
  const isHeaderExplicit = first !== undefined && isExplicit(first, isWater);
  const isSame = ofTexts.size === 1 && quantity === ofHeader;
  const isConsumption = ofHeader === 'consumed' && ofTexts.size > 1;
  if (isHeaderExplicit && !isSame && !isConsumption) {
    if (!stated.some(({ text }) => isExplicit(text, isWater))) return { column, kinds: null, questions: [] };
    return { column, kinds, questions: [rivalsOf(kinds, ofHeader as PastQuantity)] };
  }
  const questions = [askForSides(kinds), askForKinds(kinds, isWater)].filter((each) => each !== null);
  return { column, kinds, questions };
}

/** Column names that state several quantities prevail over a column with a single text. */
function settleByHeader(kinds: Kinds, column: number, stated: Kinds['texts']): DetectedKinds {
  const [{ text: first }, second] = stated as [Kinds['texts'][number], ...Kinds['texts']];
  const only = kinds.texts.length > 1 ? { column, text: first } : null;
  if (second === undefined) return { column, kinds: null, only, questions: [] };
  const candidates = [
    ...stated.map(({ text }) =>
      candidate(`só as linhas de ${text}`, { kinds: null, only: { column, text } }),
    ),
    candidate('a grandeza escrita em cada linha', { kinds, only: null }),
  ];
  return { column, kinds: null, only, questions: [{ about: 'kinds', candidates }] };
}

/** The question that arises if the quantity column and a value column's name state different quantities. */
const rivalsOf = (kinds: Kinds, ofHeader: PastQuantity): FileQuestion => ({
  about: 'kinds',
  candidates: [
    candidate('a grandeza escrita em cada linha', { kinds }),
    candidate(`${QUANTITY_LABELS[ofHeader]}, como diz o nome da coluna`, { kinds: null }),
  ],
});

/** Asks about texts whose direction depends on the author of the file, the customer or the distributor. */
function askForSides(kinds: Kinds): FileQuestion | null {
  const sides = new Map(kinds.texts.map(({ text }) => [text, describeName(text, false).side]));
  const open = kinds.texts.filter(({ text }) => ['inwards', 'outwards'].includes(String(sides.get(text))));
  const isSure = (way: PastQuantity): boolean =>
    kinds.texts.some(
      (each) => !open.includes(each) && each.quantity === way && sides.get(each.text) !== null,
    );
  const areOutwards = open.every(({ text }) => sides.get(text) === 'outwards');
  if (open.length === 0 || (areOutwards && isSure('consumed') && !isSure('injected'))) return null;
  const way = (ofInwards: PastQuantity, ofOutwards: PastQuantity): FileCandidate => {
    const quantityFor = (text: string): PastQuantity =>
      sides.get(text) === 'inwards' ? ofInwards : ofOutwards;
    return {
      label: open.map(({ text }) => `${text}: ${QUANTITY_LABELS[quantityFor(text)]}`).join(', '),
      apply: (reading) => ({
        ...reading,
        kinds: {
          ...kinds,
          texts: kinds.texts.map((each) =>
            open.includes(each) ? { ...each, quantity: quantityFor(each.text) } : each,
          ),
        },
      }),
    };
  };
  return { about: 'sides', candidates: [way('consumed', 'injected'), way('injected', 'consumed')] };
}

/**
 * Asks about several texts of one quantity without phase, time-of-use period or register number: they may be parts of a sum, or
 * not.
 */
function askForKinds(kinds: Kinds, isWater: boolean): FileQuestion | null {
  const hasMark = (text: string): boolean => {
    const { phase, period, rate } = describeName(text, isWater);
    return phase !== null || period !== null || rate !== null;
  };
  const bare = kinds.texts.filter(({ text, quantity }) => quantity !== null && !hasMark(text));
  const unclear = bare.filter((each) => bare.filter(({ quantity }) => quantity === each.quantity).length > 1);
  if (unclear.length === 0) return null;
  const only = (label: string, isTaken: (text: string) => boolean) =>
    candidate(label, {
      kinds: {
        ...kinds,
        texts: kinds.texts.map((each) => ({ ...each, quantity: isTaken(each.text) ? each.quantity : null })),
      },
    });
  const texts = unclear.map(({ text }) => text);
  return {
    about: 'kinds',
    candidates: [
      ...texts.map((text) => only(text, (each) => each === text || !texts.includes(each))),
      only(texts.join(' + '), () => true),
    ],
  };
}

export const rowsByKind = (rows: Rows, { column, texts }: Kinds): Rows[] =>
  texts
    .filter(({ quantity }) => quantity !== null)
    .map(({ text }) => rows.filter((cells) => cells[column] === text));

/** The single unit in a column of units; null if rows of energy or volume have several. */
export function unitOfColumn(rows: Rows, column: number | null) {
  const units = new Set(column === null ? [] : textsIn(rows, column).flatMap((text) => unitOf(text) ?? []));
  const [unit = null, other] = units;
  return other === undefined ? unit : null;
}
