import type { CivilDate } from '@nascente/domain/time/civil-day';
import type { Database } from '../../platform/database/open-database.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import type { TariffNames } from '../tariffs/index.ts';

/** A tariff by which an establishment is billed; null where there is none. */
export interface AgreedRow {
  /** Null of one that no contract names. */
  readonly validFrom: CivilDate | null;
  readonly tariff: TariffNames | null;
}

interface AgreedTariffsRepository {
  /** Of electricity, oldest first; without asking who may see it. */
  read(establishmentId: string): Promise<readonly AgreedRow[]>;
}

/** As bills choose it where a contract names none: of the establishment, else of its general meter, of another, of one that left. */
const OWN = `select coalesce(e.tariff_id, (
    select i.tariff_id from installation i join board b on b.mac = i.mac
    where i.establishment_id = e.id and b.type = 'eletric' and i.tariff_id is not null
    order by i.removed_at is not null, i.removed_at is null and not i.is_general,
      case when i.removed_at is null then i.installed_at end, case when i.removed_at is null then i.id end,
      i.installed_at desc, i.id desc
    limit 1)) as id
  from establishment e where e.id = $1::uuid`;

const AGREED = `with own as (${OWN}),
contract as (select valid_from, tariff_id from billing_contract where establishment_id = $1::uuid and type = 'eletric'),
agreed as (
  select contract.valid_from, coalesce(contract.tariff_id, own.id) as id from contract, own
  union all select null, own.id from own where not exists (select from contract)
)
select agreed.valid_from::text as "validFrom", case when t.id is not null then json_build_object('id', t.id,
  'type', t.type, 'group', t.tariff_group, 'distributor', t.distributor, 'comment', t.comment, 'color', t.color,
  'modality', t.modality) end as tariff
from agreed left join tariff t on t.id = agreed.id order by agreed.valid_from`;

/** Some two hundred bytes each, with what is kept of an establishment. */
const ROWS_KEPT = 20_000;

export const createAgreedTariffsRepository = ({
  pool,
  changes,
}: Pick<Database, 'pool' | 'changes'>): AgreedTariffsRepository => {
  const whileUnchanged = createWhileUnchanged<readonly AgreedRow[]>(
    changes,
    ROWS_KEPT,
    ({ length }) => length + 1,
  );
  return {
    read: (establishmentId) =>
      whileUnchanged(establishmentId, async () => {
        const { rows } = await pool.query<AgreedRow>({
          name: 'agreed-tariffs',
          text: AGREED,
          values: [establishmentId],
        });
        return rows;
      }),
  };
};
