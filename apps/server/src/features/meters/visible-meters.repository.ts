import type { Mac } from '@nascente/domain/metering/mac';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { instant } from '@nascente/domain/time/zone';
import { enabledAccount } from '../../platform/database/enabled-account.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import type { Meter, MeterState } from './meter.ts';
import { type MeterRow, toListedMeter } from './meter-row.ts';
import type { Scope, Viewer } from './visibility.ts';

/** Of an installation `i` at an establishment `e`, for the account $1. */
export const SEEN_BY: Readonly<Record<Scope, string>> = {
  all: '$1::uuid is not null',
  own: 'e.owner_id = $1::uuid',
  'own-and-clients':
    '(e.owner_id = $1::uuid or e.owner_id in (select c.id from account c where c.manager_id = $1::uuid))',
  given: 'exists (select from meter_access g where g.account_id = $1::uuid and g.installation_id = i.id)',
};

/** Of an installation `i` of a board `b` at an establishment `e`: a MeterRow. */
export const METER_COLUMNS = `i.id, i.mac, b.type, b.model, b.equipment, i.name, i.comment, i.is_general, i.solar_panel,
  i.voltage, i.tariff_id, i.system, i.installed_at, i.moved_from is not null or i.board_since is not null as has_past,
  e.id as establishment_id, e.name as establishment_name, e.owner_id, e.zone, e.bill_read_day`;

export const METERS_IN_USE =
  'from installation i join establishment e on e.id = i.establishment_id join board b on b.mac = i.mac';

const METER = `select ${METER_COLUMNS},
  coalesce((select jsonb_agg(r.day order by r.day) from reading_date r
    where r.establishment_id = e.id and r.type = b.type), '[]') as readings
${METERS_IN_USE}
where i.removed_at is null and`;

const STATES = `select s.installation_id, s.received_at, coalesce(q.frames, 0) as frames
from last_state s left join quarter q on q.installation_id = s.installation_id
  and q.start = date_bin('15 minutes', s.at, timestamptz '2000-01-01 00:00Z') - interval '15 minutes'
where s.installation_id = any($1::integer[])`;

/** Parts whose profile is not the account's are not run. */
const watchedBy = (profiles: string, seen: string): string =>
  `select i.mac from installation i join establishment e on e.id = i.establishment_id
    where a.profile in (${profiles}) and i.removed_at is null and ${seen}`;

const WATCHABLE = `select a.profile = 'Admin' as "isAdmin", array(
  ${watchedBy("'client'", SEEN_BY.given)}
  union all ${watchedBy("'Manager'", SEEN_BY['own-and-clients'])}
  union all ${watchedBy("'user', 'partner'", SEEN_BY.own)}
) as macs from account a where a.id = $1::uuid and ${enabledAccount('a')}`;

/** The meters whose live feed a person may follow. */
export interface Watchable {
  /** An Admin's: whatever is installed anywhere. */
  readonly isEveryInstalled: boolean;
  readonly macs: ReadonlySet<Mac>;
}

interface CalendarRow extends MeterRow {
  readonly readings: readonly CivilDate[];
}

const toMeter = (row: CalendarRow): Meter => ({
  ...toListedMeter(row),
  calendar: { readDay: row.bill_read_day, readings: row.readings },
});

export interface VisibleMetersRepository {
  find(viewer: Viewer, mac: Mac): Promise<Meter | null>;
  findInstallation(viewer: Viewer, installationId: number): Promise<Meter | null>;
  list(viewer: Viewer): Promise<readonly Meter[]>;
  /** Of one establishment: the same list while nothing of its meters changes. */
  listAt(viewer: Viewer, establishmentId: string): Promise<readonly Meter[]>;
  states(installationIds: readonly number[]): Promise<ReadonlyMap<number, MeterState>>;
  /** What a person may watch: the same object while nothing of it changes. */
  watchable(accountId: string): Promise<Watchable>;
}

const NOTHING: Watchable = { isEveryInstalled: false, macs: new Set() };
/** Of people who follow the live feed; some sixty bytes each. */
const WATCHABLE_KEPT = 100_000;
/** Some five hundred bytes each. */
const METERS_KEPT = 10_000;

/** Asks by prepared statements: every call about a meter passes here. */
export const createVisibleMetersRepository = ({
  pool,
  changes,
}: Pick<Database, 'pool' | 'changes'>): VisibleMetersRepository => {
  const whileUnchanged = createWhileUnchanged<readonly Meter[]>(
    changes,
    METERS_KEPT,
    ({ length }) => length + 1,
  );
  const watchableWhileUnchanged = createWhileUnchanged<Watchable>(
    changes,
    WATCHABLE_KEPT,
    ({ macs }) => macs.size + 1,
  );
  return {
    async find({ accountId, scope }, mac) {
      const text = `${METER} i.mac = $2 and ${SEEN_BY[scope]}`;
      const { rows } = await pool.query<CalendarRow>({
        name: `find-meter-${scope}`,
        text,
        values: [accountId, mac],
      });
      return rows[0] ? toMeter(rows[0]) : null;
    },
    async findInstallation({ accountId, scope }, installationId) {
      const { rows } = await pool.query<CalendarRow>({
        name: `find-installation-${scope}`,
        text: `${METER} i.id = $2 and ${SEEN_BY[scope]}`,
        values: [accountId, installationId],
      });
      return rows[0] ? toMeter(rows[0]) : null;
    },
    async list({ accountId, scope }) {
      const text = `${METER} ${SEEN_BY[scope]} order by e.name, i.name, i.id`;
      const { rows } = await pool.query<CalendarRow>({
        name: `list-meters-${scope}`,
        text,
        values: [accountId],
      });
      return rows.map(toMeter);
    },
    listAt: ({ accountId, scope }, establishmentId) =>
      whileUnchanged(`${accountId} ${scope} ${establishmentId}`, async () => {
        const { rows } = await pool.query<CalendarRow>({
          name: `list-meters-at-${scope}`,
          text: `${METER} e.id = $2::uuid and ${SEEN_BY[scope]} order by i.name, i.id`,
          values: [accountId, establishmentId],
        });
        return rows.map(toMeter);
      }),
    async states(installationIds) {
      if (installationIds.length === 0) return new Map();
      const { rows } = await pool.query<{ installation_id: number; received_at: Date; frames: number }>({
        name: 'meter-states',
        text: STATES,
        values: [installationIds],
      });
      return new Map(
        rows.map((row) => [
          row.installation_id,
          { lastSeenAt: instant(row.received_at.getTime()), framesPerQuarter: row.frames },
        ]),
      );
    },
    watchable: (accountId) =>
      watchableWhileUnchanged(accountId, async () => {
        const { rows } = await pool.query<{ isAdmin: boolean; macs: Mac[] }>({
          name: 'watchable',
          text: WATCHABLE,
          values: [accountId],
        });
        const [row] = rows;
        return row ? { isEveryInstalled: row.isAdmin, macs: new Set(row.macs) } : NOTHING;
      }),
  };
};
