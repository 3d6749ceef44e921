import type { Connection } from '../../../platform/database/open-database.ts';

interface OpinionsRepository {
  /** Null: nobody takes care of it any more. */
  acknowledge(alertId: string, who: { readonly accountId: string; readonly at: Date } | null): Promise<void>;
  mute(alertId: string, accountId: string, until: Date | null): Promise<void>;
  judge(alertId: string, accountId: string, isHelpful: boolean | null): Promise<void>;
}

export const createOpinionsRepository = (db: Connection): OpinionsRepository => {
  const say = (
    alertId: string,
    accountId: string,
    said: { readonly muted_until: Date | null } | { readonly is_helpful: boolean | null },
  ) =>
    db
      .insertInto('alert_opinion')
      .values({ muted_until: null, is_helpful: null, ...said, alert_id: alertId, account_id: accountId })
      .onConflict((conflict) => conflict.columns(['alert_id', 'account_id']).doUpdateSet(said))
      .execute();
  return {
    async acknowledge(alertId, who) {
      await db
        .updateTable('alert')
        .set({ acknowledged_at: who?.at ?? null, acknowledged_by: who?.accountId ?? null })
        .where('id', '=', alertId)
        .execute();
    },
    async mute(alertId, accountId, until) {
      await say(alertId, accountId, { muted_until: until });
    },
    async judge(alertId, accountId, isHelpful) {
      await say(alertId, accountId, { is_helpful: isHelpful });
    },
  };
};
