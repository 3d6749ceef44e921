import type { AlertPreference } from '@nascente/contract/alerts/alert-notices';
import type { Profile } from '@nascente/domain/people/profiles';
import { sql } from 'kysely';
import { isEnabledAccount } from '../../../platform/database/account-conditions.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { Row } from '../../../platform/database/schema.ts';

/** An account that receives alerts by e-mail, push or webhook. */
export interface Recipient {
  readonly accountId: string;
  readonly profile: Profile;
  readonly email: string;
  readonly isEmailConfirmed: boolean;
  readonly preference: AlertPreference;
}

/** The table `alert_preference` has a column `email` too, which is the frequency of e-mails. */
type PersonRow = Pick<Row<'account'>, 'id' | 'profile' | 'email_confirmed_at'> & { readonly address: string };

const toPreference = (row: Row<'alert_preference'>): AlertPreference => ({
  email: row.email,
  emailFrom: row.email_from,
  pushFrom: row.push_from,
  quiet:
    row.quiet_from === null || row.quiet_until === null
      ? null
      : { from: row.quiet_from, until: row.quiet_until },
  throughQuiet: row.through_quiet,
  zone: row.zone,
});

const toHearer = (row: PersonRow & Row<'alert_preference'>): Recipient => ({
  accountId: row.id,
  profile: row.profile,
  email: row.address,
  isEmailConfirmed: row.email_confirmed_at !== null,
  preference: toPreference(row),
});

export const createPreferencesRepository = (db: Connection) => {
  const recipients = () =>
    db
      .selectFrom('alert_preference as p')
      .innerJoin('account as a', 'a.id', 'p.account_id')
      .where(isEnabledAccount('a'))
      .selectAll('p')
      .select(['a.id', 'a.email as address', 'a.profile', 'a.email_confirmed_at']);
  return {
    async find(accountId: string): Promise<AlertPreference | null> {
      const row = await db
        .selectFrom('alert_preference')
        .where('account_id', '=', accountId)
        .selectAll()
        .executeTakeFirst();
      return row === undefined ? null : toPreference(row);
    },
    async save(accountId: string, preference: AlertPreference, now: Date): Promise<void> {
      const chosen = {
        email: preference.email,
        email_from: preference.emailFrom,
        push_from: preference.pushFrom,
        quiet_from: preference.quiet?.from ?? null,
        quiet_until: preference.quiet?.until ?? null,
        through_quiet: [...preference.throughQuiet],
        zone: preference.zone,
      };
      // A new digest begins at this instant.
      await db
        .insertInto('alert_preference')
        .values({ ...chosen, account_id: accountId, digest_until: now })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet((eb) => ({
            ...chosen,
            digest_until: eb
              .case()
              .when('alert_preference.email', '=', preference.email)
              .then(eb.ref('alert_preference.digest_until'))
              .else(now)
              .end(),
          })),
        )
        .execute();
    },
    async recipient(accountId: string): Promise<Recipient | null> {
      const row = await recipients().where('a.id', '=', accountId).executeTakeFirst();
      return row === undefined ? null : toHearer(row);
    },
    /** Admins, owner, owner's Manager and accounts with access to a meter of the alert. Callers check each account. */
    async recipientsOf(alertId: string): Promise<readonly Recipient[]> {
      const rows = await recipients()
        .where(
          sql<boolean>`(a.profile = 'Admin' or a.id in (
            select e.owner_id from alert t join establishment e on e.id = t.establishment_id where t.id = ${alertId}
            union select o.manager_id from alert t join establishment e on e.id = t.establishment_id
              join account o on o.id = e.owner_id where t.id = ${alertId}
            union select g.account_id from alert_meter m join meter_access g on g.installation_id = m.installation_id
              where m.alert_id = ${alertId}))`,
        )
        .execute();
      return rows.map(toHearer);
    },
    /** The alerts that have any recipient. */
    async withRecipients(alertIds: readonly string[]): Promise<ReadonlySet<string>> {
      const { rows } = await sql<{ id: string }>`
        select t.id from alert t join establishment e on e.id = t.establishment_id join account o on o.id = e.owner_id
        where t.id = any(${[...alertIds]}::uuid[]) and exists (
          select from alert_preference p join account a on a.id = p.account_id
          where ${isEnabledAccount('a')} and (a.profile = 'Admin' or a.id in (o.id, o.manager_id) or exists (
            select from alert_meter m join meter_access g on g.installation_id = m.installation_id
              where m.alert_id = t.id and g.account_id = a.id)))`.execute(db);
      return new Set(rows.map(({ id }) => id));
    },
    /** The accounts that subscribed to digests and received the last one at or before an instant. */
    async digestsBefore(before: Date): Promise<readonly (Recipient & { readonly since: Date })[]> {
      const rows = await recipients()
        .where('p.email', 'in', ['daily', 'weekly'])
        .where('p.digest_until', '<=', before)
        .execute();
      return rows.map((row) => ({ ...toHearer(row), since: row.digest_until }));
    },
    /** @returns `false` if another run has moved the start of the digest already. */
    async markDigestSent(accountId: string, since: Date, until: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('alert_preference')
        .set({ digest_until: until })
        .where('account_id', '=', accountId)
        .where('digest_until', '=', since)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
};
