import { readBillingContract } from '@nascente/contract/money/billing-contract';
import type { BusinessHours } from '@nascente/domain/base/time/business-hours';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { ReadingCalendar } from '@nascente/domain/base/time/reading-cycles';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { watts } from '@nascente/domain/base/units/power';
import type { Profile } from '@nascente/domain/people/profiles';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { ContractedDemand } from '@nascente/domain/sites/tariffs/billing-contract';
import type { Pool } from 'pg';
import type { Caller } from '../../../platform/http/caller.ts';
import { QUARTER_BEFORE_NEWEST } from '../../../sites/meters/index.ts';

export interface JudgedMeter {
  readonly installationId: number;
  readonly mac: Mac;
  readonly establishmentId: string;
  readonly zone: Zone;
  readonly ownerId: string;
  readonly ownerProfile: Profile;
  readonly isWater: boolean;
  readonly isTri: boolean;
  /** A meter at an inverter measures generation. */
  readonly isInverter: boolean;
  readonly isGeneral: boolean;
  /** Whether the establishment's bill charges reactive excess. */
  readonly isGroupA: boolean;
  readonly tension: 110 | 220;
  readonly installedAt: number;
  readonly businessHours: BusinessHours | null;
}

export interface JudgedEstablishment {
  readonly establishmentId: string;
  readonly zone: Zone;
  readonly ownerId: string;
  readonly ownerProfile: Profile;
  readonly hasContract: boolean;
  readonly installations: readonly number[];
}

/** Mean voltages of ten minutes, V. */
export interface TenMinutesRow {
  readonly id: number;
  readonly start: number;
  readonly a: number | null;
  readonly b: number | null;
  readonly c: number | null;
}

/** The difference of device time and arrival time of a meter's newest frame, in ms; positive: the device clock is ahead. */
interface ClockRow {
  readonly id: number;
  readonly aheadMs: number;
  readonly receivedAt: Date;
  readonly connectedAt: Date | null;
}

export type JudgedRepository = ReturnType<typeof createJudgedRepository>;

const METERS = `select i.id as "installationId", i.mac, i.establishment_id as "establishmentId", e.zone,
  e.owner_id as "ownerId", o.profile as "ownerProfile", b.type = 'water' as "isWater", b.model = 'tri' as "isTri",
  i.solar_panel and not i.is_general as "isInverter", i.is_general as "isGeneral",
  coalesce(e.tariff_group = 'A', false) as "isGroupA", i.voltage as tension,
  (extract(epoch from i.installed_at) * 1000)::float8 as "installedAt", e.business_hours as "businessHours"
from installation i join board b on b.mac = i.mac join establishment e on e.id = i.establishment_id
join account o on o.id = e.owner_id where i.removed_at is null order by i.id`;

const ESTABLISHMENTS = `select e.id as "establishmentId", e.zone, e.owner_id as "ownerId", o.profile as "ownerProfile",
  exists (select from billing_contract c where c.establishment_id = e.id and c.type = 'eletric') as "hasContract",
  array_agg(i.id order by i.id) as installations
from establishment e join account o on o.id = e.owner_id join installation i on i.establishment_id = e.id
join board b on b.mac = i.mac
where i.removed_at is null and b.type = 'eletric' group by e.id, e.zone, e.owner_id, o.profile order by e.id`;

const TEN_MINUTES = `select installation_id as id, (floor(extract(epoch from at) / 600) * 600000)::float8 as start,
  avg(va)::float8 as a, avg(vb)::float8 as b, avg(vc)::float8 as c
from reading where installation_id = any($1) and at >= $2 and at < $3 and (va is not null or vb is not null or vc is not null)
group by 1, 2 order by 1, 2`;

const CLOCKS = `select i.id, (extract(epoch from s.at - s.received_at) * 1000)::float8 as "aheadMs",
  s.received_at as "receivedAt", c.connected_at as "connectedAt"
from installation i join last_state s on s.installation_id = i.id left join board_connection c on c.mac = i.mac
where i.removed_at is null`;

export const createJudgedRepository = (pool: Pool) => ({
  meters: async (): Promise<readonly JudgedMeter[]> => (await pool.query<JudgedMeter>(METERS)).rows,
  establishments: async (): Promise<readonly JudgedEstablishment[]> =>
    (await pool.query<JudgedEstablishment>(ESTABLISHMENTS)).rows,
  /** Must be called with few meters at a time, because an hour of all meters has too many frames. */
  tenMinutes: async (
    installations: readonly number[],
    from: Instant,
    to: Instant,
  ): Promise<readonly TenMinutesRow[]> =>
    (await pool.query<TenMinutesRow>(TEN_MINUTES, [installations, new Date(from), new Date(to)])).rows,
  clocks: async (): Promise<readonly ClockRow[]> => (await pool.query<ClockRow>(CLOCKS)).rows,
});

/** The owner as a caller, for money as the owner of the establishment sees it. */
export const ownerOf = ({
  ownerId,
  ownerProfile,
}: Pick<JudgedMeter, 'ownerId' | 'ownerProfile'>): Caller => ({
  accountId: ownerId,
  profile: ownerProfile,
  email: '',
  managerId: null,
  sessionHash: Buffer.alloc(0),
});

export const instantOf = (date: Date): Instant => instant(date.getTime());

export interface SilentMeterState {
  readonly installationId: number;
  readonly establishmentId: string;
  readonly receivedAt: Instant;
  /** Frames in the quarter-hour before the newest one. */
  readonly frames: number;
}

export type WaterMeter = Pick<
  JudgedMeter,
  'installationId' | 'mac' | 'establishmentId' | 'zone' | 'ownerId' | 'ownerProfile'
>;

/** A contract of demand, from a day on. */
interface DemandContract {
  readonly validFrom: CivilDate;
  readonly demand: ContractedDemand | null;
}

export interface DemandEstablishment {
  readonly establishmentId: string;
  readonly zone: Zone;
  readonly calendar: ReadingCalendar;
  readonly contractedKw: number | null;
  /** Oldest first. */
  readonly contracts: readonly DemandContract[];
  readonly installations: readonly number[];
}

export interface NewestFrame {
  readonly installationId: number;
  readonly at: Instant;
  /** W. */
  readonly power: number;
}

export type WatchedMetersRepository = ReturnType<typeof createWatchedMetersRepository>;

const RECEIVED = `select i.id as "installationId", i.establishment_id as "establishmentId",
  s.received_at as "receivedAt", coalesce(q.frames, 0) as frames
from installation i join last_state s on s.installation_id = i.id
left join quarter q on ${QUARTER_BEFORE_NEWEST}
where i.removed_at is null`;

const WATER = `select i.id as "installationId", i.mac, i.establishment_id as "establishmentId", e.zone,
  e.owner_id as "ownerId", o.profile as "ownerProfile"
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

export const createWatchedMetersRepository = (pool: Pool) => ({
  async received(): Promise<readonly SilentMeterState[]> {
    const { rows } = await pool.query<Omit<SilentMeterState, 'receivedAt'> & { receivedAt: Date }>(RECEIVED);
    return rows.map((row) => ({ ...row, receivedAt: instantOf(row.receivedAt) }));
  },
  water: async (): Promise<readonly WaterMeter[]> => (await pool.query<WaterMeter>(WATER)).rows,
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
    return rows.map((row) => ({ installationId: row.id, at: instantOf(row.at), power: watts(row.power) }));
  },
});
