import type { Database } from '../../apps/server/src/platform/database/open-database.ts';
import { prepareDays } from './day-partitions.ts';

const DAY_MS = 86_400_000;

/** A reading of every meter so many seconds after the one before, for whole UTC days up to that of `now`. */
interface ReadingsToSeed {
  readonly meters: number;
  readonly days: number;
  readonly everySeconds: number;
  readonly now: number;
  /** Their quarter-hours have been seeded already, with those of a year. */
  readonly hasQuarters?: boolean;
}

const VALUES = `-40 - s % 40, 31.5, (2190 + s % 97) / 10.0::float8, (2185 + s % 89) / 10.0::float8, (2201 + s % 83) / 10.0::float8,
  (s % 1999) / 100.0::float8, (s % 1877) / 100.0::float8, (s % 1753) / 100.0::float8, 0.98, 0.9712, 0.85,
  (s % 43999) / 10.0::float8, (s % 41999) / 10.0::float8, (s % 39999) / 10.0::float8, (s % 999) / 10.0::float8, 12.5, 8,
  2.1, 2.2, 2.3, 11.5, 12.5, 13.5, s % 12345, s % 11345, s % 10345, s % 345, s % 245, s % 145`;

/** Closed days lie in (installation, time) order, as ingest rewrites them; the last day as frames came in. */
const dayStatement = (
  everySeconds: number,
  isOpen: boolean,
): string => `insert into reading (installation_id, at, rssi, t, va, vb, vc, ia, ib, ic,
    pfa, pfb, pfc, wa, wb, wc, vara, varb, varc, vthda, vthdb, vthdc, ithda, ithdb, ithdc, energy_a_mwh, energy_b_mwh,
    energy_c_mwh, reactive_a_mvarh, reactive_b_mvarh, reactive_c_mvarh)
  select i, $1::timestamptz + n * interval '${everySeconds} seconds', ${VALUES}
  from (select i, n, (n * 7919 + i * 104729) % 1000003 as s
    from generate_series(1, $2::integer) i, generate_series(0, ${86_400 / everySeconds - 1}) n
    order by ${isOpen ? 'n, i' : 'i, n'}) frames`;

const quartersStatement = (
  everySeconds: number,
): string => `insert into quarter (installation_id, start, frames)
  select i, $1::timestamptz + (block * 24 + quarter) * interval '15 minutes', ${900 / everySeconds}
  from generate_series(0, 3) block, generate_series(1, $2::integer) i, generate_series(0, 23) quarter
  order by block, i, quarter`;

/** Fills daily partitions and their quarter-hours. */
export const seedReadings = async (
  { pool }: Pick<Database, 'pool'>,
  { meters, days, everySeconds, now, hasQuarters = false }: ReadingsToSeed,
): Promise<void> => {
  const started = performance.now();
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  await prepareDays({ pool }, now, days);
  for (let back = days - 1; back >= 0; back--) {
    const start = new Date(today - back * DAY_MS);
    await pool.query(dayStatement(everySeconds, back === 0), [start, meters]);
    if (hasQuarters) continue;
    await pool.query(quartersStatement(everySeconds), [start, meters]);
  }
  const total = meters * days * (86_400 / everySeconds);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${total.toLocaleString('en')} readings in ${seconds} s`);
};
