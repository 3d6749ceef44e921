import type { startApi } from './server.ts';

type Api = Pick<Awaited<ReturnType<typeof startApi>>, 'database' | 'packPlainDays' | 'packFrames' | 'cpu'>;

const SIZES = `select (select sum(pg_total_relation_size(relid)) from pg_partition_tree('reading')) as readings,
  (select count(*) from reading) as of_readings,
  pg_total_relation_size('packed_frames') as frames,
  (select sum(frames) from packed_frames) as of_frames`;

/** Packs closed days and passed quarter-hours, the frames of the first meters only; says what that takes. */
export const packHistory = async (api: Api, meters: number, now: number): Promise<void> => {
  const { pool } = api.database;
  await pool.query('insert into last_state select id, $1, $1 from installation', [new Date(now)]);
  console.log(`${(await api.packPlainDays()).toLocaleString('en')} closed days packed`);
  await pool.query('update packed_day set are_frames_packed = true where installation_id > $1', [meters]);
  const [started, cpu] = [performance.now(), api.cpu()];
  const days = await api.packFrames();
  await pool.query('delete from open_frames where installation_id > $1', [meters]);
  const [ms, used] = [performance.now() - started, api.cpu() - cpu];
  console.log(`frames of ${days} days of a meter, and of today, in ${Math.round(ms / 1000)} s`);
  console.log(`a day: ${(ms / days).toFixed(0)} ms, ${(used / days).toFixed(0)} ms CPU, today with it`);
  const { rows } = await pool.query<Record<string, number>>(SIZES);
  const each = (bytes = 0, count = 0): string => (bytes / count).toFixed(0);
  const [row] = rows;
  console.log(
    `bytes a frame: reading ${each(row?.readings, row?.of_readings)}, packed ${each(row?.frames, row?.of_frames)}`,
  );
};
