import { readBillingContract } from '@nascente/contract/money/billing-contract';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { ReadingCalendar } from '@nascente/domain/base/time/reading-cycles';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { watts } from '@nascente/domain/base/units/power';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { ContractedDemand } from '@nascente/domain/sites/tariffs/billing-contract';
import type { Pool } from 'pg';
import { QUARTER_BEFORE_NEWEST } from '../../../sites/meters/index.ts';

/** A meter that was heard at least once. */
export interface HeardMeter {
  readonly installationId: number;
  readonly establishmentId: string;
  readonly heardAt: Instant;
  /** How many frames came in the quarter-hour before the newest one. */
  readonly frames: number;
}

/** A water meter, and by whose right it is read. */
export interface WaterMeter {
  readonly installationId: number;
  readonly mac: Mac;
  readonly establishmentId: string;
  readonly zone: Zone;
  readonly ownerId: string;
  readonly ownerProfile: string;
}

/** A contract of demand, from a day on. */
interface DemandContract {
  readonly validFrom: CivilDate;
  readonly demand: ContractedDemand | null;
}

/** An establishment that has agreed a demand, and the meters that measure it now. */
export interface DemandEstablishment {
  readonly establishmentId: string;
  readonly zone: Zone;
  readonly calendar: ReadingCalendar;
  readonly contractedKw: number | null;
  /** Oldest first. */
  readonly contracts: readonly DemandContract[];
  readonly installations: readonly number[];
}

/** The newest frame of a meter in the running quarter-hour. */
export interface NewestFrame {
  readonly installationId: number;
  readonly at: Instant;
  /** W. */
  readonly power: number;
}

export type WatchedMetersRepository = ReturnType<typeof createWatchedMetersRepository>;

const HEARD = `select i.id, i.establishment_id, s.received_at, coalesce(q.frames, 0) as frames
from installation i join last_state s on s.installation_id = i.id
left join quarter q on ${QUARTER_BEFORE_NEWEST}
where i.removed_at is null`;

const WATER = `select i.id, i.mac, i.establishment_id, e.zone, e.owner_id, o.profile
from installation i join board b on b.mac = i.mac join establishment e on e.id = i.establishment_id
join account o on o.id = e.owner_id where i.removed_at is null and b.type = 'water'`;

/** General meters measure the whole establishment; without one all but those at inverters do. */
const DEMAND = `select e.id, e.zone, e.bill_read_day, e.contracted_demand_kw::float8 as contracted, m.installations,
  coalesce((select jsonb_agg(jsonb_build_object('validFrom', c.valid_from, 'terms', c.terms) order by c.valid_from)
    from billing_contract c where c.establishment_id = e.id and c.type = 'eletric'), '[]') as contracts,
  coalesce((select jsonb_agg(r.day order by r.day) from reading_date r
    where r.establishment_id = e.id and r.type = 'eletric'), '[]') as readings
from establishment e cross join lateral (
  select coalesce(array_agg(i.id) filter (where i.is_general),
    array_agg(i.id) filter (where not i.solar_panel)) as installations
  from installation i join board b on b.mac = i.mac
  where i.establishment_id = e.id and i.removed_at is null and b.type = 'eletric') m
where m.installations is not null and ((e.tariff_group = 'A' and e.contracted_demand_kw > 0)
  or exists (select from billing_contract c where c.establishment_id = e.id and c.type = 'eletric'))`;

const NEWEST = `select m.id, r.at, greatest(coalesce(r.wa, 0) + coalesce(r.wb, 0) + coalesce(r.wc, 0), 0)::float8 as power
from unnest($1::int[]) as m(id) cross join lateral (
  select at, wa, wb, wc from reading where installation_id = m.id and at >= $2 order by at desc limit 1) r`;

interface DemandRow {
  readonly id: string;
  readonly zone: Zone;
  readonly bill_read_day: number | null;
  readonly contracted: number | null;
  readonly installations: readonly number[];
  readonly contracts: readonly { readonly validFrom: CivilDate; readonly terms: unknown }[];
  readonly readings: readonly CivilDate[];
}

const toDemandEstablishment = (row: DemandRow): DemandEstablishment => ({
  establishmentId: row.id,
  zone: row.zone,
  calendar: { readDay: row.bill_read_day, readings: row.readings },
  contractedKw: row.contracted,
  contracts: row.contracts.map(({ validFrom, terms }) => ({
    validFrom,
    demand: readBillingContract(terms).demand,
  })),
  installations: row.installations,
});

const at = (date: Date): Instant => instant(date.getTime());

export const createWatchedMetersRepository = (pool: Pool) => ({
  async heard(): Promise<readonly HeardMeter[]> {
    const { rows } = await pool.query<{
      id: number;
      establishment_id: string;
      received_at: Date;
      frames: number;
    }>(HEARD);
    return rows.map(({ id, establishment_id: establishmentId, received_at: heardAt, frames }) => ({
      installationId: id,
      establishmentId,
      heardAt: at(heardAt),
      frames,
    }));
  },
  async water(): Promise<readonly WaterMeter[]> {
    const { rows } = await pool.query<{
      id: number;
      mac: Mac;
      establishment_id: string;
      zone: Zone;
      owner_id: string;
      profile: string;
    }>(WATER);
    return rows.map(({ id, mac, zone, ...row }) => ({
      installationId: id,
      mac,
      zone,
      establishmentId: row.establishment_id,
      ownerId: row.owner_id,
      ownerProfile: row.profile,
    }));
  },
  async demandEstablishments(): Promise<readonly DemandEstablishment[]> {
    const { rows } = await pool.query<DemandRow>(DEMAND);
    return rows.map(toDemandEstablishment);
  },
  async newestFrames(installations: readonly number[], from: Instant): Promise<readonly NewestFrame[]> {
    const { rows } = await pool.query<{ id: number; at: Date; power: number }>({
      name: 'newest-frames',
      text: NEWEST,
      values: [installations, new Date(from)],
    });
    return rows.map((row) => ({ installationId: row.id, at: at(row.at), power: watts(row.power) }));
  },
});
