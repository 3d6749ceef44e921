import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  offsetMsAt,
  SECOND_MS,
  type Zone,
} from '@nascente/domain/base/time/zone';

const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** From day 0 of spreadsheets, 30 December 1899, to 1970-01-01. */
const EPOCH_MS = 25_569 * DAY_MS;

const two = (part: number): string => TWO[Math.floor(part)] ?? '';

/** Formats many instants of one zone: the text of a day is made once. */
export const createInstantTexts = (zone: Zone) => {
  let [day, dayText] = [Number.NaN, ''];
  const localOf = (at: number): number => at + offsetMsAt(at, zone);
  return {
    /** '20/11/2026 14:05:09' on the local clock. */
    local(at: number): string {
      const local = localOf(at);
      const number = Math.floor(local / DAY_MS);
      if (number !== day) {
        const [year, month, date] = new Date(number * DAY_MS).toISOString().slice(0, 10).split('-');
        [day, dayText] = [number, `${date}/${month}/${year}`];
      }
      const clock = local - number * DAY_MS;
      const [minutes, seconds] = [(clock % HOUR_MS) / MINUTE_MS, (clock % MINUTE_MS) / SECOND_MS];
      return `${dayText} ${two(clock / HOUR_MS)}:${two(minutes)}:${two(seconds)}`;
    },
    /** Days of a spreadsheet on the local clock, a fraction being the time of day. */
    serial: (at: number): number => (localOf(at) + EPOCH_MS) / DAY_MS,
    /** '2026-11-20T17:05:09.000Z' */
    utc: (at: number): string => new Date(at).toISOString(),
  };
};
