import type { BoardKind } from '@nascente/domain/metering/frame';
import { DEFAULT_ZONE, instant, parseZone } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import type { DaysOfMeter } from '../consumption/index.ts';
import type { BoardType, Viewer } from '../meters/index.ts';

type Metered = DaysOfMeter['meter'];

/** A meter that is or was at an establishment, beside its general one. */
export interface EstablishmentMeter extends Metered {
  readonly mac: string;
  readonly name: string;
  /** It stands at an inverter, and has no part in a bill. */
  readonly isInverter: boolean;
  /** Of a client user, whether it was given it; of everybody else, always. */
  readonly isSeen: boolean;
}

export interface EstablishmentMetersRepository {
  /** The meters that a bill is shared among, and those at inverters, by name: the same list while nothing of them changes. */
  parts(
    viewer: Viewer,
    establishment: { readonly id: string; readonly type: BoardType },
  ): Promise<readonly EstablishmentMeter[]>;
}

interface MeterRow {
  readonly id: number;
  readonly mac: string;
  readonly name: string;
  readonly solar: boolean;
  readonly kind: BoardKind;
  readonly installed_at: Date;
  readonly removed_at: Date | null;
  readonly zone: string;
  readonly isGiven: boolean;
}

const PARTS = `select i.id, i.mac, i.name, i.solar_panel as solar, case b.type when 'water' then 'water' else b.model end as kind,
  i.installed_at, i.removed_at, e.zone,
  exists (select from meter_access a where a.account_id = $3::uuid and a.installation_id = i.id) as "isGiven"
from installation i join board b on b.mac = i.mac join establishment e on e.id = i.establishment_id
where i.establishment_id = $1::uuid and b.type = $2 and not i.is_general order by i.name, i.id`;

/** Some two hundred bytes each. */
const METERS_KEPT = 20_000;

export const createEstablishmentMetersRepository = ({
  pool,
  changes,
}: Pick<Database, 'pool' | 'changes'>): EstablishmentMetersRepository => {
  const whileUnchanged = createWhileUnchanged<readonly EstablishmentMeter[]>(
    changes,
    METERS_KEPT,
    ({ length }) => length + 1,
  );
  return {
    parts: ({ accountId, scope }, { id, type }) =>
      whileUnchanged(`${accountId} ${scope} ${id} ${type}`, async () => {
        const { rows } = await pool.query<MeterRow>({
          name: 'apportioned-meters',
          text: PARTS,
          values: [id, type, accountId],
        });
        return rows.map((row) => ({
          installationId: row.id,
          mac: row.mac,
          name: row.name,
          isInverter: row.solar,
          kind: row.kind,
          installedAt: instant(row.installed_at.getTime()),
          removedAt: row.removed_at === null ? null : instant(row.removed_at.getTime()),
          zone: parseZone(row.zone) ?? DEFAULT_ZONE,
          isSeen: scope !== 'given' || row.isGiven,
        }));
      }),
  };
};
