/** Minutes since midnight as a clock time: 1050 is '17:30', the end of the day '24:00'. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const HALF_HOURS = 48;

/** Every half hour of a day, for a select. */
export const halfHours = Array.from({ length: HALF_HOURS + 1 }, (_, index) => ({
  value: String(index * 30),
  label: clockText(index * 30),
}));
