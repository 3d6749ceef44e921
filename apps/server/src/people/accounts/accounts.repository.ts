import type { Instant } from '@nascente/domain/base/time/zone';
import type { Profile } from '@nascente/domain/people/profiles';
import { sql } from 'kysely';
import { isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';
import type { ResultRow } from '../../platform/database/schema.ts';

/** A token sent by e-mail. Its bearer is assumed to have access to the mailbox of the account. */
export interface MailedToken {
  /** SHA-256 of the token, so that a copy of the table gives no access. */
  readonly tokenHash: Buffer;
  readonly accountId: string;
  readonly at: Instant;
  readonly expiresAt: Instant;
}

/** Inserts the token; also removes expired rows of the table. */
export const insertMailedToken = async (
  db: Connection,
  table: 'recovery_token' | 'confirmation_token',
  { tokenHash, accountId, at, expiresAt }: MailedToken,
): Promise<void> => {
  const now = new Date(at);
  await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  await db
    .insertInto(table)
    .values({
      token_hash: tokenHash,
      account_id: accountId,
      created_at: now,
      expires_at: new Date(expiresAt),
    })
    .execute();
};

export type Account = ResultRow<typeof createAccountsRepository, 'find'>;

interface NewAccount {
  readonly email: string;
  readonly passwordHash: string;
  readonly firstName: string;
  readonly profile: Profile;
  readonly isEmailConfirmed: boolean;
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;

const OWN_METERS = sql`installation i join establishment e on e.id = i.establishment_id
  where e.owner_id = a.id and i.removed_at is null`;
const HAS_SOLAR_PANEL = sql<boolean>`exists (select from ${OWN_METERS} and i.solar_panel)`;
const POSTAL_CODE = sql<string | null>`(select e.postal_code from establishment e
  where e.owner_id = a.id order by e.created_at, e.id limit 1)`;
const TARIFF = sql<{
  readonly id: string;
  readonly group: string;
  readonly color: string;
} | null>`(select json_build_object('id', t.id::text, 'group', t.tariff_group, 'color', t.color)
  from tariff t where t.id = (select i.tariff_id from ${OWN_METERS} and i.tariff_id is not null
    order by i.is_general desc, i.installed_at, i.id limit 1))`;
const CLIENT_IDS = sql<
  string[]
>`array(select c.id::text from account c where c.manager_id = a.id order by c.created_at, c.id)`;

const PARTNER_LOGO = sql<string | null>`case when a.profile = 'partner' then a.partner_logo
  else (select p.partner_logo from account p where p.id = coalesce(m.partner_id, a.partner_id) and p.profile = 'partner')
  end`;

export const createAccountsRepository = (db: Connection) => {
  const isEmpty = async (connection: Connection): Promise<boolean> =>
    (await connection.selectFrom('account').select('id').limit(1).executeTakeFirst()) === undefined;

  return {
    async find(id: string) {
      const row = await db
        .selectFrom('account as a')
        .leftJoin('account as m', 'm.id', 'a.manager_id')
        .where('a.id', '=', id)
        .selectAll('a')
        .select(['m.company_logo as manager_logo', PARTNER_LOGO.as('partner_logo_worn')])
        .select([HAS_SOLAR_PANEL.as('has_solar_panel'), POSTAL_CODE.as('first_postal_code')])
        .select([TARIFF.as('tariff'), CLIENT_IDS.as('client_ids')])
        .modifyEnd(PREPARED)
        .executeTakeFirst();
      if (!row) return null;
      return {
        id: row.id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        birth: row.birth,
        gender: row.gender,
        cnpj: row.cnpj,
        accountType: row.account_type,
        profile: row.profile,
        isEmailConfirmed: row.email_confirmed_at !== null,
        picture: row.picture,
        /** The logo of the Manager, if the account has a Manager with a logo; otherwise its own. */
        companyLogo: row.manager_logo ?? row.company_logo,
        /** A partner's own logo; otherwise the logo of the partner of the account's Manager, or of the account. */
        partnerLogo: row.partner_logo_worn,
        /** Whether a meter in use at one of its establishments has a solar panel. */
        hasSolarPanel: row.has_solar_panel,
        postalCode: row.first_postal_code,
        tariff: row.tariff,
        clientIds: row.client_ids,
        /** When the account's API keys, links and outgoing addresses expire; `null`: the account has no identity provider. */
        credentialsUntil: row.credentials_until,
      };
    },
    /** Finds the password hash of an enabled account. */
    async findPasswordHash(email: string): Promise<{ id: string; passwordHash: string } | null> {
      const row = await db
        .selectFrom('account')
        .where('email', '=', email)
        .where(isEnabledAccount('account'))
        .select(['id', 'password_hash as passwordHash'])
        .executeTakeFirst();
      return row ?? null;
    },
    isEmpty: (): Promise<boolean> => isEmpty(db),
    /** Inserts the account only if there is none, also if two servers start at once. @returns whether it was inserted */
    insertFirst: (account: NewAccount): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await sql`lock table account in share row exclusive mode`.execute(transaction);
        if (!(await isEmpty(transaction))) return false;
        await transaction
          .insertInto('account')
          .values({
            email: account.email,
            password_hash: account.passwordHash,
            first_name: account.firstName,
            profile: account.profile,
            email_confirmed_at: account.isEmailConfirmed ? new Date() : null,
          })
          .execute();
        return true;
      }),
  };
};
