import type { PlacedMeter } from '@nascente/domain/consumption/meter-parts';
import type { BoardKind } from '@nascente/domain/metering/frame';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import type { ReadingCalendar } from '@nascente/domain/time/reading-cycles';
import type { Database } from '../../platform/database/open-database.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import type { BoardType, Scope, Viewer } from '../meters/index.ts';

/** A meter that is or was at an establishment. */
export interface EstablishmentMeter extends PlacedMeter {
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly tariffId: string | null;
}

interface EstablishmentMeters {
  readonly calendar: ReadingCalendar;
  readonly meters: readonly EstablishmentMeter[];
}

export interface EstablishmentMetersRepository {
  /** Of one utility; of a client user, those that it was given. Null for an absent establishment. */
  read(viewer: Viewer, establishmentId: string, type: BoardType): Promise<EstablishmentMeters | null>;
}

interface EstablishmentRow {
  readonly readDay: number | null;
  readonly readings: readonly CivilDate[];
  readonly meters: readonly EstablishmentMeter[];
}

const MS = (column: string): string => `floor(date_part('epoch', ${column}) * 1000)::bigint`;

const GIVEN = `and exists (select from meter_access g where g.account_id = $3::uuid and g.installation_id = i.id)`;

const meters = (scope: Scope): string => `select json_agg(json_build_object('installationId', i.id,
    'kind', case b.type when 'water' then 'water' else b.model end, 'tariffId', i.tariff_id, 'isGeneral', i.is_general,
    'isInverter', i.solar_panel and not i.is_general,
    'installedAt', ${MS('i.installed_at')}, 'removedAt', ${MS('i.removed_at')}) order by i.installed_at, i.id)
  from installation i join board b on b.mac = i.mac
  where i.establishment_id = e.id and b.type = $2 ${scope === 'given' ? GIVEN : 'and $3::uuid is not null'}`;

const establishment = (scope: Scope): string => `select e.bill_read_day as "readDay",
  coalesce((select json_agg(r.day order by r.day) from reading_date r
    where r.establishment_id = e.id and r.type = $2), '[]') as readings,
  coalesce((${meters(scope)}), '[]') as meters
from establishment e where e.id = $1::uuid`;

/** Some two hundred bytes each. */
const METERS_KEPT = 20_000;

/** What is absent is told apart from what is not known. */
interface Found {
  readonly establishment: EstablishmentMeters | null;
}

export const createEstablishmentMetersRepository = ({
  pool,
  changes,
}: Pick<Database, 'pool' | 'changes'>): EstablishmentMetersRepository => {
  const weightOf = ({ establishment: found }: Found): number => (found?.meters.length ?? 0) + 1;
  const whileUnchanged = createWhileUnchanged<Found>(changes, METERS_KEPT, weightOf);
  return {
    async read({ accountId, scope }, establishmentId, type) {
      const found = await whileUnchanged(`${accountId} ${scope} ${establishmentId} ${type}`, async () => {
        const { rows } = await pool.query<EstablishmentRow>({
          name: `place-meters-${scope}`,
          text: establishment(scope),
          values: [establishmentId, type, accountId],
        });
        const [row] = rows;
        if (row === undefined) return { establishment: null };
        const { readDay, readings, meters } = row;
        return { establishment: { calendar: { readDay, readings }, meters: meters } };
      });
      return found.establishment;
    },
  };
};
