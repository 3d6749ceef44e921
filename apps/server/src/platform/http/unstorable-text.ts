/** PostgreSQL keeps no NUL in a text, and no half of a surrogate pair is a character of UTF-8. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Where a text lies that no database keeps; null when there is none. @param input as a schema has read it */
export const unstorableText = (input: unknown, path: readonly string[] = []): string | null => {
  if (typeof input === 'string') return isStorable(input) ? null : path.join('.');
  if (typeof input !== 'object' || input === null) return null;
  for (const [name, value] of Object.entries(input)) {
    const found = unstorableText(value, [...path, name]);
    if (found !== null) return found;
  }
  return null;
};
