import type { ContinuityLimitsJson } from '@nascente/contract/telemetry/continuity';
import { type Instant, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { OutageVerdict } from '@nascente/domain/telemetry/continuity/continuity-indicators';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

/** Late readings move the estimated start of an outage by less than this time. */
export const SHIFT_MS = MINUTE_MS;

/** A statement about an outage: that of these meters that begins at this time, or up to `SHIFT_MS` before or after it. */
export interface StoredVerdict {
  readonly from: Instant;
  readonly to: Instant;
  readonly installations: readonly number[];
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
  const withdraw = async (
    establishmentId: string,
    { from, installations }: Pick<StoredVerdict, 'from' | 'installations'>,
  ): Promise<void> => {
    await db
      .deleteFrom('outage_verdict')
      .where('establishment_id', '=', establishmentId)
      .where('started_at', '>=', new Date(from - SHIFT_MS))
      .where('started_at', '<=', new Date(from + SHIFT_MS))
      .where(sql<boolean>`installations && ${sql.val([...installations])}::integer[]`)
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
    /** The verdicts on outages that began in an interval, oldest first. */
    async verdicts(establishmentId: string, from: Instant, to: Instant): Promise<readonly StoredVerdict[]> {
      const rows = await db
        .selectFrom('outage_verdict as v')
        .leftJoin('account as a', 'a.id', 'v.account_id')
        .where('v.establishment_id', '=', establishmentId)
        .where('v.started_at', '<', new Date(to + SHIFT_MS))
        .where('v.started_at', '>=', new Date(from - SHIFT_MS))
        .select(['v.started_at', 'v.ended_at', 'v.verdict', 'v.installations'])
        .select(sql<string | null>`nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '')`.as('by'))
        .orderBy('v.started_at')
        .execute();
      return rows.map((row) => ({
        from: instant(row.started_at.getTime()),
        to: instant(row.ended_at.getTime()),
        installations: row.installations,
        verdict: row.verdict as OutageVerdict,
        by: row.by,
      }));
    },
    /** Removes the verdicts on the outage of some meters. */
    withdraw,
    /** Replaces the verdicts on the outage of some meters. */
    async judge(
      establishmentId: string,
      { from, to, installations, verdict, accountId, judgedAt }: NewVerdict,
    ): Promise<void> {
      await withdraw(establishmentId, { from, installations });
      const stated = { ended_at: new Date(to), verdict, account_id: accountId, judged_at: judgedAt };
      await db
        .insertInto('outage_verdict')
        .values({
          establishment_id: establishmentId,
          started_at: new Date(from),
          installations: [...installations].sort((one, other) => one - other),
          ...stated,
        })
        .onConflict((conflict) =>
          conflict.columns(['establishment_id', 'started_at', 'installations']).doUpdateSet(stated),
        )
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
    /** One electricity meter of each of some other establishments that have sent a message since an instant. */
    async witnesses(establishmentId: string, since: Instant, limit: number): Promise<readonly number[]> {
      const rows = await db
        .selectFrom('last_state as s')
        .innerJoin('installation as i', 'i.id', 's.installation_id')
        .innerJoin('board as b', 'b.mac', 'i.mac')
        .where('i.establishment_id', '!=', establishmentId)
        .where('b.type', '=', 'eletric')
        .where('s.at', '>=', new Date(since))
        .where('i.installed_at', '<=', new Date(since))
        .distinctOn('i.establishment_id')
        .select('i.id')
        .orderBy('i.establishment_id')
        .orderBy('i.id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
};
