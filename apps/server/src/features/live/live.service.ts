import { randomUUID } from 'node:crypto';
import type { Mac } from '@nascente/domain/metering/mac';
import { parseBoardTopic } from '@nascente/domain/metering/topic';
import type { Instant } from '@nascente/domain/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log/log.ts';
import { readFeedToken, signFeedToken } from './feed-token.ts';
import type { LiveRepository } from './live.repository.ts';

/** A browser on the live feed. */
export interface LiveViewer {
  readonly accountId: string;
  readonly session: string;
  /** When its credentials run out; the browser renews them by connecting anew. */
  readonly expiresAt: number;
  /** Its session has ended, or its account is disabled. */
  isOver: boolean;
  /** Topics it may receive, with the moment at which that was last true. */
  readonly grants: Map<string, { readonly mac: Mac; checkedAt: number }>;
}

export interface FeedCredentials {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  readonly expiresAt: Instant;
}

/** Says of a person and a meter whether that person may see it now. */
export interface Visibility {
  readonly mayWatch: (accountId: string, mac: Mac) => Promise<boolean>;
  readonly onChange: (listener: (change: { readonly mac: Mac }) => unknown) => () => void;
}

export interface LiveService {
  readonly issue: (caller: Caller) => Promise<FeedCredentials>;
  /** Null unless the credentials are ours, in date, given with their client id, and their session goes on. */
  readonly authenticate: (login: {
    username: string;
    password: Buffer;
    clientId: string;
  }) => Promise<LiveViewer | null>;
  readonly maySubscribe: (viewer: LiveViewer, topic: string) => Promise<boolean>;
  readonly mayReceive: (viewer: LiveViewer, topic: string) => boolean;
  readonly hasEnded: (viewer: LiveViewer) => boolean;
  readonly left: (viewer: LiveViewer) => void;
  /** Asks again for everybody who is connected; what is not granted any more is not delivered from then on. */
  readonly recheck: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => void;
}

const LIFETIME_MS = 5 * 60_000;
const RECHECK_MS = 2_000;
/** A grant that could not be confirmed for so long (the database is away) counts no more. */
const GRANTED_FOR_MS = 10_000;

export const createLiveService = (needs: {
  live: LiveRepository;
  visibility: Visibility;
  clock: () => Instant;
  log: Log;
}): LiveService => {
  const { live, visibility, clock, log } = needs;
  const viewers = new Set<LiveViewer>();
  let secret: Promise<Buffer> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let rechecking: Promise<void> | null = null;

  const theSecret = (): Promise<Buffer> => {
    secret ??= live.secret().catch((failure: unknown) => {
      secret = null;
      throw failure;
    });
    return secret;
  };

  const recheckViewer = async (viewer: LiveViewer, isAlive: boolean): Promise<void> => {
    viewer.isOver ||= !isAlive;
    for (const [topic, grant] of viewer.grants) {
      const askedAt = clock();
      if (await visibility.mayWatch(viewer.accountId, grant.mac)) grant.checkedAt = askedAt;
      else viewer.grants.delete(topic);
    }
  };

  const recheckAll = async (): Promise<void> => {
    if (viewers.size === 0) return;
    const alive = await live.alive([...new Set([...viewers].map(({ session }) => session))], clock());
    for (const viewer of Array.from(viewers)) await recheckViewer(viewer, alive.has(viewer.session));
  };

  /** One that runs already may have asked before the change that this one is about. */
  const recheck = async (): Promise<void> => {
    await rechecking?.catch(() => undefined);
    rechecking ??= recheckAll().finally(() => (rechecking = null));
    await rechecking;
  };

  const recheckInBackground = (): void => {
    recheck().catch((failure: unknown) =>
      log.warn({ err: failure }, 'who may watch what could not be asked'),
    );
  };

  /** Until it is asked again nobody watches this meter. */
  const suspend = (mac: Mac): void => {
    for (const { grants } of viewers) {
      for (const grant of grants.values()) if (grant.mac === mac) grant.checkedAt = 0;
    }
    recheckInBackground();
  };
  let forget: (() => void) | null = null;

  return {
    async issue(caller) {
      const clientId = `web-${randomUUID()}`;
      const expiresAt = (clock() + LIFETIME_MS) as Instant;
      const session = caller.sessionHash.toString('hex');
      const { accountId } = caller;
      const password = signFeedToken({ accountId, session, clientId, expiresAt }, await theSecret());
      return { clientId, username: accountId, password, expiresAt };
    },
    async authenticate({ username, password, clientId }) {
      const claims = readFeedToken(password.toString('latin1'), await theSecret(), clock());
      if (claims === null || claims.accountId !== username || claims.clientId !== clientId) return null;
      const alive = await live.alive([claims.session], clock());
      if (!alive.has(claims.session)) return null;
      const { accountId, session, expiresAt } = claims;
      const viewer: LiveViewer = { accountId, session, expiresAt, isOver: false, grants: new Map() };
      viewers.add(viewer);
      return viewer;
    },
    async maySubscribe(viewer, topic) {
      const mac = parseBoardTopic(topic);
      if (mac === null) return false;
      const askedAt = clock();
      if (!(await visibility.mayWatch(viewer.accountId, mac))) return false;
      viewer.grants.set(topic, { mac, checkedAt: askedAt });
      return true;
    },
    mayReceive(viewer, topic) {
      const grant = viewer.grants.get(topic);
      return !viewer.isOver && grant !== undefined && clock() - grant.checkedAt < GRANTED_FOR_MS;
    },
    hasEnded: (viewer) => viewer.isOver || viewer.expiresAt <= clock(),
    left: (viewer) => void viewers.delete(viewer),
    recheck,
    start() {
      forget = visibility.onChange(({ mac }) => suspend(mac));
      timer = setInterval(recheckInBackground, RECHECK_MS);
    },
    stop() {
      clearInterval(timer);
      forget?.();
    },
  };
};
