import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Caller } from '../../platform/http/caller.ts';
import type { ConnectedHome } from '../integrations/index.ts';

/** Meters with a live feed that a person may subscribe to. */
export interface Watchable {
  readonly isEveryInstalled: boolean;
  readonly macs: ReadonlySet<Mac>;
  /** The meters by the ids of their establishments. */
  readonly establishments: ReadonlyMap<string, readonly Mac[]>;
}

export interface LiveViewer {
  readonly accountId: string;
  readonly session: string;
  /** When its credentials expire, epoch ms. The browser renews them by connecting again. */
  readonly expiresAt: number;
  /** The session has ended, or the account is disabled. */
  isOver: boolean;
  /** The meters of the viewer, when they were queried, and the number of that query. */
  watchable: Watchable;
  requestedAt: number;
  question: number;
  /** Meters that changed since, with the number of the last earlier query; a later query confirms the access. */
  readonly doubted: Map<Mac, number>;
  readonly topics: Map<string, Mac>;
  /** Meters of the integration key; `null`: all meters of its owner; `undefined`: a browser. */
  readonly keyFor?: ReadonlySet<string> | null;
  readonly home?: ConnectedHome;
  /** Account of the integration. */
  readonly caller?: Caller;
  /** Establishments with an alert subscription of the integration. */
  readonly receivedEstablishments: Set<string>;
}

/** Access ends if it could not be confirmed for this time, as while the database is unavailable. */
const CONFIRMED_FOR_MS = 10_000;

export type Sight = ReturnType<typeof createSight>;

/** Decides by the last check which meters and establishments a viewer sees. */
export const createSight = ({
  isInstalled,
  clock,
}: {
  /** Whether a board is at an establishment now, from memory. */
  isInstalled: (mac: Mac) => boolean;
  clock: () => Instant;
}) => {
  const isConfirmed = ({ requestedAt }: LiveViewer): boolean => clock() - requestedAt < CONFIRMED_FOR_MS;

  const seesMeter = (viewer: LiveViewer, mac: Mac): boolean => {
    const { watchable, doubted, keyFor } = viewer;
    const isOfKey = keyFor === undefined || keyFor === null || keyFor.has(mac);
    const isGranted = watchable.macs.has(mac) || (watchable.isEveryInstalled && isInstalled(mac));
    return isOfKey && isGranted && !doubted.has(mac) && isConfirmed(viewer);
  };

  return {
    seesMeter,
    /** An Admin sees every establishment. */
    seesEstablishment(viewer: LiveViewer, establishmentId: string): boolean {
      const { isEveryInstalled, establishments } = viewer.watchable;
      if (isEveryInstalled) return isConfirmed(viewer);
      return (establishments.get(establishmentId) ?? []).some((mac) => seesMeter(viewer, mac));
    },
  };
};
