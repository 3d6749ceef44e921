import { setImmediate as immediate } from 'node:timers/promises';
import { MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Pool } from 'pg';
import { createPerRequestCache } from './one-reading.ts';

const ASK = `select pg_current_snapshot()::text as snapshot, exists (
  select from change_log
  where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)) as changed`;

const ASK_FIRST = 'select pg_current_snapshot()::text as snapshot, true as changed';

/** Deletes changes older than an hour. A process without a query for 30 minutes treats everything as changed. */
const FORGET = `delete from change_log where at < now() - interval '1 hour'`;
const MAX_UNASKED_MS = 30 * MINUTE_MS;

/** The change log: reports whether cached records have changed. */
export type ChangeLog = ReturnType<typeof createChangeLog>;

interface AnswerRow {
  readonly snapshot: string;
  readonly changed: boolean;
}

export const createChangeLog = (
  pool: Pick<Pool, 'query'>,
  /** Milliseconds on a clock that only goes forward. */
  elapsed: () => number = () => performance.now(),
) => {
  let version = 0;
  let requested = 0;
  /** The newest snapshot of the last query. */
  let seen: { readonly snapshot: string; readonly by: number; readonly at: number } | null = null;
  let next: Promise<void> | null = null;
  const perRequest = createPerRequestCache<void>();

  const hear = async (): Promise<void> => {
    const by = ++requested;
    const at = elapsed();
    const before = seen === null || at - seen.at > MAX_UNASKED_MS ? null : seen.snapshot;
    const { rows } = await pool.query<AnswerRow>(
      before === null
        ? { name: 'first-changes', text: ASK_FIRST }
        : { name: 'changes', text: ASK, values: [before] },
    );
    const { snapshot, changed } = rows[0] as AnswerRow;
    if (changed) version++;
    // Of two concurrent checks, the later one may have the older snapshot. A change may be noticed twice, but is never missed.
    if (seen === null || by > seen.by) seen = { snapshot, by, at };
  };

  return {
    /**
     * Resolves when this process has noticed all earlier commits; within one read scope (`one-reading.ts`), those before its
     * first query. Concurrent calls share a query.
     */
    ask: (): Promise<void> =>
      perRequest('', () => {
        next ??= immediate().then(() => {
          next = null;
          return hear();
        });
        return next;
      }),
    /**
     * Version of the structure, as far as known. It changes when accounts, establishments, meters, groups, contracts or tariffs
     * change.
     */
    structure: (): number => version,
    async forgetOld(): Promise<void> {
      await pool.query(FORGET);
    },
  };
};
