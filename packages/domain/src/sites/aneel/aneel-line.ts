import { exactPrice, type Price, parsePrice } from '../../base/units/price.ts';

const NUMBER = /^(\d{1,3}(?:\.\d{3})+|\d*)(?:,(\d{1,10}))?$/;
const PER_MWH = 1000n;

/**
 * Parses '1.234,56' or ',00' of ANEEL's files, as R$/kW or, with `perMwh`, from R$/MWh to R$/kWh. Null if it is no such number or
 * not exact as a `Price`.
 */
export function readAneelPrice(text: string, perMwh: boolean): Price | null {
  const [, total = '', fraction = ''] = NUMBER.exec(text) ?? [];
  if (total === '' && fraction === '') return null;
  const digits = total.replaceAll('.', '') || '0';
  if (digits.length > 12) return null;
  const price = parsePrice(`${digits}.${fraction}`.replace(/\.$/, ''));
  if (!perMwh) return price;
  return price % PER_MWH === 0n ? exactPrice(price / PER_MWH) : null;
}

/** Splits a line of ANEEL's open data at ';'. A quoted field may contain ';' and doubled quotes, but no line break. */
export function splitAneelLine(line: string): string[] {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  // Fast path: nearly every line of the tariff file has all fields quoted and no quotes within them.
  const fields = text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).split('";"') : [];
  const isPlain = fields.length > 1 && fields.every((field) => !field.includes('"'));
  return (isPlain ? fields : splitCarefully(text)).map((field) => field.trim());
}

function splitCarefully(text: string): string[] {
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (isQuoted && char === '"' && text.charAt(at + 1) === '"') {
      field += char;
      at++;
    } else if (char === '"') isQuoted = !isQuoted;
    else if (char === ';' && !isQuoted) {
      fields.push(field);
      field = '';
    } else field += char;
  }
  return [...fields, field];
}

/** Indexes of the wanted columns in a file; -1 for an absent optional column. */
export type Positions<Name extends string> = Readonly<Record<Name, number>>;

/** The parsed first line of a file: the positions of its columns, or the required columns that are missing. */
export type ReadHeader<Name extends string> =
  | { readonly positions: Positions<Name>; readonly columns: number }
  | { readonly missing: readonly string[] };

interface WantedColumn {
  readonly column: string;
  /** Another name of the column in some editions of the file. */
  readonly orColumn?: string;
  readonly isOptional?: boolean;
}

/** Finds columns by name, in any order and in capital or small letters; a leading byte order mark is ignored. */
export function readAneelHeader<Name extends string>(
  line: string,
  wanted: Readonly<Record<Name, WantedColumn>>,
): ReadHeader<Name> {
  const columns = splitAneelLine(line.replace(/^\uFEFF/, '')).map((column) => column.toLowerCase());
  const positionOf = (column: string): number => columns.indexOf(column.toLowerCase());
  const found = Object.entries<WantedColumn>(wanted).map(
    ([name, { column, orColumn = column, isOptional = false }]) => {
      const at = positionOf(column);
      return { name, column, isOptional, at: at < 0 ? positionOf(orColumn) : at };
    },
  );
  const missing = found.filter(({ at, isOptional }) => at < 0 && !isOptional).map(({ column }) => column);
  if (missing.length > 0) return { missing };
  const positions = Object.fromEntries(found.map(({ name, at }) => [name, at])) as Positions<Name>;
  return { positions, columns: columns.length };
}
