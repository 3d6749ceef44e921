import type { startApi } from './server.ts';

const DAY_MS = 86_400_000;

const SEED = `insert into quarter (installation_id, start, consumed_a_mwh, consumed_b_mwh, consumed_c_mwh, frames)
  select i, start, load + noise, load + 2 * noise, load / 2 + noise, 90
  from (
    select i, start, abs(hashint4(i * 7919 + (extract(epoch from start) / 900)::integer)) % 100000 as noise,
      2000000 + 600000 * (extract(hour from start)::integer % 12) as load
    from generate_series(1, 1) i,
      generate_series($1::timestamptz, $1::timestamptz + interval '23:45', interval '15 minutes') start
  ) loads`;

/** One meter's data for all meters: closing days of each takes longer than all measurements here. */
const COPIES = `insert into meter_day (installation_id, day, format, frames, counts, present, consumed, injected, inductive, capacitive,
    volume, totals, quality, frame_blocks, block_ends, imports)
  select i.id, d.day, d.format, d.frames, d.counts, d.present, d.consumed, d.injected, d.inductive, d.capacitive,
    d.volume, d.totals, d.quality, d.frame_blocks, d.block_ends, d.imports
  from meter_day d join installation i on i.id > d.installation_id`;

/** Days of the first meter, closed and given to all others. @returns how many were closed */
export const seedCopiedDays = async (
  api: Awaited<ReturnType<typeof startApi>>,
  { first, days }: { readonly first: number; readonly days: number },
): Promise<number> => {
  const { pool } = api.database;
  for (let day = 0; day < days; day++) await pool.query(SEED, [new Date(first + day * DAY_MS)]);
  const closed = await api.closeDays();
  await pool.query(COPIES);
  return closed;
};
