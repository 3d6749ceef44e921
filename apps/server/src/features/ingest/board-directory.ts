import type { BoardKind } from '@nascente/domain/metering/frame';
import type { Mac } from '@nascente/domain/metering/mac';
import type { Instant } from '@nascente/domain/time/zone';
import type { Log } from '../../platform/log/log.ts';
import type { BoardDirectoryRepository, BoardRow, InstallationRow } from './board-directory.repository.ts';

/** A board at a place for a time, as frames are routed to it. */
export interface RoutedInstallation {
  readonly id: number;
  readonly from: Instant;
  /** Removed at; the board is there still when null. */
  readonly until: Instant | null;
  readonly ratedPhaseWatts: number | null;
  /** Newest frame taken in, by the device's clock. */
  newestAt: Instant | null;
}

export interface KnownBoard {
  readonly mac: Mac;
  readonly kind: BoardKind;
  readonly keyHash: Buffer;
  /** Newest first. */
  readonly installations: readonly RoutedInstallation[];
}

export interface BoardDirectory {
  readonly find: (mac: Mac) => KnownBoard | undefined;
  /** Reads one board again (or all); resolves when frames are routed by what the database says now. */
  readonly invalidate: (mac?: Mac) => Promise<void>;
  /** Loads everything, and follows changes made by any process. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

/** A board of which nothing was installed at that instant has nowhere to send its frame. */
export const installationAt = (board: KnownBoard, at: Instant): RoutedInstallation | null => {
  for (const installation of board.installations) {
    if (at >= installation.from && (installation.until === null || at < installation.until))
      return installation;
  }
  return null;
};

const RELISTEN_MS = 1_000;

export const createBoardDirectory = (needs: {
  boards: BoardDirectoryRepository;
  log: Log;
}): BoardDirectory => {
  const { boards, log } = needs;
  const known = new Map<Mac, KnownBoard>();
  /** Outlives reloads: what was taken in is newer than what the database knew when it was read. */
  const installations = new Map<number, RoutedInstallation>();
  let listening: { stop(): void } | null = null;
  let relisten: NodeJS.Timeout | undefined;
  let stopped = false;
  let turn: Promise<unknown> = Promise.resolve();

  const adopt = (row: InstallationRow): RoutedInstallation => {
    const newestAt = installations.get(row.id)?.newestAt ?? null;
    const { id, from, until, ratedPhaseWatts } = row;
    const adopted: RoutedInstallation = { id, from, until, ratedPhaseWatts, newestAt };
    installations.set(id, adopted);
    return adopted;
  };

  const place = (row: BoardRow, rows: readonly InstallationRow[]): void => {
    const newestFirst = [...rows].sort((a, b) => b.from - a.from || b.id - a.id);
    known.set(row.mac, { ...row, installations: newestFirst.map(adopt) });
  };

  const read = async (mac?: Mac): Promise<void> => {
    const rows = await boards.read(mac);
    const byMac = Map.groupBy(rows.installations, (row) => row.mac);
    const present = new Set(rows.boards.map((row) => row.mac));
    for (const gone of mac === undefined ? [...known.keys()] : [mac]) {
      if (!present.has(gone)) known.delete(gone);
    }
    for (const row of rows.boards) place(row, byMac.get(row.mac) ?? []);
  };

  /** One read after another, so that an older answer never replaces a newer one. */
  const invalidate = (mac?: Mac): Promise<void> => {
    const next = turn.then(() => read(mac));
    turn = next.catch(() => undefined);
    return next;
  };

  const follow = async (): Promise<void> => {
    listening = await boards.listen(
      (mac) =>
        void invalidate(mac).catch((failure: unknown) =>
          log.warn({ err: failure, mac }, 'board not re-read'),
        ),
      () => later(),
    );
    await invalidate();
  };

  const later = (): void => {
    listening = null;
    if (stopped) return;
    relisten = setTimeout(() => {
      follow().catch((failure: unknown) => {
        log.warn({ err: failure }, 'changes of boards are not followed yet');
        if (listening === null) later();
        else listening.stop();
      });
    }, RELISTEN_MS);
  };

  return {
    find: (mac) => known.get(mac),
    invalidate,
    async start() {
      await follow();
      const newest = await boards.newestFrames();
      for (const installation of installations.values()) {
        const at = newest.get(installation.id) ?? null;
        if (installation.newestAt === null) installation.newestAt = at;
      }
    },
    stop() {
      stopped = true;
      clearTimeout(relisten);
      listening?.stop();
    },
  };
};
