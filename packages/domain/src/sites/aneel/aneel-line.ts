import { exactPrice, type Price, parsePrice } from '../../base/units/price.ts';

const NUMBER = /^(\d{1,3}(?:\.\d{3})+|\d*)(?:,(\d{1,10}))?$/;
const PER_MWH = 1000n;

/** Reads '1.234,56' or ',00' of ANEEL's files: R$/MWh as R$/kWh (`perMwh`), or R$/kW. Null if it is no such number. */
export function readAneelPrice(text: string, perMwh: boolean): Price | null {
  const [, total = '', fraction = ''] = NUMBER.exec(text) ?? [];
  if (total === '' && fraction === '') return null;
  const digits = total.replaceAll('.', '') || '0';
  if (digits.length > 12) return null;
  const price = parsePrice(`${digits}.${fraction}`.replace(/\.$/, ''));
  if (!perMwh) return price;
  return price % PER_MWH === 0n ? exactPrice(price / PER_MWH) : null;
}

/** Cuts a line of ANEEL's open data at ';'. A quoted field may hold ';' and doubled quotes, no line break. */
export function splitAneelLine(line: string): string[] {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  // Every field quoted and no quote within: nearly every line of the tariff file, and quick to cut.
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

/** Where the wanted columns stand in a file, by the names of its first line; -1 for one that may be missing and is. */
export type Positions<Name extends string> = Readonly<Record<Name, number>>;

/** The first line of a file, read: where its columns stand, or the wanted ones that it does not have. */
export type ReadHeader<Name extends string> =
  | { readonly positions: Positions<Name>; readonly columns: number }
  | { readonly missing: readonly string[] };

/** Finds columns by name, whatever their order; a byte order mark before the first is passed over. */
export function readAneelHeader<Name extends string>(
  line: string,
  wanted: Readonly<Record<Name, { readonly column: string; readonly isOptional?: boolean }>>,
): ReadHeader<Name> {
  const columns = splitAneelLine(line.replace(/^\uFEFF/, ''));
  const found = Object.entries<{ column: string; isOptional?: boolean }>(wanted).map(
    ([name, { column, isOptional = false }]) => ({ name, column, isOptional, at: columns.indexOf(column) }),
  );
  const missing = found.filter(({ at, isOptional }) => at < 0 && !isOptional).map(({ column }) => column);
  if (missing.length > 0) return { missing };
  const positions = Object.fromEntries(found.map(({ name, at }) => [name, at])) as Positions<Name>;
  return { positions, columns: columns.length };
}
