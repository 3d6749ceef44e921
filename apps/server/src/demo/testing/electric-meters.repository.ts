import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Pool } from 'pg';

/** An electricity meter of an establishment with a contract. */
export interface ElectricMeter {
  readonly establishment: string;
  readonly name: string;
  /** The name that people know the establishment by. */
  readonly shownAs: string;
  readonly installationId: number;
  readonly mac: Mac;
  readonly isGeneral: boolean;
  /** The meter measures generation or injection of solar panels. */
  readonly isSolar: boolean;
  readonly ofEstablishment: number;
}

/** By establishment, in the order of their installation. */
export const readElectricMeters = async (pool: Pool): Promise<readonly ElectricMeter[]> => {
  const { rows } = await pool.query<ElectricMeter>(
    `select e.id as establishment, e.name, coalesce(nullif(e.fantasy_name, ''), e.name) as "shownAs", i.id as "installationId", i.mac,
       i.is_general as "isGeneral", i.solar_panel as "isSolar", (count(*) over (partition by e.id))::integer as "ofEstablishment"
     from establishment e join installation i on i.establishment_id = e.id join board b on b.mac = i.mac
     where b.type = 'eletric' and exists (select from billing_contract where establishment_id = e.id and type = 'eletric')
     order by e.name, i.id`,
  );
  return rows;
};

/** Marks quarter-hours of a meter as those over which an import spread longer rows. */
export const markEstimated = async (
  pool: Pool,
  installationId: number,
  span: { readonly from: Date; readonly to: Date },
): Promise<void> => {
  await pool.query(
    `insert into reading_import (installation_id, file_name, reading, created_at, state, estimated)
     values ($1, 'dias.csv', '{}', now(), 'done', tstzmultirange(tstzrange($2, $3)))`,
    [installationId, span.from, span.to],
  );
};
