import classes from './month-card.module.css';

interface HoursOfDayProps {
  /** What each hour from midnight on consumed; null is drawn as a gap. */
  readonly hours: readonly (number | null)[];
  /** Highest hour of the month: the days are drawn to one scale. */
  readonly highest: number;
}

const HEIGHT = 12;
/** What was used at all is seen. */
const MINIMUM = 0.6;

const barsOf = (hours: readonly (number | null)[], highest: number): string =>
  hours
    .map((value, hour) => {
      if (value === null || value <= 0 || highest <= 0) return '';
      const top = HEIGHT - Math.max((value / highest) * HEIGHT, MINIMUM);
      return `M${hour + 0.1} ${HEIGHT}V${top.toFixed(2)}h.8V${HEIGHT}z`;
    })
    .join('');

/** The course of a day in the room of a tile. */
export const HoursOfDay = ({ hours, highest }: HoursOfDayProps) => (
  <svg
    className={classes.hours}
    viewBox={`0 0 24 ${HEIGHT}`}
    preserveAspectRatio="none"
    data-hours={hours.filter((value) => value !== null).length}
    aria-hidden="true"
  >
    <path d={barsOf(hours, highest)} />
  </svg>
);
