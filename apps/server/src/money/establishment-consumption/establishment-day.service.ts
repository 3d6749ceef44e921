import type { WallShown } from '@nascente/contract/connections/shared-links';
import { addDays, type CivilDate, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { type MeterPart, spansOfParts } from '@nascente/domain/energy/subjects/meter-parts';
import { quartersBetweenInstants } from '@nascente/domain/telemetry/intervals/quarter-days';
import { sumBy } from '@nascente/domain/telemetry/intervals/totals';
import {
  type EstablishmentSubject,
  type FindEstablishment,
  inUnits,
  type QuarterSums,
} from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { EstablishmentMeter } from '../../sites/establishments/index.ts';
import type { BoardType } from '../../sites/meters/index.ts';
import type { ReadingsService } from '../../telemetry/readings/index.ts';

type Day = Omit<WallShown, 'todayShares' | 'cycle' | 'alerts'>;

/** Older frames do not show the current power. */
const FRESH_MS = 10 * MINUTE_MS;
/** Maximum meters that are summed for the current power if there is no general meter. */
const MAX_QUERIED = 20;
const WATTS = ['wa', 'wb', 'wc'] as const;

interface Received {
  readonly at: number;
  readonly flow: number;
}

/** Today and yesterday by quarter-hours, and the current power or flow. */
export const createReadDay = ({
  find,
  sums,
  readings,
}: {
  find: FindEstablishment;
  sums: QuarterSums;
  readings: Pick<ReadingsService, 'newest'>;
}) => {
  const dayOf = async (establishment: EstablishmentSubject, date: CivilDate) => {
    const { zone, now, type } = establishment;
    const { parts } = establishment.partsOn({ first: date, last: date });
    const [series] = await sums(type === 'water' ? 'water' : 'electric', [spansOfParts(parts)]);
    if (series === undefined) return [];
    const column = type === 'water' ? series.volume : series.consumedA;
    const until = instant(Math.min(endOfDay(date, zone), now));
    const quarters = quartersBetweenInstants({ start: series.start, column }, startOfDay(date, zone), until);
    return quarters.map((measured) => (measured === null ? null : inUnits(measured)));
  };

  const presentFrameOf = async (
    caller: Caller,
    { now, type }: EstablishmentSubject,
    { meter }: MeterPart<EstablishmentMeter>,
  ): Promise<Received | null> => {
    const { at, columns } = await readings.newest(caller, meter.mac);
    const [receivedAt] = at;
    if (receivedAt === undefined || now - receivedAt > FRESH_MS) return null;
    const fields = type === 'water' ? (['flow'] as const) : WATTS;
    const measured = fields
      .map((field) => columns[field]?.[0] ?? Number.NaN)
      .filter((value) => !Number.isNaN(value));
    if (measured.length === 0) return null;
    return { at: receivedAt, flow: measured.reduce((sum, value) => sum + value, 0) };
  };

  /** Current power or flow of the meters that count; `null` if one is silent, or if there are none or too many. */
  const nowOf = async (
    caller: Caller,
    establishment: EstablishmentSubject,
  ): Promise<Pick<Day, 'now' | 'receivedAt'>> => {
    const { today, now } = establishment;
    const standing = establishment.partsOn({ first: today, last: today }).parts.filter(({ to }) => to > now);
    if (standing.length === 0 || standing.length > MAX_QUERIED) return { now: null, receivedAt: null };
    const received = await Promise.all(standing.map((part) => presentFrameOf(caller, establishment, part)));
    const fresh = received.filter((one) => one !== null);
    if (fresh.length < received.length) return { now: null, receivedAt: null };
    return {
      now: fresh.reduce((sum, { flow }) => sum + flow, 0),
      receivedAt: new Date(Math.min(...fresh.map(({ at }) => at))).toISOString(),
    };
  };

  return async (caller: Caller, id: string, type: BoardType): Promise<Day> => {
    const establishment = await find(caller, id, type);
    const [today, yesterday, now] = await Promise.all([
      dayOf(establishment, establishment.today),
      dayOf(establishment, addDays(establishment.today, -1)),
      nowOf(caller, establishment),
    ]);
    return { ...now, today, yesterday, todayTotal: sumBy(today, (value) => value ?? 0) };
  };
};
