import type { TimeWindow, TouWindows } from '../tariffs/tariff-rules.ts';

const HOUR = 60;
const HALF_AN_HOUR = 30;

/** Hours of most distributors. Each resolution sets its own, so a person should confirm them. */
export const USUAL_WINDOWS: TouWindows = {
  peak: { start: 18 * HOUR, end: 21 * HOUR },
  intermediate: [
    { start: 17 * HOUR, end: 18 * HOUR },
    { start: 21 * HOUR, end: 22 * HOUR },
  ],
  blackAwarenessFrom: 2024,
};

/** Light (RJ): intermediate hours only after the peak. Source: REH ANEEL 3.014/2022. */
const LIGHT_WINDOWS: TouWindows = {
  ...USUAL_WINDOWS,
  peak: { start: 17 * HOUR + HALF_AN_HOUR, end: 20 * HOUR + HALF_AN_HOUR },
  intermediate: [{ start: 20 * HOUR + HALF_AN_HOUR, end: 22 * HOUR + HALF_AN_HOUR }],
};

/** The known hours of a distributor, else the usual ones. */
export function windowsOf(distributor: string): TouWindows {
  return /^light\b/i.test(distributor) ? LIGHT_WINDOWS : USUAL_WINDOWS;
}

/** Hours of capacitive excess at most distributors, 0:00 to 6:00. Each distributor chooses six hours within 23:30 to 6:30. */
export const USUAL_CAPACITIVE: TimeWindow = { start: 0, end: 6 * HOUR };
