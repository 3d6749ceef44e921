import type { ContinuityLimitsJson } from '@nascente/contract/telemetry/continuity';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { OutageVerdict } from '@nascente/domain/telemetry/continuity/continuity-indicators';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

/** A statement about the outages that overlap an interval. */
export interface StoredVerdict {
  readonly from: Instant;
  readonly to: Instant;
  readonly verdict: OutageVerdict;
  /** `null`: the account was removed. */
  readonly by: string | null;
}

interface NewVerdict extends Omit<StoredVerdict, 'by'> {
  readonly accountId: string;
  readonly judgedAt: Date;
}

export type ContinuityRepository = ReturnType<typeof createContinuityRepository>;

export const createContinuityRepository = (db: Connection) => {
  const withdraw = async (establishmentId: string, from: Instant, to: Instant): Promise<void> => {
    await db
      .deleteFrom('outage_verdict')
      .where('establishment_id', '=', establishmentId)
      .where('started_at', '<=', new Date(to))
      .where('ended_at', '>=', new Date(from))
      .execute();
  };
  return {
    async limits(establishmentId: string): Promise<ContinuityLimitsJson | null> {
      const row = await db
        .selectFrom('continuity_limits')
        .where('establishment_id', '=', establishmentId)
        .select('limits')
        .executeTakeFirst();
      return (row?.limits as ContinuityLimitsJson | undefined) ?? null;
    },
    async saveLimits(establishmentId: string, limits: ContinuityLimitsJson): Promise<void> {
      const values = { limits: JSON.stringify(limits) };
      await db
        .insertInto('continuity_limits')
        .values({ establishment_id: establishmentId, ...values })
        .onConflict((conflict) => conflict.column('establishment_id').doUpdateSet(values))
        .execute();
    },
    /** The verdicts of an interval, oldest first. */
    async verdicts(establishmentId: string, from: Instant, to: Instant): Promise<readonly StoredVerdict[]> {
      const rows = await db
        .selectFrom('outage_verdict as v')
        .leftJoin('account as a', 'a.id', 'v.account_id')
        .where('v.establishment_id', '=', establishmentId)
        .where('v.started_at', '<', new Date(to))
        .where('v.ended_at', '>=', new Date(from))
        .select(['v.started_at', 'v.ended_at', 'v.verdict'])
        .select(sql<string | null>`nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '')`.as('by'))
        .orderBy('v.started_at')
        .execute();
      return rows.map((row) => ({
        from: instant(row.started_at.getTime()),
        to: instant(row.ended_at.getTime()),
        verdict: row.verdict as OutageVerdict,
        by: row.by,
      }));
    },
    /** Removes the verdicts that overlap an interval. */
    withdraw,
    /** Replaces the verdicts that overlap an interval. */
    async judge(
      establishmentId: string,
      { from, to, verdict, accountId, judgedAt }: NewVerdict,
    ): Promise<void> {
      await withdraw(establishmentId, from, to);
      await db
        .insertInto('outage_verdict')
        .values({
          establishment_id: establishmentId,
          started_at: new Date(from),
          ended_at: new Date(to),
          verdict,
          account_id: accountId,
          judged_at: judgedAt,
        })
        .execute();
    },
    /** Number of current electricity meters of an establishment. */
    async countElectric(establishmentId: string): Promise<number> {
      const { count } = await db
        .selectFrom('installation as i')
        .innerJoin('board as b', 'b.mac', 'i.mac')
        .where('i.establishment_id', '=', establishmentId)
        .where('i.removed_at', 'is', null)
        .where('b.type', '=', 'eletric')
        .select((select) => select.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** Boards with an adapter, which publish registers that survive a restart. */
    async withRegisters(macs: readonly Mac[]): Promise<ReadonlySet<string>> {
      if (macs.length === 0) return new Set();
      const rows = await db.selectFrom('board_adapter').where('mac', 'in', macs).select('mac').execute();
      return new Set(rows.map(({ mac }) => mac));
    },
    /** Some installations of other establishments that have sent a message since an instant. */
    async witnesses(establishmentId: string, since: Instant, limit: number): Promise<readonly number[]> {
      const rows = await db
        .selectFrom('last_state as s')
        .innerJoin('installation as i', 'i.id', 's.installation_id')
        .where('i.establishment_id', '!=', establishmentId)
        .where('s.at', '>=', new Date(since))
        .where('i.installed_at', '<=', new Date(since))
        .select('i.id')
        .orderBy('i.id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
};
