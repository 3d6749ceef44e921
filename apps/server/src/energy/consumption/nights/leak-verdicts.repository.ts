import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Millilitres } from '@nascente/domain/base/units/volume';
import type { LeakVerdict } from '@nascente/domain/energy/consumption/night-flow';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/open-database.ts';

interface StoredVerdict {
  readonly since: CivilDate;
  readonly verdict: LeakVerdict['verdict'];
  readonly accepted: Millilitres;
  readonly judgedAt: Date;
  /** `null`: the account was removed. */
  readonly by: string | null;
}

export const createLeakVerdictsRepository = (db: Connection) => ({
  async newest(installationId: number): Promise<StoredVerdict | null> {
    const { rows } = await sql<StoredVerdict>`
      select v.since::text as since, v.verdict, v.accepted_ml::float8 as accepted, v.judged_at as "judgedAt",
        nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '') as by
      from leak_verdict v left join account a on a.id = v.account_id
      where v.installation_id = ${installationId} order by v.judged_at desc limit 1`.execute(db);
    return rows[0] ?? null;
  },
  async save(
    installationId: number,
    {
      since,
      verdict,
      accepted,
      judgedAt,
      accountId,
    }: Omit<StoredVerdict, 'by'> & { readonly accountId: string },
  ): Promise<void> {
    const said = { verdict, accepted_ml: accepted, account_id: accountId, judged_at: judgedAt };
    await db
      .insertInto('leak_verdict')
      .values({ installation_id: installationId, since, ...said })
      .onConflict((conflict) => conflict.columns(['installation_id', 'since']).doUpdateSet(said))
      .execute();
  },
  /** @returns whether there was a verdict */
  async remove(installationId: number, since: CivilDate): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('leak_verdict')
      .where('installation_id', '=', installationId)
      .where('since', '=', since)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
