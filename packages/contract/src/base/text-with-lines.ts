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

const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u;

/**
 * Whether a text has a character that a field of this name does not take: control characters nowhere, tabs and line breaks
 * only where lines are meant. A body that is text as a whole has no name.
 */
export const hasForeignControl = (text: string, field: string): boolean => {
  if (SECRETS.has(field)) return false;
  return (field === '' || WITH_LINES.has(field) ? CONTROL_BUT_LINES : CONTROL).test(text);
};
