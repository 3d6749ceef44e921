const ZERO = 48;
const POINT = 46;
const DASH = 45;

const ISO_WITH_ZONE =
  /^(\d{4})-(\d{2})-(\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(0\d|1[0-4])(?::?([0-5]\d))?)$/;

const MINUTE_MS = 60_000;

/** Number of digits of epoch milliseconds from 2001 to 2286; fewer than 12 digits are seconds. */
const MILLISECOND_DIGITS = 13;
const MAXIMUM_SECOND_DIGITS = 11;

/**
 * Parses epoch seconds, epoch milliseconds (13 digits), or ISO 8601 with a zone. Fractions are truncated to milliseconds, so that
 * an instant never moves into the next quarter-hour. @returns epoch milliseconds, or NaN
 */
export function scanTimestamp(text: string, start: number, end: number): number {
  if (end - start > 4 && text.charCodeAt(start + 4) === DASH) return parseIso(text.slice(start, end));
  let total = 0;
  let position = start;
  for (; position < end; position++) {
    const digit = text.charCodeAt(position) - ZERO;
    if (digit < 0 || digit > 9) break;
    total = total * 10 + digit;
  }
  const digits = position - start;
  const thousandths = position === end ? 0 : scanFraction(text, position, end);
  if (digits === MILLISECOND_DIGITS) return Number.isNaN(thousandths) ? thousandths : total;
  return digits > 0 && digits <= MAXIMUM_SECOND_DIGITS ? total * 1000 + thousandths : Number.NaN;
}

/** Milliseconds after the decimal point at `point`, truncated; NaN without point and digits. */
function scanFraction(text: string, point: number, end: number): number {
  if (text.charCodeAt(point) !== POINT || point + 1 === end) return Number.NaN;
  let thousandths = 0;
  let unit = 100;
  for (let position = point + 1; position < end; position++) {
    const digit = text.charCodeAt(position) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    thousandths += Math.floor(unit) * digit;
    unit /= 10;
  }
  return thousandths;
}

function parseIso(text: string): number {
  const parts = ISO_WITH_ZONE.exec(text);
  if (parts === null) return Number.NaN;
  const part = (index: number) => Number(parts[index] ?? 0);
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const local = Date.UTC(part(1), part(2) - 1, part(3), part(4), part(5), part(6), milliseconds);
  // `Date` moves a day such as 31 February into the next month, which changes its text.
  if (!new Date(local).toISOString().startsWith(text.slice(0, 10))) return Number.NaN;
  const offsetMinutes = part(9) * 60 + part(10);
  return local - (parts[8] === '-' ? -offsetMinutes : offsetMinutes) * MINUTE_MS;
}

/** Writes an instant as epoch milliseconds of 13 digits. */
export function timestampText(at: number): string {
  return String(at).padStart(MILLISECOND_DIGITS, '0');
}
