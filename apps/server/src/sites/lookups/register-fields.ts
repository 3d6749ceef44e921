import { inOneLine } from '@nascente/contract/base/text-with-lines';

/** What a public register may send: anything. */
export type Fields = Readonly<Record<string, unknown>>;

const MAX_LENGTH = 200;

export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The first of some fields that holds a text, in one line; registers name the same thing differently. */
export const textOf = (fields: Fields, ...names: readonly string[]): string | null => {
  for (const name of names) {
    const value = fields[name];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string') continue;
    const line = inOneLine(text.replace(/\s+/gu, ' '));
    if (line !== '') return line.slice(0, MAX_LENGTH);
  }
  return null;
};
