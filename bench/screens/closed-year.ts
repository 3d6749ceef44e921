import { QUARTER_QUANTITIES, QUARTERS_OF_DAY } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { Database } from '../../apps/server/src/platform/database/open-database.ts';
import { encodeDay } from '../../apps/server/src/telemetry/series/closing/encode-day.ts';

const DAY_MS = 86_400_000;
/** Days that no two meters have at once, as good as all different. */
const VARIANTS = 61;
const KINDS = ['water', 'sun', 'load'] as const;
type Kind = (typeof KINDS)[number];

const COLUMNS = ['counts', 'present', ...QUARTER_QUANTITIES, 'totals', 'quality'];

/** A working day with reactive energy, some sun, some water, as the job closes it; without frames. */
const closedDay = (kind: Kind, variant: number) => {
  const grid = (valueAt: (index: number) => number): Float64Array =>
    Float64Array.from({ length: QUARTERS_OF_DAY }, (_, index) => Math.round(valueAt(index)));
  const noise = grid((index) => ((variant * 7_919 + index * 104_729) % 100_003) % 100_000);
  const load = (index: number, share: number): number =>
    (2_000_000 + 600_000 * (Math.floor(index / 4) % 12)) * share + (noise[index] as number);
  const isSunny = (index: number): boolean => kind === 'sun' && index >= 44 && index < 80;
  const isWater = kind === 'water';
  const none = [null, null, null];
  return encodeDay({
    midnight: 0,
    frames: { at: new Float64Array(), columns: {} },
    storedFrames: null,
    excluded: [],
    indexes: Float64Array.from({ length: QUARTERS_OF_DAY }, (_, index) => index),
    counts: new Float64Array(QUARTERS_OF_DAY).fill(90),
    imports: null,
    quantities: {
      consumed: isWater ? none : [1, 1.1, 0.5].map((share) => grid((index) => load(index, share))),
      injected: kind === 'sun' ? [grid((index) => (isSunny(index) ? 150_000 : 0)), null, null] : none,
      inductive: isWater ? none : [0.25, 0.5, 0.02].map((share) => grid((index) => load(index, share))),
      capacitive: none,
      volume: isWater ? [noise] : [null],
    },
  });
};

/** The record of a day's totals says its day in its first three bytes. */
const TOTALS_OF_ITS_DAY = `set_byte(set_byte(set_byte(totals, 0, since_1970 & 255), 1, since_1970 >> 8 & 255), 2, since_1970 >> 16)`;
const FILLED = COLUMNS.map((name) => (name === 'totals' ? TOTALS_OF_ITS_DAY : name)).join(', ');

const FILL = `insert into meter_day (installation_id, day, format, ${COLUMNS.join(', ')})
  select i, $1::date + n, 1, ${FILLED}
  from generate_series($2::integer, $3::integer) i cross join generate_series(0, $4::integer - 1) n
  cross join lateral (select $1::date + n - date '1970-01-01' as since_1970) at
  join closed_variant on variant = abs(hashint4(i * 7919 + n)) % ${VARIANTS}
    and kind = case when i % 20 = 0 and i <= $5::integer then 'water' when i % 20 = 2 then 'sun' else 'load' end
  order by i, n`;

/** Closed days of all meters, written as the job writes them; meter by meter, as they lie after a year. */
export const seedClosedDays = async (
  { pool }: Database,
  { meters, ordinary, first, days }: { meters: number; ordinary: number; first: number; days: number },
): Promise<void> => {
  await pool.query(
    `create table closed_variant (kind text, variant integer, ${COLUMNS.map((name) => `${name} ${name === 'present' ? 'text' : 'bytea'}`).join(', ')})`,
  );
  for (const kind of KINDS)
    for (let variant = 0; variant < VARIANTS; variant++) {
      const day = closedDay(kind, variant);
      const grids = QUARTER_QUANTITIES.map((name) => day.quantities[name]);
      await pool.query(
        `insert into closed_variant values ($1, $2, ${COLUMNS.map((_, index) => `$${index + 3}`).join(', ')})`,
        [kind, variant, day.counts, day.present, ...grids, day.totals, day.quality],
      );
    }
  const start = new Date(first).toISOString().slice(0, 10);
  // A month at a time: days of meters lie together as they were closed, not meter by meter.
  for (let from = 0; from < days; from += 30) {
    const some = Math.min(30, days - from);
    const firstDay = new Date(Date.parse(start) + from * DAY_MS).toISOString().slice(0, 10);
    for (let meter = 1; meter <= meters; meter += 100)
      await pool.query(FILL, [firstDay, meter, Math.min(meters, meter + 99), some, ordinary]);
  }
  await pool.query('drop table closed_variant');
};
