import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { createMessageReader, topicBelow } from '@nascente/domain/telemetry/adapters/adapter';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type { Log } from '@nascente/runtime/log';
import type {
  AdapterRow,
  BoardDirectoryRepository,
  BoardRow,
  InstallationRow,
} from './board-directory.repository.ts';

/** An installation to which frames are routed. */
export interface RoutedInstallation {
  readonly id: number;
  readonly from: Instant;
  /** Time of removal, exclusive; `null`: still installed. */
  readonly until: Instant | null;
  readonly ratedPhaseWatts: number | null;
  /** Device time of the newest accepted frame; `null`: none yet. */
  newestAt: Instant | null;
}

/** The adapter of a board that does not send native records. */
export type RoutedAdapter = ReturnType<typeof routedAdapter>;

/** A board of the inventory, cached for authentication and routing. */
export interface CachedBoard {
  readonly mac: Mac;
  readonly kind: BoardKind;
  readonly keyHash: Buffer;
  readonly owner: string | null;
  readonly adapter: RoutedAdapter | null;
  /** Ids of the gateways that may send for the board. */
  readonly gateways: ReadonlySet<string>;
  /** Newest first. */
  readonly installations: readonly RoutedInstallation[];
}

export type BoardDirectory = ReturnType<typeof createBoardDirectory>;

/** The installation of a board at an instant; `null`: it was not installed. */
export const installationAt = (board: CachedBoard, at: Instant): RoutedInstallation | null => {
  for (const installation of board.installations) {
    if (at >= installation.from && (installation.until === null || at < installation.until))
      return installation;
  }
  return null;
};

/** A read that has not started. */
interface Turn {
  readonly macs: Set<Mac>;
  isOfAll: boolean;
  readonly done: Promise<void>;
}

/** Creates the reader of an adapter. Shelly meters publish changed values only, so their messages are partial. */
const routedAdapter = (row: AdapterRow, kind: BoardKind) => ({
  topic: row.topic,
  read: createMessageReader({ ...row, kind }),
  limits: { width: row.width, maxPerHour: row.maxPerHour },
  isPartial: row.adapter === 'shelly-gen1' || row.adapter === 'shelly-gen2',
});

const lengthOfTopic = ({ adapter }: CachedBoard): number => adapter?.topic.length ?? 0;

const RELISTEN_MS = 1_000;

export const createBoardDirectory = (needs: { boards: BoardDirectoryRepository; log: Log }) => {
  const { boards, log } = needs;
  const byMac = new Map<Mac, CachedBoard>();
  /**
   * Installations by key, retained when boards are read again, because accepted frames may be newer than the state in the
   * database.
   */
  const installations = new Map<string, RoutedInstallation>();
  let listening: { stop(): void } | null = null;
  let relisten: NodeJS.Timeout | undefined;
  let stopped = false;
  let turn: Promise<unknown> = Promise.resolve();
  let next: Turn | null = null;

  const adopt = (row: InstallationRow): RoutedInstallation => {
    // The key contains the board, because increments of a new board do not continue those of its predecessor.
    const key = `${row.id} ${row.mac} ${row.from}`;
    const newestAt = installations.get(key)?.newestAt ?? null;
    const { id, from, until, ratedPhaseWatts } = row;
    const adopted: RoutedInstallation = { id, from, until, ratedPhaseWatts, newestAt };
    installations.set(key, adopted);
    return adopted;
  };

  const enter = (
    row: BoardRow,
    rows: readonly InstallationRow[],
    adapter: AdapterRow | undefined,
    gateways: readonly string[],
  ): void => {
    const newestFirst = [...rows].sort((a, b) => b.from - a.from || b.id - a.id);
    const routed = adapter === undefined ? null : routedAdapter(adapter, row.kind);
    const installed = newestFirst.map(adopt);
    byMac.set(row.mac, { ...row, adapter: routed, gateways: new Set(gateways), installations: installed });
  };

  const read = async (macs?: readonly Mac[]): Promise<void> => {
    const rows = await boards.read(macs);
    const installationsOf = Map.groupBy(rows.installations, (row) => row.mac);
    const adapters = new Map(rows.adapters.map((row) => [row.mac, row]));
    const gateways = new Map(rows.gateways.map(({ mac, ids }) => [mac, ids]));
    const present = new Set(rows.boards.map((row) => row.mac));
    for (const gone of macs ?? [...byMac.keys()]) {
      if (!present.has(gone)) byMac.delete(gone);
    }
    for (const row of rows.boards)
      enter(row, installationsOf.get(row.mac) ?? [], adapters.get(row.mac), gateways.get(row.mac) ?? []);
  };

  const openTurn = (): Turn => {
    const macs = new Set<Mac>();
    const done = turn.then(() => {
      next = null;
      return read(opened.isOfAll ? undefined : [...macs]);
    });
    const opened: Turn = { macs, isOfAll: false, done };
    turn = done.catch(() => undefined);
    return opened;
  };

  /**
   * Reads run one after the other, so that an older result never replaces a newer one. Changes that arrive during a read share
   * the next one, because thousands of boards are provisioned at a time.
   */
  const invalidate = (mac?: Mac): Promise<void> => {
    next ??= openTurn();
    if (mac === undefined) next.isOfAll = true;
    else next.macs.add(mac);
    return next.done;
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
    find: (mac: Mac) => byMac.get(mac),
    /** The board with an adapter for this topic; of several, the one with the longest topic. */
    findByTopic(topic: string): CachedBoard | undefined {
      const matching = [...byMac.values()].filter(
        ({ adapter }) => adapter !== null && topicBelow(adapter.topic, topic) !== null,
      );
      return matching.sort((a, b) => lengthOfTopic(b) - lengthOfTopic(a))[0];
    },
    /** Reads one board again, or all; resolves when frames are routed by the current state. */
    invalidate,
    /** Loads everything, and follows changes made by any process. */
    async start() {
      await follow();
      const newest = await boards.newestFrames();
      for (const installation of installations.values()) {
        const at = newest.get(installation.id) ?? null;
        if (installation.newestAt === null && at !== null && at >= installation.from)
          installation.newestAt = at;
      }
    },
    stop() {
      stopped = true;
      clearTimeout(relisten);
      listening?.stop();
    },
  };
};
