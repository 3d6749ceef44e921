import type { SeededMeter } from '../seeds/seed.ts';
import type { TestApi } from '../test-api.ts';

/** What bills come to by plain arithmetic, from raw readings that PostgreSQL cuts by its own clocks. */
/** The published holidays, without peak, among the days that tests bill. */
const HOLIDAYS = `2024-01-01 2024-02-13 2024-03-29 2025-10-12 2025-11-02 2025-11-15 2025-11-20 2025-12-25
  2026-01-01 2026-02-17 2026-04-03 2026-09-07 2026-10-12 2026-11-02 2026-11-15 2026-11-20`.split(/\s+/);
/** 10⁻⁵ R$ a kWh of the months that are known. */
const FLAGS: Readonly<Record<string, number>> = {
  '2025-10': 4463,
  '2025-11': 4463,
  '2025-12': 1885,
  '2026-01': 0,
  '2026-02': 0,
  '2026-09': 1885,
  '2026-10': 0,
};

/** A quarter-hour by the clock of a zone; `offset` tells those apart that a clock shows twice. */
export interface RawQuarter {
  readonly date: string;
  readonly minute: number;
  readonly offset: number;
  readonly weekday: number;
  readonly mwh: number;
  readonly mvarh: number;
}

export const rawQuarters = async (
  { database }: Pick<TestApi, 'database'>,
  meters: readonly SeededMeter[],
  zone: string,
  [first, last]: readonly [string, string],
): Promise<RawQuarter[]> => {
  const { rows } = await database.pool.query<RawQuarter>(
    `select to_char(local, 'YYYY-MM-DD') as date, extract(isodow from local)::int as weekday,
       (extract(hour from local) * 60 + extract(minute from local))::int as minute, shift::int as "offset",
       sum(mwh)::float8 as mwh, sum(mvarh)::float8 as mvarh
     from (select date_bin('15 minutes', at, 'epoch') at time zone $2 as local,
         extract(epoch from (at at time zone $2) - (at at time zone 'UTC')) / 60 as shift,
         coalesce(energy_a_mwh, 0) as mwh, coalesce(reactive_b_mvarh, 0) as mvarh
       from reading where installation_id = any($1)) frame
     where local::date between $3 and $4 group by 1, 2, 3, 4`,
    [meters.map(({ installationId }) => installationId), zone, first, last],
  );
  return rows;
};

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const energyOf = (quarters: readonly RawQuarter[]): number => sum(quarters.map(({ mwh }) => mwh));

const hasPeak = ({ date, weekday }: RawQuarter): boolean => weekday < 6 && !HOLIDAYS.includes(date);
export const isPeak = (one: RawQuarter): boolean => hasPeak(one) && one.minute >= 1080 && one.minute < 1260;
export const isBeside = (one: RawQuarter): boolean =>
  hasPeak(one) && !isPeak(one) && one.minute >= 1020 && one.minute < 1320;
/** Cents, cut; `price` in cents a kWh. */
export const cut = (quarters: readonly RawQuarter[], price: number): number =>
  Math.floor((energyOf(quarters) * price) / 1e6);
export const COSIP = 1234;

/** The cents of the flags, cut for each price; nothing for a month whose flag nobody knows. */
export const flagCents = (quarters: readonly RawQuarter[], first: string, last: string): number => {
  const days: string[] = [];
  for (let day = Date.parse(first); day <= Date.parse(last); day += 86_400_000)
    days.push(new Date(day).toISOString().slice(0, 7));
  const prices = [...new Set(days.map((month) => FLAGS[month] ?? 0))];
  return sum(
    prices.map((price) => {
      const count = days.filter((month) => (FLAGS[month] ?? 0) === price).length;
      return Math.floor((energyOf(quarters) * price * count) / days.length / 1e9);
    }),
  );
};

/** `BRANCA` without taxes, its flag, and `COSIP`. */
export const brancaCents = (quarters: readonly RawQuarter[], first: string, last: string): number =>
  cut(quarters.filter(isPeak), 140) +
  cut(quarters.filter(isBeside), 90) +
  cut(
    quarters.filter((one) => !isPeak(one) && !isBeside(one)),
    50,
  ) +
  flagCents(quarters, first, last) +
  COSIP;
