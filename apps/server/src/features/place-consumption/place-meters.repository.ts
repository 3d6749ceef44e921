import type { PlacedMeter } from '@nascente/domain/consumption/meter-parts';
import type { BoardKind } from '@nascente/domain/metering/frame';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import type { ReadingCalendar } from '@nascente/domain/time/reading-cycles';
import type { Pool } from 'pg';
import type { BoardType, Scope, Viewer } from '../meters/index.ts';

/** A meter that is or was at a place. */
export interface PlaceMeter extends PlacedMeter {
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly tariffId: string | null;
}

export interface PlaceMeters {
  readonly calendar: ReadingCalendar;
  readonly meters: readonly PlaceMeter[];
}

export interface PlaceMetersRepository {
  /** Of one utility; of a client user, those that it was given. Null for an absent place. */
  read(viewer: Viewer, establishmentId: string, type: BoardType): Promise<PlaceMeters | null>;
}

interface PlaceRow {
  readonly readDay: number | null;
  readonly readings: readonly CivilDate[];
  readonly meters: readonly PlaceMeter[];
}

const MS = (column: string): string => `floor(date_part('epoch', ${column}) * 1000)::bigint`;

const GIVEN = `and exists (select from meter_access g where g.account_id = $3::uuid and g.installation_id = i.id)`;

const meters = (scope: Scope): string => `select json_agg(json_build_object('installationId', i.id,
    'kind', case b.type when 'water' then 'water' else b.model end, 'tariffId', i.tariff_id, 'isGeneral', i.is_general,
    'isInverter', i.solar_panel and not i.is_general,
    'installedAt', ${MS('i.installed_at')}, 'removedAt', ${MS('i.removed_at')}) order by i.installed_at, i.id)
  from installation i join board b on b.mac = i.mac
  where i.establishment_id = e.id and b.type = $2 ${scope === 'given' ? GIVEN : 'and $3::uuid is not null'}`;

const place = (scope: Scope): string => `select e.bill_read_day as "readDay",
  coalesce((select json_agg(r.day order by r.day) from reading_date r
    where r.establishment_id = e.id and r.type = $2), '[]') as readings,
  coalesce((${meters(scope)}), '[]') as meters
from establishment e where e.id = $1::uuid`;

export const createPlaceMetersRepository = (pool: Pool): PlaceMetersRepository => ({
  async read({ accountId, scope }, establishmentId, type) {
    const { rows } = await pool.query<PlaceRow>({
      name: `place-meters-${scope}`,
      text: place(scope),
      values: [establishmentId, type, accountId],
    });
    const [row] = rows;
    if (row === undefined) return null;
    return { calendar: { readDay: row.readDay, readings: row.readings }, meters: row.meters };
  },
});
