import { type BusinessHours, isOpenOn } from '../../base/time/business-hours.ts';
import { type CivilDate, type Weekday, weekdayOf } from '../../base/time/civil-day.ts';
import type { EnergySeries } from '../../telemetry/intervals/series.ts';
import { consumedIn, type LocalQuarter, withConsumption } from './changed-series.ts';
import { quietShares } from './quiet-days.ts';

const MINUTES_A_QUARTER = 15;

/** What an establishment consumes while it is closed, and what of it its own quiet days do without. */
interface QuieterClosed {
  /** In which closed hours consume on all days what they do on quiet ones. */
  readonly series: EnergySeries;
  /** mWh */
  readonly closed: number;
  readonly open: number;
  /** mWh of `closed` that would not be consumed. */
  readonly avoided: number;
  /** Mean W by hour of the day while it is closed, now and on quiet days; 0: never closed then. */
  readonly hours: readonly { readonly now: number; readonly quiet: number }[];
}

const QUARTERS_AN_HOUR = 4;
const MILLI = 1000;

/** Null where nothing can be told: it never closes, or too little was measured. */
export function quieterClosed(
  series: EnergySeries,
  quarters: readonly LocalQuarter[],
  hours: BusinessHours,
): QuieterClosed | null {
  const weekdays = new Map<CivilDate, Weekday>();
  const dayOf = (date: CivilDate): Weekday => {
    const weekday = weekdays.get(date) ?? weekdayOf(date);
    weekdays.set(date, weekday);
    return weekday;
  };
  const isClosed = Uint8Array.from(quarters, ({ date, quarter }) =>
    Number(!isOpenOn(hours, dayOf(date), quarter * MINUTES_A_QUARTER)),
  );
  const shareOf = quietShares(series, quarters, (slot) => isClosed[slot] === 1);
  if (shareOf === null) return null;
  const consumed = new Float64Array(series.length);
  const byHour = Array.from({ length: 24 }, () => ({ energy: 0, quiet: 0, slots: 0 }));
  let [closed, open, avoided] = [0, 0, 0];
  for (const [slot, at] of quarters.entries()) {
    const energy = consumedIn(series, slot);
    consumed[slot] = energy;
    if (isClosed[slot] === 0) {
      open += energy;
      continue;
    }
    const quiet = energy * shareOf(at);
    consumed[slot] = quiet;
    closed += energy;
    avoided += energy - quiet;
    const one = byHour[at.hour] as (typeof byHour)[number];
    one.energy += energy;
    one.quiet += quiet;
    one.slots += 1;
  }
  const watts = (energy: number): number => (energy * QUARTERS_AN_HOUR) / MILLI;
  return {
    series: withConsumption(series, consumed),
    closed,
    open,
    avoided,
    hours: byHour.map(({ energy, quiet, slots }) => ({
      now: slots === 0 ? 0 : watts(energy / slots),
      quiet: slots === 0 ? 0 : watts(quiet / slots),
    })),
  };
}
