import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { inHalves } from '../../platform/database/in-halves.ts';
import type { RowVersions, VersionedRow } from '../../platform/database/remembered-rows.ts';
import type { ListedMeter, MeterState } from './meter.ts';
import { type MeterRow, toListedMeter } from './meter-row.ts';
import { whereIntervalDecides } from './online.ts';
import type { Scope, Viewer } from './visibility.ts';
import { METER_COLUMNS, METERS_IN_USE, SEEN_BY } from './visible-meters.repository.ts';

const VERSION = "concat_ws(' ', i.xmin, e.xmin, b.xmin)";
const LIFE = 'pg_postmaster_start_time()::text as life';

/** Columns of texts: a row a meter would take longer to send and to take in than all the rest. */
const listed = (text: string): string => `string_agg(${text}, ',' order by e.name, i.name, i.id)`;
const VERSIONS = `${LIFE}, ${listed('i.id::text')} as ids, ${listed(VERSION)} as versions`;

const versionsStatement = (scope: Scope): string =>
  `select ${VERSIONS} ${METERS_IN_USE} where i.removed_at is null and ${SEEN_BY[scope]}`;

/** In milliseconds, as whole as those of JavaScript: half a microsecond is more than what is lost on the way. */
const HEARD = "floor(date_part('epoch', s.received_at) * 1000 + 5e-4)::bigint::text";
/** Quarter-hours are looked up only of who was last heard between $2 and $3. */
const STATES = `select string_agg(s.installation_id::text, ',') as ids, string_agg(${HEARD}, ',') as heard,
  string_agg(coalesce(q.frames, 0)::text, ',') as frames
from last_state s
left join quarter q on q.installation_id = s.installation_id
  and q.start = case when s.received_at >= $2::timestamptz and s.received_at < $3::timestamptz
    then date_bin('15 minutes', s.at, timestamptz '2000-01-01 00:00Z') - interval '15 minutes' end
where s.installation_id = any($1::integer[])`;

const readStatement = (scope: Scope): string => `select ${LIFE}, ${VERSION} as version, ${METER_COLUMNS}
${METERS_IN_USE} where i.removed_at is null and i.id = any($2::integer[]) and ${SEEN_BY[scope]}`;

interface VersionsRow {
  readonly life: string;
  /** Null: of none, as the others. */
  readonly ids: string | null;
  readonly versions: string | null;
}

interface StatesRow {
  readonly ids: string | null;
  readonly heard: string | null;
  readonly frames: string | null;
}

const textsOf = (column: string | null | undefined): readonly string[] => column?.split(',') ?? [];

const versionsOf = (row: VersionsRow | undefined): RowVersions<number> => ({
  life: row?.life ?? '',
  ids: textsOf(row?.ids).map(Number),
  versions: textsOf(row?.versions),
});

const statesOf = (row: StatesRow | undefined): (readonly [id: number, state: MeterState])[] => {
  const [heard, frames] = [textsOf(row?.heard), textsOf(row?.frames)];
  return textsOf(row?.ids).map((id, place) => [
    Number(id),
    { lastSeenAt: instant(Number(heard[place])), framesPerQuarter: Number(frames[place]) },
  ]);
};

/** Asks which meters somebody sees, by name of place and meter, and what each was written by, without reading them. */
export interface ListedMetersRepository {
  versions(viewer: Viewer): Promise<RowVersions<number>>;
  /** How each is doing; undefined: never heard. Its frames are counted only where they say whether it is online. */
  states(ids: readonly number[], now: Instant): Promise<readonly (MeterState | undefined)[]>;
  /** Those of these that somebody sees. */
  read(viewer: Viewer, ids: readonly number[]): Promise<ReadonlyMap<number, VersionedRow<ListedMeter>>>;
}

export const createListedMetersRepository = (pool: Pool): ListedMetersRepository => ({
  async versions({ accountId, scope }) {
    const { rows } = await pool.query<VersionsRow>({
      name: `listed-versions-${scope}`,
      text: versionsStatement(scope),
      values: [accountId],
    });
    return versionsOf(rows[0]);
  },
  async states(ids, now) {
    const limits = whereIntervalDecides(now).map((at) => new Date(at));
    const halves = await inHalves(ids, async (some) => {
      const { rows } = await pool.query<StatesRow>({
        name: 'listed-states',
        text: STATES,
        // As PostgreSQL reads it: of a list it would be made number by number.
        values: [`{${some.join()}}`, ...limits],
      });
      return statesOf(rows[0]);
    });
    const states = new Map(halves.flat());
    return ids.map((id) => states.get(id));
  },
  async read({ accountId, scope }, ids) {
    const { rows } = await pool.query<MeterRow & { life: string; version: string }>({
      name: `read-listed-${scope}`,
      text: readStatement(scope),
      values: [accountId, ids],
    });
    return new Map(
      rows.map((row) => [row.id, { life: row.life, version: row.version, row: toListedMeter(row) }]),
    );
  },
});
