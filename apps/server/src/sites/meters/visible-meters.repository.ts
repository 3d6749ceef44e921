import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant, parseZone, type Zone } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { silentAfter } from '@nascente/domain/telemetry/quality/silence';
import { enabledAccount } from '../../platform/database/account-conditions.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import { Bug } from '../../platform/errors.ts';
import type { Meter, MeterState } from './meter.ts';
import type { Scope, Viewer } from './visibility.ts';

/**
 * SQL that joins a last state `s` with the complete quarter-hour `q` before the newest frame. The number of its frames shows how
 * often the meter sends, and so after which time it counts as silent (`silentAfter` of the domain).
 */
export const QUARTER_BEFORE_NEWEST = `q.installation_id = s.installation_id
  and q.start = date_bin('15 minutes', s.at, timestamptz '2000-01-01 00:00Z') - interval '15 minutes'`;

type MeterRow = Omit<Meter, 'mac' | 'kind' | 'installedAt' | 'zone' | 'calendar'> & {
  readonly mac: string;
  readonly installedAt: Date;
  readonly zone: string;
  readonly readDay: number | null;
  readonly readings: readonly CivilDate[];
};

const zones = new Map<string, Zone>();
const zoneOf = (name: string): Zone => {
  const zone = zones.get(name) ?? parseZone(name) ?? DEFAULT_ZONE;
  zones.set(name, zone);
  return zone;
};

const macOf = (text: string): Mac => {
  const mac = normalizeMac(text);
  if (mac === null) throw new Bug(`The database holds a MAC that is none: ${text}`);
  return mac;
};

const toMeter = ({ mac, installedAt, zone, readDay, readings, ...row }: MeterRow): Meter => ({
  ...row,
  mac: macOf(mac),
  kind: row.type === 'water' ? 'water' : row.model,
  installedAt: instant(installedAt.getTime()),
  zone: zoneOf(zone),
  calendar: { readDay, readings },
});

/** Whether the account $1 sees an installation `i` at an establishment `e`. */
export const SEEN_BY: Readonly<Record<Scope, string>> = {
  all: '$1::uuid is not null',
  own: 'e.owner_id = $1::uuid',
  'own-and-clients':
    '(e.owner_id = $1::uuid or e.owner_id in (select c.id from account c where c.manager_id = $1::uuid))',
  granted: 'exists (select from meter_access g where g.account_id = $1::uuid and g.installation_id = i.id)',
};

/**
 * Selects a MeterRow with further columns from an installation `i` of a board `b` at an establishment `e`. Reading dates are
 * joined, so that PostgreSQL reads them once for each establishment and not for each meter.
 */
const metersWith = (
  columns: string,
  joins: string,
): string => `select i.id as "installationId", i.mac, b.type, b.model, b.equipment,
  i.name, i.comment, i.is_general as "isGeneral", i.solar_panel as "hasSolarPanel", i.voltage, i.tariff_id as "tariffId",
  i.system, i.installed_at as "installedAt", i.moved_from is not null or i.board_since is not null as "hasPast",
  e.id as "establishmentId", e.display_name as "establishmentName", e.owner_id as "ownerId", e.zone,
  e.bill_read_day as "readDay", coalesce(dates.days, '[]') as readings${columns}
from installation i join establishment e on e.id = i.establishment_id join board b on b.mac = i.mac
left join lateral (select jsonb_agg(r.day order by r.day) as days from reading_date r
  where r.establishment_id = e.id and r.type = b.type) dates on true${joins}
where i.removed_at is null and`;

const METER = metersWith('', '');
const METER_AND_STATE = metersWith(
  ', s.received_at, q.frames',
  ` left join last_state s on s.installation_id = i.id left join quarter q on ${QUARTER_BEFORE_NEWEST}`,
);

interface StateRow {
  readonly received_at: Date | null;
  readonly frames: number | null;
}

const toState = ({ received_at, frames }: StateRow): MeterState => ({
  lastSeenAt: received_at === null ? null : instant(received_at.getTime()),
  silentAfter: silentAfter(frames ?? 0),
});

/** SQL of the meters that accounts of some profiles see. PostgreSQL does not execute it for accounts of other profiles. */
const watchedBy = (profiles: string, seen: string): string =>
  `select i.mac || ' ' || e.id from installation i join establishment e on e.id = i.establishment_id
    where a.profile in (${profiles}) and i.removed_at is null and ${seen}`;

const WATCHABLE = `select a.profile = 'Admin' as "isAdmin", array(
  ${watchedBy("'client'", SEEN_BY.granted)}
  union all ${watchedBy("'Manager'", SEEN_BY['own-and-clients'])}
  union all ${watchedBy("'user', 'partner'", SEEN_BY.own)}
) as seen from account a where a.id = $1::uuid and ${enabledAccount('a')}`;

/** The meters with a live feed to which a person may subscribe. */
export interface Watchable {
  /** For an Admin: every installed meter. */
  readonly isEveryInstalled: boolean;
  readonly macs: ReadonlySet<Mac>;
  /** The meters by the ids of their establishments. */
  readonly establishments: ReadonlyMap<string, readonly Mac[]>;
}

type MeterWithState = readonly [Meter, MeterState];

export type VisibleMetersRepository = ReturnType<typeof createVisibleMetersRepository>;

const EMPTY: Watchable = { isEveryInstalled: false, macs: new Set(), establishments: new Map() };

/** @param seen - MACs, each with the establishment of the meter */
const toWatchable = (isEveryInstalled: boolean, seen: readonly string[]): Watchable => {
  const macs = new Set<Mac>();
  const establishments = new Map<string, Mac[]>();
  for (const text of seen) {
    const [mac, establishmentId] = text.split(' ') as [Mac, string];
    macs.add(mac);
    const others = establishments.get(establishmentId);
    if (others === undefined) establishments.set(establishmentId, [mac]);
    else others.push(mac);
  }
  return { isEveryInstalled, macs, establishments };
};

/** Maximum cached meters of accounts with a live feed, some eighty bytes each. */
const MAX_CACHED_WATCHABLE = 100_000;
/** Maximum cached meters, some five hundred bytes each. */
const MAX_CACHED_METERS = 10_000;

/** Uses prepared statements, because every call about a meter comes here. */
export const createVisibleMetersRepository = ({ pool, changes }: Pick<Database, 'pool' | 'changes'>) => {
  const whileUnchanged = createWhileUnchanged<readonly Meter[]>(
    changes,
    MAX_CACHED_METERS,
    ({ length }) => length + 1,
  );
  const watchableWhileUnchanged = createWhileUnchanged<Watchable>(
    changes,
    MAX_CACHED_WATCHABLE,
    ({ macs }) => macs.size + 1,
  );
  const toMeterWithState = ({ received_at, frames, ...row }: MeterRow & StateRow): MeterWithState => [
    toMeter(row),
    toState({ received_at, frames }),
  ];
  return {
    async find({ accountId, scope }: Viewer, mac: Mac): Promise<Meter | null> {
      const { rows } = await pool.query<MeterRow>({
        name: `find-meter-${scope}`,
        text: `${METER} i.mac = $2 and ${SEEN_BY[scope]}`,
        values: [accountId, mac],
      });
      return rows[0] ? toMeter(rows[0]) : null;
    },
    async findWithState({ accountId, scope }: Viewer, mac: Mac): Promise<MeterWithState | null> {
      const { rows } = await pool.query<MeterRow & StateRow>({
        name: `find-meter-with-state-${scope}`,
        text: `${METER_AND_STATE} i.mac = $2 and ${SEEN_BY[scope]}`,
        values: [accountId, mac],
      });
      return rows[0] ? toMeterWithState(rows[0]) : null;
    },
    async findInstallation({ accountId, scope }: Viewer, installationId: number): Promise<Meter | null> {
      const { rows } = await pool.query<MeterRow>({
        name: `find-installation-${scope}`,
        text: `${METER} i.id = $2 and ${SEEN_BY[scope]}`,
        values: [accountId, installationId],
      });
      return rows[0] ? toMeter(rows[0]) : null;
    },
    /** Lists meters by name of establishment and meter. */
    async list({ accountId, scope }: Viewer): Promise<readonly Meter[]> {
      const { rows } = await pool.query<MeterRow>({
        name: `list-meters-${scope}`,
        text: `${METER} ${SEEN_BY[scope]} order by e.display_name, i.name, i.id`,
        values: [accountId],
      });
      return rows.map(toMeter);
    },
    /** The meters of one establishment; returns the same list until they change. */
    listAt: ({ accountId, scope }: Viewer, establishmentId: string): Promise<readonly Meter[]> =>
      whileUnchanged(`${accountId} ${scope} ${establishmentId}`, async () => {
        const { rows } = await pool.query<MeterRow>({
          name: `list-meters-at-${scope}`,
          text: `${METER} e.id = $2::uuid and ${SEEN_BY[scope]} order by i.name, i.id`,
          values: [accountId, establishmentId],
        });
        return rows.map(toMeter);
      }),
    async listWithStates({ accountId, scope }: Viewer): Promise<readonly MeterWithState[]> {
      const { rows } = await pool.query<MeterRow & StateRow>({
        name: `list-meters-with-states-${scope}`,
        text: `${METER_AND_STATE} ${SEEN_BY[scope]} order by e.display_name, i.name, i.id`,
        values: [accountId],
      });
      return rows.map(toMeterWithState);
    },
    /** The meters that a person may watch: the same object until they change. */
    watchable: (accountId: string): Promise<Watchable> =>
      watchableWhileUnchanged(accountId, async () => {
        const { rows } = await pool.query<{ isAdmin: boolean; seen: string[] }>({
          name: 'watchable',
          text: WATCHABLE,
          values: [accountId],
        });
        const [row] = rows;
        return row ? toWatchable(row.isAdmin, row.seen) : EMPTY;
      }),
  };
};
