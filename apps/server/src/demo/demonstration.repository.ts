import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../platform/database/open-database.ts';
import type { ResultRow } from '../platform/database/schema.ts';
import { CITY, ZONE } from './city.ts';
import type { DemonstrationEstablishment, DemonstrationMeter } from './demonstration-establishment.ts';
import type { DemonstrationPerson } from './demonstration-person.ts';
import type { DemonstrationGroup } from './groups-of-meters.ts';
import { TARIFFS } from './simple-tariffs.ts';

/** A mended leak, as the saving was detected. */
interface Mended {
  readonly establishmentId: string;
  readonly owner: string;
  readonly mac: string;
  readonly doneOn: string;
  readonly saving: object;
}

type TariffName = keyof typeof TARIFFS;

/** An installed meter, its newest frame, and its oldest quarter-hour with data. */
export type InstalledMeter = ResultRow<typeof createDemonstrationRepository, 'installedMeters'>;

/** Stored hashes of a board's key and claim code. */
interface StockedBoard {
  readonly mac: string;
  readonly keyHash: Buffer;
  readonly claimHash: Buffer;
}

/** All SQL of the demonstration company. Create it from a transaction, so that a failure leaves nothing behind. */
export const createDemonstrationRepository = (db: Connection) => {
  const tariffId = async (name: TariffName): Promise<string> => {
    const { versions, group, ...tariff } = TARIFFS[name];
    const row = await db
      .insertInto('tariff')
      .values({ ...tariff, tariff_group: group })
      .onConflict((conflict) =>
        conflict
          .columns(['type', 'tariff_group', 'distributor', 'comment', 'color'])
          .doUpdateSet({ tariff_group: group }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = versions.map((version) => ({
      tariff_id: row.id,
      valid_from: version.validFrom,
      in_point: version.inPoint,
      inter_point: version.interPoint,
      out_point: version.outPoint,
    }));
    await db
      .insertInto('tariff_version')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return row.id;
  };

  const install = async (
    establishment: string,
    meter: DemonstrationMeter,
    since: Date,
    key: Buffer,
  ): Promise<void> => {
    const type = meter.profile === 'bakery-water' ? 'water' : 'eletric';
    const model = meter.equipment === 'emd3p' ? 'tri' : 'mono';
    await db
      .insertInto('board')
      .values({ mac: meter.mac, type, model, equipment: meter.equipment, key_hash: key })
      .onConflict((conflict) => conflict.column('mac').doUpdateSet({ key_hash: key }))
      .execute();
    await db
      .insertInto('installation')
      .values({
        establishment_id: establishment,
        mac: meter.mac,
        name: meter.name,
        comment: meter.comment,
        is_general: meter.isGeneral,
        solar_panel: meter.solarPanel ?? false,
        system: meter.system ?? null,
        tariff_id: await tariffId(meter.tariff),
        installed_at: since,
      })
      .execute();
  };

  return {
    /** Adds a board to the inventory. A known board only gets this claim code. */
    async stock({ mac, keyHash, claimHash }: StockedBoard): Promise<void> {
      const board = { mac, type: 'eletric', model: 'tri', equipment: 'emd3p' } as const;
      await db
        .insertInto('board')
        .values({ ...board, key_hash: keyHash, claim_hash: claimHash })
        .onConflict((conflict) => conflict.column('mac').doUpdateSet({ claim_hash: claimHash }))
        .execute();
    },

    /** Whether an earlier start created the company. */
    async exists(macs: readonly string[]): Promise<boolean> {
      const row = await db.selectFrom('board').select('mac').where('mac', 'in', macs).executeTakeFirst();
      return row !== undefined;
    },

    /** Returns the id of the account; `null` if it exists. */
    async addPerson(person: DemonstrationPerson, passwordHash: string, now: Date): Promise<string | null> {
      const row = await db
        .insertInto('account')
        .values({
          email: person.email,
          password_hash: passwordHash,
          first_name: person.firstName,
          last_name: person.lastName,
          birth: person.birth,
          gender: person.gender,
          profile: person.profile,
          email_confirmed_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },

    async bring(accountId: string, partnerId: string, logo: string): Promise<void> {
      await db.updateTable('account').set({ partner_logo: logo }).where('id', '=', partnerId).execute();
      await db.updateTable('account').set({ partner_id: partnerId }).where('id', '=', accountId).execute();
    },

    async setPasswords(emails: readonly string[], passwordHash: string): Promise<void> {
      await db
        .updateTable('account')
        .set({ password_hash: passwordHash })
        .where('email', 'in', emails)
        .execute();
    },

    async addEstablishment(owner: string, establishment: DemonstrationEstablishment): Promise<string> {
      const row = await db
        .insertInto('establishment')
        .values({
          owner_id: owner,
          name: establishment.name,
          fantasy_name: establishment.fantasyName,
          corporate_name: establishment.corporateName,
          cnpj: establishment.cnpj,
          activity: establishment.activity,
          number_of_employees: establishment.numberOfEmployees,
          area_m2: establishment.area === null ? null : String(establishment.area),
          headcount: establishment.headcount,
          consumer_unit: establishment.consumerUnit,
          solar_panel: establishment.solarPanel,
          voltage: CITY.voltage,
          tariff_group: establishment.tariffGroup,
          contracted_demand_kw:
            establishment.contractedDemand === null ? null : String(establishment.contractedDemand),
          bill_read_day: establishment.billReadDay,
          business_hours:
            establishment.businessHours === null ? null : JSON.stringify(establishment.businessHours),
          bill_name: establishment.billName,
          equipment_metadata:
            establishment.equipmentMetadata === null ? null : JSON.stringify(establishment.equipmentMetadata),
          equipments: JSON.stringify(establishment.equipments.map((name) => ({ name }))),
          zone: CITY.zone,
          postal_code: establishment.postalCode,
          address: establishment.address,
          number: establishment.number,
          neighborhood: establishment.neighborhood,
          city: CITY.city,
          state: CITY.state,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    install,

    async recordSaving({ establishmentId, owner, mac, doneOn, saving }: Mended): Promise<void> {
      await db
        .insertInto('opportunity_decision')
        .values({
          establishment_id: establishmentId,
          kind: 'leak',
          mac,
          state: 'done',
          reason: null,
          done_on: doneOn,
          saving: JSON.stringify(saving),
          account_id: owner,
          decided_at: new Date(`${doneOn}T12:00:00Z`),
        })
        .execute();
    },

    /** Adds a group; its meters count since their installation. */
    async addGroup(owner: string, { name, dueDay, macs }: DemonstrationGroup, now: Date) {
      const members = await db
        .selectFrom('installation')
        .select(['id', 'installed_at'])
        .where('mac', 'in', macs)
        .where('removed_at', 'is', null)
        .execute();
      const group = await db
        .insertInto('meter_group')
        .values({ owner_id: owner, name, type: 'eletric', due_day: dueDay, due_on: null, created_at: now })
        .returning('id as group_id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('group_member')
        .values(
          members.map(({ id, installed_at }) => {
            const since = civilDateAt(instant(installed_at.getTime()), ZONE);
            return { ...group, installation_id: id, since, added_on: since };
          }),
        )
        .execute();
    },

    /** Returns whether the board exists. */
    async setKey(mac: string, keyHash: Buffer): Promise<boolean> {
      const set = db.updateTable('board').set({ key_hash: keyHash }).where('mac', '=', mac);
      return (await set.returning('mac').executeTakeFirst()) !== undefined;
    },

    /** Sets the time of receipt of generated history to the time of measurement, so that the silent meter counts as silent. */
    async settleWhenHeard(installations: readonly number[]): Promise<void> {
      await db
        .updateTable('last_state')
        .set((row) => ({ received_at: row.ref('at') }))
        .where('installation_id', 'in', installations)
        .whereRef('received_at', '>', 'at')
        .execute();
    },

    async installedMeters(macs: readonly string[]) {
      const rows = await db
        .selectFrom('installation')
        .leftJoin('last_state', 'last_state.installation_id', 'installation.id')
        .select(['installation.id', 'installation.establishment_id', 'installation.mac'])
        .select(['installation.installed_at', 'last_state.at'])
        .select(
          sql<Date | null>`least(
            (select min(start) from quarter where installation_id = installation.id),
            (select min(day)::timestamp at time zone 'UTC' from meter_day where installation_id = installation.id))`.as(
            'first_at',
          ),
        )
        .where('installation.mac', 'in', macs)
        .where('installation.removed_at', 'is', null)
        .execute();
      return rows.map(({ id, establishment_id, mac, at, first_at, installed_at }) => ({
        installationId: id,
        establishmentId: establishment_id,
        mac,
        lastAt: at,
        firstAt: first_at,
        installedAt: installed_at,
      }));
    },
  };
};

export type DemonstrationRepository = ReturnType<typeof createDemonstrationRepository>;
