import { z } from 'zod/mini';

/** A maximum number of characters, with a Portuguese message. */
export const maxLength = (max: number) => z.maxLength(max, `Use no máximo ${max} caracteres.`);

/** Refuses line breaks and other control characters, because names are shown in one line. */
export const oneLine = z.regex(/^\P{Cc}*$/u, 'O texto tem caracteres inválidos.');

/** Fields with texts of several lines, or with a file as text. All other texts have one line. */
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
  // The separator of the cells of a file may be a tab.
  'separator',
  'template',
  'text',
]);

/** Passwords may contain any character, because only their hash is stored. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'currentPassword']);

/**
 * Line breaks, and direction marks that change the displayed order of characters: with them a name could look like another one.
 */
const FOREIGN_TO_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const FOREIGN_PARTS = new RegExp(`${FOREIGN_TO_LINE.source}+`, 'gu');
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u;

/** Whether a text has no line breaks and no direction marks. */
export const isOneLine = (text: string): boolean => !FOREIGN_TO_LINE.test(text);

/** The text with line breaks and direction marks replaced by spaces. */
export const inOneLine = (text: string): string => text.replaceAll(FOREIGN_PARTS, ' ').trim();

/**
 * Whether a text has a character that its field does not allow: control characters in no field; tabs, line breaks and direction
 * marks only in fields with several lines.
 */
export const hasForeignControl = (text: string, field: string): boolean => {
  if (SECRETS.has(field)) return false;
  return field === '' || WITH_LINES.has(field) ? CONTROL_BUT_LINES.test(text) : !isOneLine(text);
};
