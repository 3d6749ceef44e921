import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { DAY_MS } from '@nascente/domain/base/time/zone';

const PER_DAY = DAY_MS / QUARTER_MS;
const CLOCKS = Array.from({ length: PER_DAY }, (_, quarter) =>
  new Date(quarter * QUARTER_MS).toISOString().slice(10),
);

/** The last day that was written: a period of hours has thousands of instants in few days, one after the other. */
let written = { day: Number.NaN, text: '' };

const dayText = (day: number): string => {
  if (written.day !== day) written = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  return written.text;
};

/** An instant that is the start of a quarter-hour, as `toISOString` writes it, in a tenth of its time. */
export const quarterText = (at: number): string => {
  const day = Math.floor(at / DAY_MS);
  return dayText(day) + (CLOCKS[(at - day * DAY_MS) / QUARTER_MS] ?? new Date(at).toISOString().slice(10));
};
