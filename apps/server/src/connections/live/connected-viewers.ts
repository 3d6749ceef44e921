import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Platform } from '../../platform/platform.ts';
import type { LiveRepository } from './live.repository.ts';
import type { LiveViewer, Watchable } from './live-viewer.ts';

/** Returns the meters that a user may see now, and reports changes. */
export interface Visibility {
  readonly watchable: (accountId: string) => Promise<Watchable>;
  readonly onChange: (listener: (change: { readonly mac: Mac }) => unknown) => () => void;
}

const RECHECK_MS = 2_000;
const NO_METERS: Watchable = { isEveryInstalled: false, macs: new Set(), establishments: new Map() };

export type ConnectedViewers = ReturnType<typeof createConnectedViewers>;

/** Connected viewers and their meters, read every 2 s and before a change is answered. */
export const createConnectedViewers = (
  needs: Pick<Platform, 'clock' | 'log'> & { live: Pick<LiveRepository, 'alive'>; visibility: Visibility },
) => {
  const { live, visibility, clock, log } = needs;
  const viewers = new Set<LiveViewer>();
  /** Viewers before their first check has ended. A change during this check concerns them too. */
  const joining = new Set<LiveViewer>();
  let timer: NodeJS.Timeout | undefined;
  let rechecking: Promise<void> | null = null;
  let questions = 0;
  let forget: (() => void) | null = null;

  const recheckAccount = async (accountId: string, ofAccount: readonly LiveViewer[]): Promise<void> => {
    const requestedAt = clock();
    const question = ++questions;
    const watchable = await visibility.watchable(accountId);
    for (const viewer of ofAccount) {
      // A later query, which may have read a change, has been answered first.
      if (viewer.question > question) continue;
      viewer.question = question;
      viewer.watchable = watchable;
      viewer.requestedAt = requestedAt;
      for (const [mac, before] of viewer.doubted) if (before < question) viewer.doubted.delete(mac);
    }
  };

  const recheckAll = async (): Promise<void> => {
    const present = [...viewers, ...joining];
    if (present.length === 0) return;
    const alive = await live.alive([...new Set(present.map(({ session }) => session))], clock());
    for (const viewer of present) viewer.isOver ||= !alive.has(viewer.session);
    const byAccount = Map.groupBy(present, ({ accountId }) => accountId);
    await Promise.all([...byAccount].map(([accountId, ofAccount]) => recheckAccount(accountId, ofAccount)));
  };

  /**
   * Checks all viewers again. A check that is already running may have read the state before the change, so another one follows
   * it.
   */
  const recheck = async (): Promise<void> => {
    await rechecking?.catch(() => undefined);
    rechecking ??= recheckAll().finally(() => (rechecking = null));
    await rechecking;
  };

  const recheckInBackground = (): Promise<void> =>
    recheck().catch((failure: unknown) =>
      log.warn({ err: failure }, 'who may watch what could not be asked'),
    );

  /** No viewer receives this meter until the next check, for which the author of the change waits. */
  const suspend = (mac: Mac): Promise<void> => {
    for (const { doubted } of [...viewers, ...joining]) doubted.set(mac, questions);
    return recheckInBackground();
  };

  return {
    all: viewers as ReadonlySet<LiveViewer>,
    /** Admits a viewer with a valid session; `null` if the session has ended. */
    async add(
      { accountId, session, expiresAt }: Pick<LiveViewer, 'accountId' | 'session' | 'expiresAt'>,
      system?: Pick<LiveViewer, 'caller' | 'keyFor' | 'home'>,
    ): Promise<LiveViewer | null> {
      const viewer: LiveViewer = {
        accountId,
        session,
        expiresAt,
        isOver: false,
        watchable: NO_METERS,
        requestedAt: 0,
        question: 0,
        doubted: new Map(),
        topics: new Map(),
        receivedEstablishments: new Set(),
        ...system,
      };
      joining.add(viewer);
      try {
        const [alive] = await Promise.all([
          live.alive([session], clock()),
          recheckAccount(accountId, [viewer]),
        ]);
        if (viewer.isOver || !alive.has(session)) return null;
        viewers.add(viewer);
        return viewer;
      } finally {
        joining.delete(viewer);
      }
    },
    remove: (viewer: LiveViewer): void => void viewers.delete(viewer),
    /** Checks again for each viewer; a delivery without access ends at once. */
    recheck,
    start(): void {
      forget = visibility.onChange(({ mac }) => suspend(mac));
      timer = setInterval(() => void recheckInBackground(), RECHECK_MS);
    },
    stop(): void {
      clearInterval(timer);
      forget?.();
    },
  };
};
