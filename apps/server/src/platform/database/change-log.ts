import { setImmediate as immediate } from 'node:timers/promises';
import { MINUTE_MS } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { oncePerReading } from './one-reading.ts';

const ASK = `select pg_current_snapshot()::text as snapshot, array(
  select distinct kind || ' ' || installation_id from noted_change
  where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)) as changed`;

const ASK_FIRST = `select pg_current_snapshot()::text as snapshot, '{}'::text[] as changed`;

/** Whoever has not asked for half as long takes everything for changed. */
const FORGET = `delete from noted_change where at < now() - interval '1 hour'`;
const LONGEST_UNASKED_MS = 30 * MINUTE_MS;

/** `closed`: the closed days of an installation. `passed`: its quarter-hours that began more than 20 minutes ago. */
type ChangeOfInstallation = 'closed' | 'passed';

type Kind = ChangeOfInstallation | 'structure';

const nothingHeard = (): Readonly<Record<Kind, Map<number, number>>> => ({
  structure: new Map(),
  closed: new Map(),
  passed: new Map(),
});

/** The change log (`noted_change`): tells what changed of that which is kept, without anybody having to tell it of a change. */
export interface ChangeLog {
  /**
   * Resolves when everything is known that was committed before; within one reading (`one-reading.ts`), before it first
   * asked. One question for all who ask in the same turn.
   */
  ask(): Promise<void>;
  /** As far as is known: another number as soon as anything of accounts, places, meters, groups, contracts or tariffs changed. */
  structure(): number;
  /** As far as is known: another number as soon as this was changed. */
  of(kind: ChangeOfInstallation, installationId: number): number;
  /** As far as is known: another number as soon as this was changed of any of them. */
  ofAny(kind: ChangeOfInstallation, installationIds: readonly number[]): number;
  forgetOld(): Promise<void>;
}

interface AnswerRow {
  readonly snapshot: string;
  readonly changed: readonly string[];
}

export const createChangeLog = (
  pool: Pick<Pool, 'query'>,
  /** Milliseconds on a clock that only goes forward. */
  elapsed: () => number = () => performance.now(),
): ChangeLog => {
  /** Counts what was heard of; of each kind and number, when it was last heard. */
  let heard = 0;
  let lastHeard = nothingHeard();
  /** When everything was taken for changed. */
  let begun = 0;
  let asked = 0;
  /** What there was to see when it was last asked, by whoever asked latest. */
  let seen: { readonly snapshot: string; readonly by: number; readonly at: number } | null = null;
  let next: Promise<void> | null = null;

  const hear = async (): Promise<void> => {
    const by = ++asked;
    const at = elapsed();
    const before = seen === null || at - seen.at > LONGEST_UNASKED_MS ? null : seen.snapshot;
    const { rows } = await pool.query<AnswerRow>(
      before === null
        ? { name: 'first-changes', text: ASK_FIRST }
        : { name: 'changes', text: ASK, values: [before] },
    );
    const { snapshot, changed } = rows[0] as AnswerRow;
    if (before === null) {
      begun = ++heard;
      lastHeard = nothingHeard();
    }
    for (const one of changed) {
      const [kind, id] = one.split(' ') as [Kind, string];
      lastHeard[kind].set(Number(id), ++heard);
    }
    // Of two who ask at once the one that asked later may have seen less: a change may be heard twice, never missed.
    if (seen === null || by > seen.by) seen = { snapshot, by, at };
  };
  const versionOf = (kind: Kind, id: number): number => lastHeard[kind].get(id) ?? begun;

  return {
    ask: () =>
      oncePerReading(() => {
        next ??= immediate().then(() => {
          next = null;
          return hear();
        });
        return next;
      }),
    structure: () => versionOf('structure', 0),
    of: versionOf,
    // Whatever changes is heard later than all that had been heard.
    ofAny: (kind, ids) => ids.reduce((latest, id) => Math.max(latest, versionOf(kind, id)), begun),
    async forgetOld() {
      await pool.query(FORGET);
    },
  };
};
