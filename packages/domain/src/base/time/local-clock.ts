import { DAY_MS, type Instant, offsetMsAt, type Zone } from './zone.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)$/;

/**
 * Parses a local time `YYYY-MM-DDTHH:MM[:SS[.mmm]]`. A time that the clock repeats means its first occurrence; a skipped time
 * uses the offset before the jump. @returns null for another format, and for a date or time that does not exist
 */
export function parseLocalTime(text: string, zone: Zone): Instant | null {
  const parts = LOCAL.exec(text);
  if (parts === null) return null;
  const local = Date.parse(`${parts[1]}T${parts[2]}Z`);
  // `Date` moves a day such as 31 February into the next month, which changes its text.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(parts[1] as string)) return null;
  const before = local - offsetMsAt(local - DAY_MS, zone);
  const after = local - offsetMsAt(local + DAY_MS, zone);
  const isBefore = before + offsetMsAt(before, zone) === local || after + offsetMsAt(after, zone) !== local;
  return (isBefore ? before : after) as Instant;
}
