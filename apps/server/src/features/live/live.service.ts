import { randomUUID } from 'node:crypto';
import type { Mac } from '@nascente/domain/metering/mac';
import { alertTopic, parseBoardTopic, parseEstablishmentAlertTopic } from '@nascente/domain/metering/topic';
import type { Instant } from '@nascente/domain/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log/log.ts';
import { type ConnectedHome, DISCOVERY, isOfHome } from '../integrations/index.ts';
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
  /** What its person may watch, and when that was asked. */
  watchable: Watchable;
  askedAt: number;
  /** Meters that changed since, with the number of the last question before: a later one settles it. */
  readonly doubted: Map<Mac, number>;
  readonly topics: Map<string, Mac>;
  /** The meters that the key of another system is for; null: all that its owner sees; undefined: a browser. */
  readonly keyFor?: ReadonlySet<string> | null;
  /** It is a Home Assistant. */
  readonly home?: ConnectedHome;
  /** In whose name another system reads. */
  readonly caller?: Caller;
  /** Establishments of whose alerts another system wants to hear. */
  readonly heardEstablishments: Set<string>;
}

/** The meters whose live feed a person may follow. */
interface Watchable {
  readonly isEveryInstalled: boolean;
  readonly macs: ReadonlySet<Mac>;
  /** The same by the ids of their establishments. */
  readonly establishments: ReadonlyMap<string, readonly Mac[]>;
}

interface FeedCredentials {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  readonly expiresAt: Instant;
}

/** Says what a person may see now. */
export interface Visibility {
  readonly watchable: (accountId: string) => Promise<Watchable>;
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
  /** The same of another system, whose key is known: it reads as long as the key is there. */
  readonly admitKey: (
    caller: Caller,
    boards: readonly string[] | null,
    home?: ConnectedHome,
  ) => Promise<LiveViewer | null>;
  /** The Home Assistants that are connected. */
  readonly homes: () => readonly (LiveViewer & { readonly home: ConnectedHome })[];
  /** Other systems that hear of the alerts of an establishment, where somebody may see what it measures. */
  readonly systemsAt: (establishmentId: string) => readonly (LiveViewer & { readonly caller: Caller })[];
  /** Home Assistant says when it begins and ends. */
  readonly mayMention: (viewer: LiveViewer, topic: string) => boolean;
  /** Answers from memory, so that what is refused costs no question: what may be watched is asked every 2 s, and after changes. */
  readonly maySubscribe: (viewer: LiveViewer, topic: string) => boolean;
  readonly mayReceive: (viewer: LiveViewer, topic: string) => boolean;
  /** The meters that connected browsers watch. */
  readonly watching: () => ReadonlySet<Mac>;
  /** Called when a browser begins to watch a meter. @returns stops listening. */
  readonly onWatch: (listener: (mac: Mac) => void) => () => void;
  /** The accounts of connected browsers that see one of these meters now. */
  readonly concerned: (macs: readonly string[]) => ReadonlySet<string>;
  readonly hasEnded: (viewer: LiveViewer) => boolean;
  readonly left: (viewer: LiveViewer) => void;
  /** Asks again for everybody who is connected; what is not granted any more is not delivered from then on. */
  readonly recheck: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => void;
}

/** On which Home Assistant says that it has begun, or will end. */
const HOME_BIRTH = `${DISCOVERY}status`;
const LIFETIME_MS = 5 * 60_000;
const RECHECK_MS = 2_000;
/** What could not be confirmed for so long (the database is away) counts no more. */
const CONFIRMED_FOR_MS = 10_000;

export const createLiveService = (needs: {
  live: LiveRepository;
  visibility: Visibility;
  /** Whether a board is at an establishment now, from memory. */
  isInstalled: (mac: Mac) => boolean;
  clock: () => Instant;
  log: Log;
}): LiveService => {
  const { live, visibility, isInstalled, clock, log } = needs;
  const viewers = new Set<LiveViewer>();
  const listeners = new Set<(mac: Mac) => void>();
  let secret: Promise<Buffer> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let rechecking: Promise<void> | null = null;
  let questions = 0;

  const theSecret = (): Promise<Buffer> => {
    secret ??= live.secret().catch((failure: unknown) => {
      secret = null;
      throw failure;
    });
    return secret;
  };

  const seesNow = ({ watchable, doubted, askedAt, keyFor }: LiveViewer, mac: Mac): boolean =>
    (keyFor === undefined || keyFor === null || keyFor.has(mac)) &&
    (watchable.macs.has(mac) || (watchable.isEveryInstalled && isInstalled(mac))) &&
    !doubted.has(mac) &&
    clock() - askedAt < CONFIRMED_FOR_MS;

  /** An Admin sees every establishment. */
  const seesEstablishment = (viewer: LiveViewer, establishmentId: string): boolean => {
    const { isEveryInstalled, establishments } = viewer.watchable;
    if (isEveryInstalled) return clock() - viewer.askedAt < CONFIRMED_FOR_MS;
    return (establishments.get(establishmentId) ?? []).some((mac) => seesNow(viewer, mac));
  };

  const recheckAccount = async (accountId: string, ofAccount: readonly LiveViewer[]): Promise<void> => {
    const askedAt = clock();
    const question = ++questions;
    const watchable = await visibility.watchable(accountId);
    for (const viewer of ofAccount) {
      viewer.watchable = watchable;
      viewer.askedAt = askedAt;
      for (const [mac, before] of viewer.doubted) if (before < question) viewer.doubted.delete(mac);
    }
  };

  const recheckAll = async (): Promise<void> => {
    if (viewers.size === 0) return;
    const present = [...viewers];
    const alive = await live.alive([...new Set(present.map(({ session }) => session))], clock());
    for (const viewer of present) viewer.isOver ||= !alive.has(viewer.session);
    const byAccount = Map.groupBy(present, ({ accountId }) => accountId);
    await Promise.all([...byAccount].map(([accountId, ofAccount]) => recheckAccount(accountId, ofAccount)));
  };

  /** One that runs already may have asked before the change that this one is about. */
  const recheck = async (): Promise<void> => {
    await rechecking?.catch(() => undefined);
    rechecking ??= recheckAll().finally(() => (rechecking = null));
    await rechecking;
  };

  const recheckInBackground = (): Promise<void> =>
    recheck().catch((failure: unknown) =>
      log.warn({ err: failure }, 'who may watch what could not be asked'),
    );

  /** Until it is asked again nobody watches this meter; whoever made the change waits for the answer. */
  const suspend = (mac: Mac): Promise<void> => {
    for (const { doubted } of viewers) doubted.set(mac, questions);
    return recheckInBackground();
  };
  let forget: (() => void) | null = null;

  const admit = async (
    { accountId, session, expiresAt }: Pick<LiveViewer, 'accountId' | 'session' | 'expiresAt'>,
    system?: {
      readonly caller: Caller;
      readonly boards: readonly string[] | null;
      readonly home: ConnectedHome | undefined;
    },
  ): Promise<LiveViewer | null> => {
    const askedAt = clock();
    const [alive, watchable] = await Promise.all([
      live.alive([session], askedAt),
      visibility.watchable(accountId),
    ]);
    if (!alive.has(session)) return null;
    const rights = {
      watchable,
      askedAt,
      doubted: new Map(),
      topics: new Map(),
      heardEstablishments: new Set<string>(),
    };
    const asSystem = system && {
      caller: system.caller,
      keyFor: system.boards && new Set(system.boards),
      ...(system.home && { home: system.home }),
    };
    const viewer: LiveViewer = {
      accountId,
      session,
      expiresAt,
      isOver: false,
      ...rights,
      ...asSystem,
    };
    viewers.add(viewer);
    return viewer;
  };

  const hearsEstablishment = (viewer: LiveViewer, establishmentId: string): boolean => {
    if (viewer.caller === undefined || !seesEstablishment(viewer, establishmentId)) return false;
    viewer.heardEstablishments.add(establishmentId);
    return true;
  };

  return {
    async issue(caller) {
      const clientId = `web-${randomUUID()}`;
      const expiresAt = (clock() + LIFETIME_MS) as Instant;
      const session = caller.sessionHash.toString('hex');
      const { accountId } = caller;
      const password = signFeedToken({ accountId, session, clientId, expiresAt }, await theSecret());
      return { clientId, username: accountId, password, expiresAt };
    },
    admitKey(caller, boards, home) {
      const session = caller.sessionHash.toString('hex');
      const { accountId } = caller;
      return admit({ accountId, session, expiresAt: Number.POSITIVE_INFINITY }, { caller, boards, home });
    },
    systemsAt: (establishmentId) =>
      [...viewers].filter(
        (viewer): viewer is LiveViewer & { readonly caller: Caller } =>
          viewer.caller !== undefined && viewer.heardEstablishments.has(establishmentId),
      ),
    homes: () =>
      [...viewers].filter(
        (viewer): viewer is LiveViewer & { readonly home: ConnectedHome } =>
          viewer.home !== undefined && !viewer.isOver,
      ),
    mayMention({ home }, topic) {
      if (home === undefined || topic !== HOME_BIRTH) return false;
      home.isNew = true;
      return true;
    },
    async authenticate({ username, password, clientId }) {
      const claims = readFeedToken(password.toString('latin1'), await theSecret(), clock());
      if (claims === null || claims.accountId !== username || claims.clientId !== clientId) return null;
      return admit(claims);
    },
    maySubscribe(viewer, topic) {
      if (viewer.home && isOfHome(topic, viewer.home.id)) {
        viewer.home.isNew = true;
        return true;
      }
      if (topic === alertTopic(viewer.accountId)) return viewer.keyFor === undefined;
      const establishment = parseEstablishmentAlertTopic(topic);
      if (establishment !== null) return hearsEstablishment(viewer, establishment);
      const mac = parseBoardTopic(topic);
      if (mac === null || !seesNow(viewer, mac)) return false;
      for (const listener of listeners) listener(mac);
      viewer.topics.set(topic, mac);
      return true;
    },
    mayReceive(viewer, topic) {
      if (viewer.home && isOfHome(topic, viewer.home.id)) return !viewer.isOver;
      if (topic === alertTopic(viewer.accountId)) return !viewer.isOver;
      const establishment = parseEstablishmentAlertTopic(topic);
      if (establishment !== null)
        return (
          !viewer.isOver &&
          viewer.heardEstablishments.has(establishment) &&
          seesEstablishment(viewer, establishment)
        );
      const mac = viewer.topics.get(topic);
      return !viewer.isOver && mac !== undefined && seesNow(viewer, mac);
    },
    watching: () => new Set([...viewers].flatMap(({ topics }) => [...topics.values()])),
    onWatch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    concerned: (macs) =>
      new Set(
        [...viewers]
          .filter((viewer) => !viewer.isOver && macs.some((mac) => seesNow(viewer, mac as Mac)))
          .map(({ accountId }) => accountId),
      ),
    hasEnded: (viewer) => viewer.isOver || viewer.expiresAt <= clock(),
    left: (viewer) => void viewers.delete(viewer),
    recheck,
    start() {
      forget = visibility.onChange(({ mac }) => suspend(mac));
      timer = setInterval(() => void recheckInBackground(), RECHECK_MS);
    },
    stop() {
      clearInterval(timer);
      forget?.();
    },
  };
};
