import { hasForeignControl } from '@nascente/contract/base/text-with-lines';

/** PostgreSQL keeps no NUL in a text, and no half of a surrogate pair is a character of UTF-8. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const isTaken = (text: string, field: string): boolean => isStorable(text) && !hasForeignControl(text, field);

/**
 * Where a text lies that is not taken: of every call, since here all input passes. Null where there is none.
 * @param input as a schema has read it
 * @param field the name that the text is held by; texts of a list have that of the list
 */
export const unstorableText = (input: unknown, path: readonly string[] = [], field = ''): string | null => {
  if (typeof input === 'string') return isTaken(input, field) ? null : path.join('.');
  if (typeof input !== 'object' || input === null) return null;
  const isList = Array.isArray(input);
  for (const [name, value] of Object.entries(input)) {
    const found = unstorableText(value, [...path, name], isList ? field : name);
    if (found !== null) return found;
  }
  return null;
};
