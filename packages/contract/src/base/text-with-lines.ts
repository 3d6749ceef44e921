import { z } from 'zod/mini';

/** At most so many characters, said in words. */
export const maxLength = (max: number) => z.maxLength(max, `Use no máximo ${max} caracteres.`);

/** No line breaks and no other invisible characters: names are shown in one line. */
export const oneLine = z.regex(/^\P{Cc}*$/u, 'O texto tem caracteres inválidos.');

/** Fields that a person writes several lines into, or that carry a file as text. Every other text is one line. */
const WITH_LINES: ReadonlySet<string> = new Set([
  'Comment',
  'body',
  'comment',
  'csv',
  'description',
  'lines',
  'note',
  'payload',
  'reason',
  // Of the cells of a file: a tab is one.
  'separator',
  'template',
  'text',
]);

/** Typed by hand and stored as a hash only. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'currentPassword']);

/** Breaks of a line, and marks that show the text beside them in another order: a name can pass for another by them. */
const FOREIGN_TO_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const FOREIGN_PARTS = new RegExp(`${FOREIGN_TO_LINE.source}+`, 'gu');
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u;

/** Whether a text is one line that shows its characters in their order. */
export const isOneLine = (text: string): boolean => !FOREIGN_TO_LINE.test(text);

/** The same text in one line. */
export const inOneLine = (text: string): string => text.replaceAll(FOREIGN_PARTS, ' ').trim();

/** Whether a text has a refused character: controls nowhere, tabs, line breaks and direction marks only in multi-line fields. */
export const hasForeignControl = (text: string, field: string): boolean => {
  if (SECRETS.has(field)) return false;
  return field === '' || WITH_LINES.has(field) ? CONTROL_BUT_LINES.test(text) : !isOneLine(text);
};
