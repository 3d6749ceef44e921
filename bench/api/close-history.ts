import type { startApi } from './server.ts';

type Api = Pick<Awaited<ReturnType<typeof startApi>>, 'database' | 'closeDays' | 'cpu'>;

const SIZES = `select (select sum(pg_total_relation_size(relid)) from pg_partition_tree('reading')) as readings,
  (select count(*) from reading) as "ofReadings", (select sum(pg_total_relation_size(relid)) from pg_partition_tree('quarter')) as quarters,
  pg_total_relation_size('meter_day') as days, (select sum(frames) from meter_day) as "ofDays"`;

/** Closes the days that are over, those of the first meters only; says what that takes, in time and in bytes. */
export const closeHistory = async (api: Api, meters: number, now: number): Promise<void> => {
  const { pool } = api.database;
  await pool.query('insert into last_state select id, $1, $1 from installation', [new Date(now)]);
  const [started, cpu] = [performance.now(), api.cpu()];
  const days = await api.closeDays();
  const [ms, used] = [performance.now() - started, api.cpu() - cpu];
  console.log(`${days} days of a meter closed in ${Math.round(ms / 1000)} s`);
  console.log(`a day: ${(ms / days).toFixed(0)} ms, ${(used / days).toFixed(0)} ms CPU`);
  const { rows } =
    await pool.query<Record<'readings' | 'ofReadings' | 'quarters' | 'days' | 'ofDays', number>>(SIZES);
  const [row] = rows;
  const each = (bytes = 0, count = 0): string => (bytes / count).toFixed(1);
  const { readings, ofReadings, quarters, ofDays } = row ?? {};
  console.log(
    `bytes a frame: reading ${each(readings, ofReadings)}, quarter ${each(quarters, ofReadings)}, meter_day ${each(row?.days, ofDays)}`,
  );
  await pool.query('delete from meter_day where installation_id > $1', [meters]);
};
