import type { BusinessHours } from '@nascente/domain/base/time/business-hours';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import type { Profile } from '@nascente/domain/people/profiles';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Pool } from 'pg';
import type { Caller } from '../../../platform/http/caller.ts';

/** A meter in use, with what is to be known of it and of its establishment to judge what it measures. */
export interface JudgedMeter {
  readonly installationId: number;
  readonly mac: Mac;
  readonly establishmentId: string;
  readonly zone: Zone;
  readonly ownerId: string;
  readonly ownerProfile: Profile;
  readonly isWater: boolean;
  readonly isTri: boolean;
  /** It stands at an inverter: what it measures is generated. */
  readonly isInverter: boolean;
  readonly isGeneral: boolean;
  /** The bill of its establishment charges reactive excess. */
  readonly isGroupA: boolean;
  readonly tension: 110 | 220;
  readonly installedAt: number;
  readonly businessHours: BusinessHours | null;
}

/** An establishment of which electricity is measured. */
export interface JudgedEstablishment {
  readonly establishmentId: string;
  readonly zone: Zone;
  readonly ownerId: string;
  readonly ownerProfile: Profile;
  readonly hasContract: boolean;
  readonly installations: readonly number[];
}

/** Mean voltages of ten minutes. */
export interface TenMinutesRow {
  readonly id: number;
  readonly start: number;
  readonly a: number | null;
  readonly b: number | null;
  readonly c: number | null;
}

/** How far the newest frame of a meter lies from the moment at which it came; ms, ahead where positive. */
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
  /** Of some meters: as many frames lie in an hour of all of them as no statement should read. */
  tenMinutes: async (
    installations: readonly number[],
    from: Instant,
    to: Instant,
  ): Promise<readonly TenMinutesRow[]> =>
    (await pool.query<TenMinutesRow>(TEN_MINUTES, [installations, new Date(from), new Date(to)])).rows,
  clocks: async (): Promise<readonly ClockRow[]> => (await pool.query<ClockRow>(CLOCKS)).rows,
});

/** Money is told as the owner of the establishment sees it. */
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
