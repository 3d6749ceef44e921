import type { WallShown } from '@nascente/contract/shared-links';
import { spansOfParts } from '@nascente/domain/consumption/meter-parts';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import { addDays, type CivilDate, endOfDay, startOfDay } from '@nascente/domain/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { MINUTE_MS } from '@nascente/domain/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import { inUnits, type QuarterSums } from '../consumption/index.ts';
import type { BoardType } from '../meters/index.ts';
import type { ReadingsService } from '../readings/index.ts';
import {
  type EstablishmentPart,
  type MeasuredEstablishment,
  type MeasuredEstablishments,
  measuredOn,
} from './measured-establishments.ts';

type Day = Omit<WallShown, 'cycle' | 'alerts'>;

export interface EstablishmentDayService {
  /** Today so far and yesterday by quarter-hours, and what flows now. */
  read(caller: Caller, id: string, type: BoardType): Promise<Day>;
}

/** A frame that is older tells nothing of now. */
const FRESH_MS = 10 * MINUTE_MS;
/** Of more meters without a general one, what flows now is not told: each would be asked for its newest frame. */
const MOST_ASKED = 20;
const WATTS = ['wa', 'wb', 'wc'] as const;

interface Heard {
  readonly at: number;
  readonly flow: number;
}

/** Null where nothing was measured in a quarter-hour; those that have not begun are left out. */
const quartersOf = (
  { zone, now, type }: MeasuredEstablishment,
  date: CivilDate,
  series: EnergySeries,
): (number | null)[] => {
  const from = startOfDay(date, zone);
  const until = Math.min(endOfDay(date, zone), now);
  const values: (number | null)[] = Array.from(
    { length: Math.ceil((until - from) / QUARTER_MS) },
    () => null,
  );
  const column = type === 'water' ? series.volume : series.consumedA;
  for (let slot = 0; slot < series.length; slot += 1) {
    const index = ((series.start[slot] ?? 0) - from) / QUARTER_MS;
    if (index >= 0 && index < values.length) values[index] = inUnits(column[slot] ?? 0);
  }
  return values;
};

export const createEstablishmentDayService = (needs: {
  establishments: MeasuredEstablishments;
  sums: QuarterSums;
  readings: Pick<ReadingsService, 'newest'>;
}): EstablishmentDayService => {
  const { establishments, sums, readings } = needs;

  const dayOf = async (establishment: MeasuredEstablishment, date: CivilDate) => {
    const { parts } = measuredOn(establishment, { first: date, last: date });
    const column = establishment.type === 'water' ? 'water' : 'electric';
    const [series] = await sums(column, [spansOfParts(parts)]);
    return series === undefined ? [] : quartersOf(establishment, date, series);
  };

  const heardOf = async (
    caller: Caller,
    { now, type }: MeasuredEstablishment,
    { meter }: EstablishmentPart,
  ): Promise<Heard | null> => {
    const { at, columns } = await readings.newest(caller, meter.mac);
    const [heardAt] = at;
    if (heardAt === undefined || now - heardAt > FRESH_MS) return null;
    const fields = type === 'water' ? (['flow'] as const) : WATTS;
    const measured = fields
      .map((field) => columns[field]?.[0] ?? Number.NaN)
      .filter((value) => !Number.isNaN(value));
    if (measured.length === 0) return null;
    return { at: heardAt, flow: measured.reduce((sum, value) => sum + value, 0) };
  };

  /** What flows now, by the meters that measure the establishment; null where one of them was not heard. */
  const nowOf = async (
    caller: Caller,
    establishment: MeasuredEstablishment,
  ): Promise<Pick<Day, 'now' | 'heardAt'>> => {
    const { today, now } = establishment;
    const standing = measuredOn(establishment, { first: today, last: today }).parts.filter(
      ({ to }) => to > now,
    );
    if (standing.length === 0 || standing.length > MOST_ASKED) return { now: null, heardAt: null };
    const heard = await Promise.all(standing.map((part) => heardOf(caller, establishment, part)));
    const fresh = heard.filter((one) => one !== null);
    if (fresh.length < heard.length) return { now: null, heardAt: null };
    return {
      now: fresh.reduce((sum, { flow }) => sum + flow, 0),
      heardAt: new Date(Math.min(...fresh.map(({ at }) => at))).toISOString(),
    };
  };

  return {
    async read(caller, id, type) {
      const establishment = await establishments.find(caller, id, type);
      const [today, yesterday, now] = await Promise.all([
        dayOf(establishment, establishment.today),
        dayOf(establishment, addDays(establishment.today, -1)),
        nowOf(caller, establishment),
      ]);
      const todayTotal = today.reduce<number>((sum, value) => sum + (value ?? 0), 0);
      return { ...now, today, yesterday, todayTotal };
    },
  };
};
