import type { TimeWindow, TouWindows } from '../tariffs/tariff-rules.ts';

const HOUR = 60;
const HALF_AN_HOUR = 30;

/** The hours of most distributors; each resolution sets its own, so they are to be confirmed. */
export const USUAL_WINDOWS: TouWindows = {
  peak: { start: 18 * HOUR, end: 21 * HOUR },
  intermediate: [
    { start: 17 * HOUR, end: 18 * HOUR },
    { start: 21 * HOUR, end: 22 * HOUR },
  ],
  blackAwarenessFrom: 2024,
};

/** Light (RJ): intermediate only after the peak. Source: REH ANEEL 3.014/2022. */
const LIGHT_WINDOWS: TouWindows = {
  ...USUAL_WINDOWS,
  peak: { start: 17 * HOUR + HALF_AN_HOUR, end: 20 * HOUR + HALF_AN_HOUR },
  intermediate: [{ start: 20 * HOUR + HALF_AN_HOUR, end: 22 * HOUR + HALF_AN_HOUR }],
};

/** The hours of a distributor as far as they are known here; the usual ones of all others. */
export function windowsOf(distributor: string): TouWindows {
  return /^light\b/i.test(distributor) ? LIGHT_WINDOWS : USUAL_WINDOWS;
}

/** Capacitive excess counts from midnight to 6 h at most distributors; chosen by each within 23:30 to 6:30. */
export const USUAL_CAPACITIVE: TimeWindow = { start: 0, end: 6 * HOUR };
