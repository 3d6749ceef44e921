import type { Database } from '../../apps/server/src/platform/database/open-database.ts';
import { storeContract, storeTariffs } from '../bill/establishments.ts';

const DAY_MS = 86_400_000;
const METERS_A_PLACE = 20;

/** As ingest writes them, in blocks of six hours: a working day with reactive energy, some sun, some water. */
const QUARTERS = `insert into quarter (installation_id, start, consumed_a_mwh, consumed_b_mwh, consumed_c_mwh, injected_a_mwh,
    inductive_a_mvarh, inductive_b_mvarh, inductive_c_mvarh, capacitive_c_mvarh, volume_ml, frames)
  select i, start, load + heard, load + 2 * heard, load / 2 + heard, sun, load / 4, load / 2, heard / 3,
    case when is_water or load >= 300000 then 0 else noise end, case when is_water then noise else 0 end, 90
  from (
    select i, start, noise, case when is_water then 0 else noise end as heard, is_water, case when is_water then 0 else
        2000000 + 600000 * (extract(hour from start)::integer % 12) end as load,
      case when i % 20 = 2 and extract(hour from start) between 11 and 19 then 150000 + noise else 0 end as sun
    from (
      select i, start, i % 20 = 0 and i <= $3::integer as is_water,
        case when i % 20 = 0 and i <= $3::integer and extract(hour from start) between 3 and 8 then 5000
          else abs(hashint4(i * 7919 + (extract(epoch from start) / 900)::integer)) % 100000 end as noise
      from (
        select i, $1::timestamptz + (block * 24 + quarter) * interval '15 minutes' as start
        from generate_series(0, 3) block, generate_series(1, $2::integer) i, generate_series(0, 23) quarter
        order by block, i, quarter
      ) places
    ) noises
  ) loads`;

const PLACE = `insert into establishment (owner_id, name, fantasy_name, tariff_group)
  select owner_id, $1, $1, 'A' from establishment order by created_at limit 1 returning id`;

const addEstablishment = async ({ pool }: Database, name: string): Promise<string> =>
  (await pool.query<{ id: string }>(PLACE, [name])).rows[0]?.id ?? '';

interface Company {
  /** With a general meter, a contract, 18 more meters of energy and one of water each. */
  readonly establishments: { readonly hours: readonly string[]; readonly halfHours: readonly string[] };
  /** Without a general meter: its bill is the sum of all its meters. */
  readonly crowded: string;
}

/**
 * Seven tenths of the meters stand in places of twenty, the rest in one place without a general meter. The last of
 * twenty measures water, the second sun.
 */
export const seedCompany = async (database: Database, meters: number): Promise<Company> => {
  const { pool } = database;
  const ordinary = ordinaryOf(meters);
  const hours: string[] = [];
  const halfHours: string[] = [];
  const verde = {
    hours: await storeTariffs(database, 'hours'),
    halfHours: await storeTariffs(database, 'half hours'),
  };
  for (let first = 1; first <= ordinary; first += METERS_A_PLACE) {
    const id = await addEstablishment(database, `Loja ${first}`);
    await pool.query(
      `update installation set establishment_id = $1, is_general = (id = $2), solar_panel = (id = $2 + 1)
       where id >= $2 and id < $2 + $3`,
      [id, first, METERS_A_PLACE],
    );
    const by = (first / METERS_A_PLACE) & 1 ? 'halfHours' : 'hours';
    await storeContract(database, id, verde[by]);
    (by === 'hours' ? hours : halfHours).push(id);
  }
  await pool.query(
    `update board set type = 'water' from installation i where i.mac = board.mac and i.id % 20 = 0 and i.id <= $1`,
    [ordinary],
  );
  const crowded = await addEstablishment(database, 'Condomínio');
  await pool.query('update installation set establishment_id = $1 where id > $2', [crowded, ordinary]);
  await storeContract(database, crowded, verde.halfHours);
  return { establishments: { hours, halfHours }, crowded };
};

export const ordinaryOf = (meters: number): number =>
  Math.floor((meters * 0.7) / METERS_A_PLACE) * METERS_A_PLACE;

/** A year of all meters; two days at a time, for two processors. */
export const seedYear = async (
  { pool }: Database,
  meters: number,
  first: number,
  days: number,
): Promise<void> => {
  const seedDay = (day: number) =>
    pool.query(QUARTERS, [new Date(first + day * DAY_MS), meters, ordinaryOf(meters)]);
  for (let day = 0; day < days; day += 2) {
    await Promise.all([seedDay(day), ...(day + 1 < days ? [seedDay(day + 1)] : [])]);
  }
};

/** So many groups of so many meters of energy; each begins with another meter. */
export const seedGroups = async ({ pool }: Database, groups: number, size: number): Promise<void> => {
  for (let group = 0; group < groups; group++) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into meter_group (owner_id, name, type, created_at)
       select owner_id, $1, 'eletric', now() from establishment order by created_at limit 1 returning id`,
      [`Grupo de ${size}, ${group}`],
    );
    await pool.query(
      `insert into group_member (group_id, installation_id, since, added_on)
       select $1, id, '2020-01-01', '2020-01-01' from (
         select i.id from installation i join board b on b.mac = i.mac
         where b.type = 'eletric' and i.removed_at is null order by (i.id + $2 * 31) % 1009, i.id limit $3) members`,
      [rows[0]?.id, group, size],
    );
  }
};
