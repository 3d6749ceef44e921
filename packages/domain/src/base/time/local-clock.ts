import { DAY_MS, type Instant, offsetMsAt, type Zone } from './zone.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)$/;

/**
 * Reads `YYYY-MM-DDTHH:MM[:SS[.mmm]]` of a local clock: of a repeated time the first; a skipped one by the offset before.
 * @returns null when it is no such text, or no such day or time
 */
export function parseLocalTime(text: string, zone: Zone): Instant | null {
  const parts = LOCAL.exec(text);
  if (parts === null) return null;
  const local = Date.parse(`${parts[1]}T${parts[2]}Z`);
  // A day that does not exist rolls over into the next month: then the date comes back different.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(parts[1] as string)) return null;
  const before = local - offsetMsAt(local - DAY_MS, zone);
  const after = local - offsetMsAt(local + DAY_MS, zone);
  const isBefore = before + offsetMsAt(before, zone) === local || after + offsetMsAt(after, zone) !== local;
  return (isBefore ? before : after) as Instant;
}
