import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../database/open-database.ts';
import { CLOCK_SKEW_MS } from './clock-skew.ts';

interface Allowance {
  readonly key: Buffer;
  readonly most: number;
  /** Of the first use: then all of them count no longer. */
  readonly endsAt: Instant;
}

export const createCountedUsesRepository = (db: Connection) => ({
  /** Counts one use, or answers until when none is left: then nothing is written. */
  async use({ key, most, endsAt }: Allowance, now: Instant): Promise<Instant | null> {
    const at = new Date(now);
    const latest = new Date(endsAt + CLOCK_SKEW_MS);
    const isRunning = (of: string) =>
      sql`(${sql.ref(`${of}.ends_at`)} > ${at}::timestamptz and ${sql.ref(`${of}.ends_at`)} <= ${latest}::timestamptz)`;
    for (;;) {
      const { rows: used } = await sql`
        insert into counted_use as known (key, used, ends_at)
        select ${key}::bytea, 1, ${new Date(endsAt)}::timestamptz
        where not exists (
          select from counted_use as counted where counted.key = ${key}::bytea and ${isRunning('counted')} and counted.used >= ${most}
        )
        on conflict (key) do update set
          used = case when ${isRunning('known')} then known.used + 1 else 1 end,
          ends_at = case when ${isRunning('known')} then known.ends_at else excluded.ends_at end
        where not ${isRunning('known')} or known.used < ${most}
        returning key
      `.execute(db);
      if (used.length > 0) return null;
      const full = await db
        .selectFrom('counted_use')
        .where('key', '=', key)
        .where('ends_at', '>', at)
        .where('ends_at', '<=', latest)
        .select('ends_at')
        .executeTakeFirst();
      // Where it was removed between the two, there is room.
      if (full !== undefined) return instant(full.ends_at.getTime());
    }
  },
  /** Removes expired uses, and those that end first beyond the `most` newest. */
  async removeOld(now: Instant, max: number): Promise<void> {
    await sql`
      with old as (
        select key from counted_use
        where ends_at <= greatest(
          ${new Date(now)}::timestamptz,
          (select ends_at from counted_use order by ends_at desc offset ${max} limit 1)
        )
        for update skip locked
      )
      delete from counted_use using old where counted_use.key = old.key
    `.execute(db);
  },
});
