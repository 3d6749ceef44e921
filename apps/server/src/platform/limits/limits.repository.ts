import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../database/open-database.ts';
import { CLOCK_SKEW_MS } from './clock-skew.ts';

interface UseLimit {
  readonly key: Buffer;
  readonly max: number;
  /** End of the window, if this use begins one. */
  readonly endsAt: Instant;
}

export const createCountedUsesRepository = (db: Connection) => ({
  /** Counts one use. At the limit nothing is written. @returns the time until which no use is left, or `null` */
  async use({ key, max, endsAt }: UseLimit, now: Instant): Promise<Instant | null> {
    const at = new Date(now);
    const latest = new Date(endsAt + CLOCK_SKEW_MS);
    /** A window that ends after `latest` was stored by a wrong clock and does not count. */
    const isRunning = (of: string) =>
      sql`(${sql.ref(`${of}.ends_at`)} > ${at}::timestamptz and ${sql.ref(`${of}.ends_at`)} <= ${latest}::timestamptz)`;
    for (;;) {
      const { rows: used } = await sql`
        insert into counted_use as known (key, used, ends_at)
        select ${key}::bytea, 1, ${new Date(endsAt)}::timestamptz
        where not exists (
          select from counted_use as counted where counted.key = ${key}::bytea and ${isRunning('counted')} and counted.used >= ${max}
        )
        on conflict (key) do update set
          used = case when ${isRunning('known')} then known.used + 1 else 1 end,
          ends_at = case when ${isRunning('known')} then known.ends_at else excluded.ends_at end
        where not ${isRunning('known')} or known.used < ${max}
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
      // If the row was removed between the two statements, the use is allowed.
      if (full !== undefined) return instant(full.ends_at.getTime());
    }
  },
  /** Removes expired uses, and those that end first beyond the `max` newest. */
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

/** Failed attempts under one key. */
export type FailedAttempts = ReturnType<typeof toAttempts>;

interface AttemptToCount {
  readonly key: Buffer;
  /** Time at which the failures of the key expire. */
  readonly forgottenAt: Instant;
}

interface Row {
  readonly key: Buffer;
  readonly attempts: number;
  readonly last_at: Date;
}

const toAttempts = ({ key, attempts, last_at }: Row) => ({
  key,
  attempts,
  lastAt: instant(last_at.getTime()),
});

/** Rows are locked in the order of their keys, so that no two transactions deadlock. */
export const createFailedAttemptsRepository = (db: Connection) => ({
  /** Failures that have not expired. */
  async find(keys: readonly Buffer[], now: Instant): Promise<readonly FailedAttempts[]> {
    const rows = await db
      .selectFrom('failed_attempt')
      .where('key', 'in', keys)
      .where('forgotten_at', '>=', new Date(now))
      .select(['key', 'attempts', 'last_at'])
      .execute();
    return rows.map(toAttempts);
  },
  /** Counts one more attempt of each key, and returns the earlier state, locked until the commit. */
  async count(attempts: readonly AttemptToCount[], now: Instant): Promise<readonly FailedAttempts[]> {
    const at = new Date(now);
    const keys = attempts.map(({ key }) => key);
    const forgotten = attempts.map(({ forgottenAt }) => new Date(forgottenAt));
    const { rows } = await sql<Row>`
      insert into failed_attempt as counted (key, attempts, last_at, forgotten_at)
      select key, 1, ${at}::timestamptz, forgotten_at
      from unnest(${keys}::bytea[], ${forgotten}::timestamptz[]) as attempt (key, forgotten_at) order by key
      on conflict (key) do update set
        attempts = case when counted.forgotten_at < excluded.last_at then 1 else counted.attempts + 1 end,
        last_at = excluded.last_at, forgotten_at = excluded.forgotten_at
      returning counted.key, counted.attempts - 1 as attempts, coalesce(old.last_at, counted.last_at) as last_at
    `.execute(db);
    return rows.map(toAttempts);
  },
  /** Uncounts one attempt of each key. */
  async takeBack(keys: readonly Buffer[]): Promise<void> {
    await sql`
      with held as (
        select key from failed_attempt where key = any(${keys}::bytea[]) order by key for update
      )
      update failed_attempt set attempts = greatest(attempts - 1, 0) from held where failed_attempt.key = held.key
    `.execute(db);
  },
  /** Removes all failures of each key. */
  async forgive(keys: readonly Buffer[]): Promise<void> {
    await sql`
      with held as (
        select key from failed_attempt where key = any(${keys}::bytea[]) order by key for update
      )
      delete from failed_attempt using held where failed_attempt.key = held.key
    `.execute(db);
  },
  /** Removes expired failures, and those that expire first beyond the `max` newest. */
  async removeOld(now: Instant, max: number): Promise<void> {
    await sql`
      with old as (
        select key from failed_attempt
        where forgotten_at < greatest(
          ${new Date(now)}::timestamptz,
          (select forgotten_at from failed_attempt order by forgotten_at desc offset ${max - 1} limit 1)
        )
        for update skip locked
      )
      delete from failed_attempt using old where failed_attempt.key = old.key
    `.execute(db);
  },
});
