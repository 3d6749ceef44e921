/** Who is signed in, what opens an account, and what counts attempts: secrets, or of no use elsewhere. */
const TABLES: ReadonlySet<string> = new Set([
  'api_key_use',
  'authenticator',
  'confirmation_token',
  'counted_use',
  'failed_attempt',
  'known_device',
  'mailbox_letter',
  'passkey_challenge',
  'provider_attempt',
  'push_subscription',
  'recovery_code',
  'recovery_token',
  'session',
  'setting',
  'sign_in_notice',
]);
const COLUMN = /(^|_)(hash|secret|bearer|token)$/;

/** What meters measured is told by two files of its own, whichever way a day is kept. */
const TOLD_OPENED: ReadonlySet<string> = new Set(['reading', 'quarter', 'meter_day']);

export const isTableLeftOut = (table: string): boolean => TABLES.has(table);
export const isToldOpened = (table: string): boolean => TOLD_OPENED.has(table);
export const isColumnLeftOut = (column: string): boolean => COLUMN.test(column);

/** For the reader of the export. */
export const LEFT_OUT_TEXT = `Left out: ${[...TABLES].join(', ')}; columns that end in hash, secret, bearer or token.`;
