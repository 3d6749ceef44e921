import type { Instant } from '@nascente/domain/base/time/zone';
import type { Profile } from '@nascente/domain/people/profiles';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import { notifyGatewaysChanged } from '../../platform/database/postgres-bus.ts';
import type { ResultRow } from '../../platform/database/schema.ts';
import { patternWithoutAccents, withoutAccents } from '../../platform/database/without-accents.ts';

export type PersonAccess = ResultRow<typeof createPersonAccessRepository, 'lock'>;

export const createPersonAccessRepository = (db: Connection) => ({
  /** Locks all Admins and this account, so that one Admin remains. @returns `null` if the account does not exist */
  async lock(id: string) {
    const locked = await db
      .selectFrom('account')
      .where((where) => where.or([where('profile', '=', 'Admin'), where('id', '=', id)]))
      .select(['id', 'profile', 'disabled_at', 'manager_id', 'partner_id'])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const person = locked.find((account) => account.id === id);
    if (!person) return null;
    const { clientUsers } = await db
      .selectFrom('account')
      .where('manager_id', '=', id)
      .select(({ fn }) => fn.countAll<number>().as('clientUsers'))
      .executeTakeFirstOrThrow();
    const { establishments } = await db
      .selectFrom('establishment')
      .where('owner_id', '=', id)
      .select(({ fn }) => fn.countAll<number>().as('establishments'))
      .executeTakeFirstOrThrow();
    return {
      profile: person.profile,
      isDisabled: person.disabled_at !== null,
      clientUsers,
      establishments,
      managerId: person.manager_id,
      partnerId: person.partner_id,
      enabledAdmins: locked.filter(({ profile, disabled_at }) => profile === 'Admin' && disabled_at === null)
        .length,
    };
  },
  /** Also decides an open upgrade request: approved if the new profile is Manager. */
  async setProfile(
    id: string,
    profile: Profile,
    { accountId, at }: { accountId: string; at: Instant },
  ): Promise<void> {
    const isClient = profile === 'client';
    await db
      .updateTable('account')
      .set({ profile, ...(isClient ? {} : { manager_id: null }) })
      .where('id', '=', id)
      .execute();
    if (!isClient) await db.deleteFrom('meter_access').where('account_id', '=', id).execute();
    await db
      .updateTable('upgrade_request')
      .set({ decided_at: new Date(at), decided_by: accountId, approved: profile === 'Manager' })
      .where('account_id', '=', id)
      .where('decided_at', 'is', null)
      .execute();
    await notifyGatewaysChanged(db, id);
  },
  async setDisabled(id: string, disabledAt: Instant | null): Promise<void> {
    await db
      .updateTable('account')
      .set({ disabled_at: disabledAt === null ? null : new Date(disabledAt) })
      .where('id', '=', id)
      .execute();
    await notifyGatewaysChanged(db, id);
  },
  async clientUsersOf(id: string): Promise<readonly string[]> {
    const clients = await db.selectFrom('account').where('manager_id', '=', id).select('id').execute();
    return clients.map((client) => client.id);
  },
  async isPartner(id: string): Promise<boolean> {
    const partner = await db
      .selectFrom('account')
      .where('id', '=', id)
      .where('profile', '=', 'partner')
      .select('id')
      .executeTakeFirst();
    return partner !== undefined;
  },
  async setPartner(id: string, partnerId: string | null): Promise<void> {
    await db.updateTable('account').set({ partner_id: partnerId }).where('id', '=', id).execute();
  },
  async setPartnerLogo(id: string, logo: string | null): Promise<void> {
    await db.updateTable('account').set({ partner_logo: logo }).where('id', '=', id).execute();
  },
});

export type StoredUpgrade = ResultRow<typeof createUpgradesRepository, 'listOpen'>;

const selectUpgrades = (db: Connection) =>
  db
    .selectFrom('upgrade_request as u')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .select(['u.id', 'u.account_id as accountId', 'u.requested_at as requestedAt', 'u.approved'])
    .select(['u.decided_at as decidedAt', 'a.first_name as firstName', 'a.last_name as lastName'])
    .select(['a.email', 'a.profile']);

export const createUpgradesRepository = (db: Connection) => ({
  /** Undecided requests, oldest first. */
  listOpen: () =>
    selectUpgrades(db).where('u.decided_at', 'is', null).orderBy('u.requested_at').orderBy('u.id').execute(),
  async find(id: string) {
    return (await selectUpgrades(db).where('u.id', '=', id).executeTakeFirst()) ?? null;
  },
  /** @returns `false` if the request is already decided. */
  async decide(
    id: string,
    approved: boolean,
    { accountId, at }: { accountId: string; at: Instant },
  ): Promise<boolean> {
    const row = await db
      .updateTable('upgrade_request')
      .set({ decided_at: new Date(at), decided_by: accountId, approved })
      .where('id', '=', id)
      .where('decided_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});

interface PeopleFilter {
  /** Text in the name, e-mail or CNPJ; empty: no filter. */
  readonly search: string;
  readonly profile: Profile | null;
  readonly isDisabled: boolean | null;
  readonly limit: number;
  readonly skip: number;
}

export type StoredPerson = ResultRow<typeof createPeopleRepository, 'list'>;

export type PeopleRepository = ReturnType<typeof createPeopleRepository>;

/** CNPJs are stored without punctuation. */
const withoutCnpjPunctuation = (search: string): string => search.replace(/[./-]/g, '');

const matching = (db: Connection, { search, profile, isDisabled }: PeopleFilter) =>
  db
    .selectFrom('account as a')
    .$if(profile !== null, (query) => query.where('a.profile', '=', profile ?? 'user'))
    .$if(isDisabled !== null, (query) => query.where('a.disabled_at', isDisabled ? 'is not' : 'is', null))
    .$if(search !== '', (query) => {
      const cnpj = withoutCnpjPunctuation(search);
      return query.where((where) =>
        where.or([
          where(
            withoutAccents(sql<string>`a.first_name || ' ' || a.last_name`),
            'ilike',
            patternWithoutAccents(search),
          ),
          where('a.email', 'ilike', patternWithoutAccents(search)),
          ...(cnpj === '' ? [] : [where('a.cnpj', 'ilike', patternWithoutAccents(cnpj))]),
        ]),
      );
    });

const select = (query: ReturnType<typeof matching>, now: Instant) =>
  query
    .select([
      'a.id',
      'a.first_name as firstName',
      'a.last_name as lastName',
      'a.email',
      'a.cnpj',
      'a.profile',
    ])
    .select(['a.manager_id as managerId', 'a.created_at as createdAt'])
    .select([
      sql<boolean>`a.email_confirmed_at is not null`.as('isEmailConfirmed'),
      sql<boolean>`a.disabled_at is not null`.as('isDisabled'),
      sql<boolean>`exists (select from authenticator c
        where c.account_id = a.id and c.confirmed_at is not null)
        or exists (select from passkey k where k.account_id = a.id)`.as('secondStep'),
      sql<Date | null>`(select max(s.last_used_at) from session s
        where s.account_id = a.id and s.expires_at > ${new Date(now)})`.as('lastSeenAt'),
      sql<number>`(select count(*) from installation i join establishment e on e.id = i.establishment_id
        where e.owner_id = a.id and i.removed_at is null)`.as('meters'),
      sql<number>`(select count(*) from account c where c.manager_id = a.id)`.as('clientUsers'),
      sql<{ readonly _id: string; readonly name: string } | null>`(select json_build_object('_id', p.id::text,
        'name', trim(p.first_name || ' ' || p.last_name)) from account p where p.id = a.partner_id)`.as(
        'partner',
      ),
      sql<number>`(select count(*) from account b where b.partner_id = a.id)`.as('broughtAccounts'),
    ]);

const EVERYBODY: PeopleFilter = { search: '', profile: null, isDisabled: null, limit: 1, skip: 0 };

export const createPeopleRepository = (db: Connection) => ({
  /** Sorted by first name. */
  list: (filter: PeopleFilter, now: Instant) =>
    select(matching(db, filter), now)
      .orderBy('a.first_name')
      .orderBy('a.id')
      .limit(filter.limit)
      .offset(filter.skip)
      .execute(),
  async count(filter: PeopleFilter): Promise<number> {
    const { people } = await matching(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .executeTakeFirstOrThrow();
    return people;
  },
  async find(id: string, now: Instant) {
    return (await select(matching(db, EVERYBODY).where('a.id', '=', id), now).executeTakeFirst()) ?? null;
  },
});
