import { parseLocalTime } from '../time/local-clock.ts';
import { DAY_MS, type Instant, offsetMsAt, type Zone } from '../time/zone.ts';
import type { PastTime } from './file-reading.ts';

const CLOCK = String.raw`[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?`;
const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/;
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})${CLOCK}$`);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})${CLOCK}$`);
const SECONDS = /^\d{9,11}(?:[.,]\d+)?$/;
const MILLISECONDS = /^\d{13}$/;

const two = (digits: string | undefined): string => (digits ?? '0').padStart(2, '0');

/** What a clock on the wall shows, in the parts in which it is written. */
interface Clock {
  readonly year: string;
  readonly month: string | undefined;
  readonly day: string | undefined;
  readonly hour: string | undefined;
  readonly minute: string | undefined;
  readonly second: string | undefined;
}

function clockOf(text: string, format: PastTime): Clock | null {
  const parts = (format === 'ymd' ? YEAR_FIRST : DAY_FIRST).exec(text);
  if (parts === null) return null;
  const [, first, second, third] = parts;
  const [year, month, day] =
    format === 'ymd'
      ? [first, second, third]
      : format === 'dmy'
        ? [third, second, first]
        : [third, first, second];
  return { year: String(year), month, day, hour: parts[4], minute: parts[5], second: parts[6] };
}

function epochOf(text: string): Instant | null {
  if (MILLISECONDS.test(text)) return Number(text) as Instant;
  return SECONDS.test(text) ? (Math.floor(Number(text.replace(',', '.')) * 1000) as Instant) : null;
}

/**
 * Reads the instant of a row. 24:00 is the end of its day, as is 0:00 where midnight is late.
 *
 * @returns null when it is not written so, or there is no such day or time
 */
export function parseRowTime(
  text: string,
  how: { readonly time: PastTime; readonly zone: Zone; readonly lateMidnight: boolean },
): Instant | null {
  if (how.time === 'epoch') return epochOf(text);
  if (how.time === 'ymd' && OFFSET.test(text) && text.includes(':')) {
    const at = Date.parse(text.replace(' ', 'T'));
    return Number.isNaN(at) ? null : (at as Instant);
  }
  const clock = clockOf(text, how.time);
  if (clock === null) return null;
  const isMidnight =
    Number(clock.hour) === 0 && Number(clock.minute) === 0 && Number(clock.second ?? 0) === 0;
  const isEnd = clock.hour === '24' || (how.lateMidnight && isMidnight);
  const date = `${clock.year}-${two(clock.month)}-${two(clock.day)}`;
  if (!isEnd)
    return parseLocalTime(`${date}T${two(clock.hour)}:${two(clock.minute)}:${two(clock.second)}`, how.zone);
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight) || clock.minute !== '00') return null;
  return parseLocalTime(`${new Date(midnight + DAY_MS).toISOString().slice(0, 10)}T00:00`, how.zone);
}

/** When a clock that was put back shows the same again; null where it does not, or the row itself says at which offset. */
export function whenShownAgain(
  at: Instant,
  text: string,
  how: { readonly time: PastTime; readonly zone: Zone },
): Instant | null {
  if (how.time === 'epoch' || OFFSET.test(text)) return null;
  const offset = offsetMsAt(at + DAY_MS, how.zone);
  const later = at + offsetMsAt(at, how.zone) - offset;
  return later > at && offsetMsAt(later, how.zone) === offset ? (later as Instant) : null;
}
