import {
  leakMacOf,
  type OpportunityKind,
  type OpportunityState,
  type Saving,
} from '@nascente/contract/insight/opportunity-kinds';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

export interface Decision {
  readonly establishmentId: string;
  readonly saving: Saving;
  readonly state: Exclude<OpportunityState, 'open'>;
  readonly reason: string | null;
  readonly doneOn: CivilDate | null;
  readonly decidedAt: Date;
  /** `null`: the account was removed. */
  readonly by: string | null;
}

export const createDecisionsRepository = (db: Connection) => ({
  async of(establishmentIds: readonly string[]): Promise<readonly Decision[]> {
    if (establishmentIds.length === 0) return [];
    const { rows } = await sql<Decision>`
      select d.establishment_id as "establishmentId", d.saving, d.state, d.reason, d.done_on::text as "doneOn",
        d.decided_at as "decidedAt", nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '') as by
      from opportunity_decision d left join account a on a.id = d.account_id
      where d.establishment_id = any(${[...establishmentIds]}::uuid[])`.execute(db);
    return rows;
  },
  async save({
    establishmentId,
    saving,
    state,
    reason,
    doneOn,
    decidedAt,
    accountId,
  }: Omit<Decision, 'by'> & { readonly accountId: string }): Promise<void> {
    const said = {
      state,
      reason,
      done_on: doneOn,
      saving: JSON.stringify(saving),
      account_id: accountId,
      decided_at: decidedAt,
    };
    await db
      .insertInto('opportunity_decision')
      .values({ establishment_id: establishmentId, kind: saving.kind, mac: leakMacOf(saving), ...said })
      .onConflict((conflict) => conflict.columns(['establishment_id', 'kind', 'mac']).doUpdateSet(said))
      .execute();
  },
  /** @returns whether there was a decision */
  async remove(establishmentId: string, kind: OpportunityKind, mac: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('opportunity_decision')
      .where('establishment_id', '=', establishmentId)
      .where('kind', '=', kind)
      .where('mac', '=', mac)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
