const OFFSET = /GMT(?:([+\u2212-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/**
 * Reads the offset at the end of what `Intl` writes as 'longOffset': 'GMT-03:00', 'GMT-03:06:28' for local mean
 * time; some engines write Greenwich as 'GMT' alone.
 * @returns milliseconds east of UTC.
 * @throws RangeError when there is no offset.
 */
export function parseOffset(text: string): number {
  const match = OFFSET.exec(text);
  if (!match) throw new RangeError(`no offset in '${text}'`);
  const [, sign, hours = 0, minutes = 0, seconds = 0] = match;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === undefined || sign === '+' ? size : -size;
}
