import { randomBytes } from 'node:crypto';
import { HOUR_MS, type Instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { type ChainedEvent, createAuditChainRepository, createAuditRepository } from './audit.repository.ts';
import { digestOf, hashOfLink, type Link } from './chain.ts';

const LINKED_AT_ONCE = 2_000;
const SALT_BYTES = 16;

/** Links up to `LINKED_AT_ONCE` events. @returns whether more may be unlinked. */
const chainSome = (db: Connection, at: Instant): Promise<boolean> =>
  db.transaction().execute(async (within) => {
    const chain = createAuditChainRepository(within);
    await chain.hold();
    const events = await chain.unchained(LINKED_AT_ONCE);
    let before = await chain.head();
    const links = events.map((event) => {
      const salt = randomBytes(SALT_BYTES);
      const digest = digestOf(event.detail, salt);
      const number = before.number + 1;
      const previousHash = before.hash;
      before = { number, hash: hashOfLink(number, previousHash, event, digest) };
      return { id: event.id, ...before, previousHash, digest, salt };
    });
    if (links.length > 0) await chain.link(links, at);
    return events.length === LINKED_AT_ONCE;
  });

/** Longer than the skew between the clocks of several processes. */
const SET_BACK_MS = 5 * MINUTE_MS;

/** Records that the clock was set back. Otherwise later events would look inserted among those of the fast clock. */
const noteSetBack = async (db: Connection, now: Instant): Promise<void> => {
  const latest = await createAuditChainRepository(db).latestAt();
  if (latest === null || latest.getTime() - now < SET_BACK_MS) return;
  await createAuditRepository(db).insert({
    at: now,
    action: 'clock-set-back',
    actorId: null,
    subjectId: null,
    address: '',
    device: '',
    detail: { from: latest.toISOString(), to: new Date(now).toISOString() },
  });
};

/** Chains events committed since the last run. Recording an event waits for no lock; only this job is serial. */
export const chainEvents = async (needs: { db: Connection; clock: () => Instant }): Promise<void> => {
  const at = needs.clock();
  await noteSetBack(needs.db, at);
  while (await chainSome(needs.db, at));
};

const VERIFIED_AT_ONCE = 5_000;
const MAX_REPORTED = 50;
/** Events are linked within minutes. This limit allows for the events of a long import, which are committed late. */
const LATE_MS = HOUR_MS;

interface Problem {
  /**
   * `changed`: the event does not match its hash, the previous hash or the noted hash. `removed`: an event of this number is
   * missing. `inserted`: the event has a time long before that of events linked earlier, since the clock was last set back.
   */
  readonly kind: 'changed' | 'removed' | 'inserted';
  readonly number: number;
  /** The last number of a sequence of missing events; otherwise the same number. */
  readonly upTo: number;
  /** The time of the event; `null` if it is missing. */
  readonly at: Date | null;
}

export interface ChainReport {
  readonly events: number;
  /** Events that are not linked yet. */
  readonly waiting: number;
  /** Events without their detail, which was deleted with the account. */
  readonly erased: number;
  readonly first: { readonly number: number; readonly at: Date } | null;
  readonly head: Link;
  /** At most `MAX_REPORTED` problems, in the order of the chain; empty: the chain is complete and unchanged. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
}

/** The details of an event are erased only with its account. */
const isErased = ({ detail, subjectId, subjectEmail }: ChainedEvent): boolean =>
  Object.keys(detail).length === 0 && subjectId !== null && subjectEmail === null;

const isAsHashed = (event: ChainedEvent): boolean => {
  const { number, previousHash, hash, digest, salt, detail } = event;
  const agrees = salt === null ? isErased(event) : digestOf(detail, salt).equals(digest);
  return agrees && hashOfLink(number, previousHash, event, digest).equals(hash);
};

const createWalk = (anchor: Link, noted: Link | null) => {
  const problems: Problem[] = [];
  let problemCount = 0;
  let [events, erased] = [0, 0];
  let before = anchor;
  let first: ChainReport['first'] = null;
  let [run, newestOfRun, newestBefore] = [0, 0, 0];

  const notify = (problem: Problem): void => {
    problemCount += 1;
    if (problems.length < MAX_REPORTED) problems.push(problem);
  };

  const followRuns = ({ at, chainedAt, action }: ChainedEvent): void => {
    if (action === 'clock-set-back') {
      // A clock that was ahead wrote the earlier events. Later events are compared with each other only.
      [run, newestOfRun, newestBefore] = [chainedAt.getTime(), at.getTime(), 0];
      return;
    }
    if (chainedAt.getTime() !== run) {
      run = chainedAt.getTime();
      newestBefore = Math.max(newestBefore, newestOfRun);
      newestOfRun = 0;
    }
    newestOfRun = Math.max(newestOfRun, at.getTime());
  };

  return {
    step(event: ChainedEvent): void {
      const { number, at, previousHash, hash, salt } = event;
      first ??= { number, at };
      if (number > before.number + 1)
        notify({ kind: 'removed', number: before.number + 1, upTo: number - 1, at: null });
      followRuns(event);
      const follows = number !== before.number + 1 || previousHash.equals(before.hash);
      const isAsNoted = noted?.number !== number || noted.hash.equals(hash);
      if (!follows || !isAsNoted || !isAsHashed(event)) notify({ kind: 'changed', number, upTo: number, at });
      else if (at.getTime() + LATE_MS < newestBefore) notify({ kind: 'inserted', number, upTo: number, at });
      events += 1;
      if (salt === null) erased += 1;
      before = { number, hash };
    },
    report(waiting: number): ChainReport {
      if (noted !== null && noted.number > before.number)
        notify({ kind: 'removed', number: before.number + 1, upTo: noted.number, at: null });
      return { events, waiting, erased, first, head: before, problems, problemCount };
    },
  };
};

/**
 * Verifies the whole trail in one snapshot. @param noted - number and hash stored outside the database: an attacker with database
 * access can rebuild the chain, but not to match this hash
 */
export const verifyChain = (db: Connection, noted: Link | null = null): Promise<ChainReport> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (within) => {
      const chain = createAuditChainRepository(within);
      const anchor = await chain.anchor();
      const walk = createWalk(anchor, noted);
      let page = await chain.after(0, VERIFIED_AT_ONCE);
      while (page.length > 0) {
        for (const event of page) walk.step(event);
        page = await chain.after(page.at(-1)?.number ?? 0, VERIFIED_AT_ONCE);
      }
      return walk.report(await chain.countUnchained());
    });
