import { expect, vi } from 'vitest';
import { startBusyBoard } from '../boards/busy-board.ts';
import { startRealInstallation } from '../processes/real-installation.ts';

/** The stream of the log between edges and workers. */
export const STREAM = 'nascente-readings';
const ROLES = { api: 'api,jobs', edgeA: 'edge', edgeB: 'edge', storeA: 'ingest', storeB: 'ingest' };
const STREAM_BYTES = 1_000_000;
/** An entry that a reader has died with is given again after ten seconds. */
const COMPLETE_WITHIN_MS = 60_000;

type BusyBoard = ReturnType<typeof startBusyBoard>;

const acknowledged = ({ publications }: BusyBoard): number =>
  publications.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;

/** Two edges, two workers, three logs, an API and a database, and a board at each edge that publishes on and on. */
export const startBusyInstallation = async () => {
  const installation = await startRealInstallation({ roles: ROLES, streamBytes: STREAM_BYTES });
  const token = await installation.signIn();
  const boards = [await installation.installBoard(token), await installation.installBoard(token)];
  const busy = boards.map((board, index) =>
    startBusyBoard(installation.connect(index === 0 ? 'edgeA' : 'edgeB', board), board.mac),
  );
  return {
    ...installation,
    acknowledged: () => busy.reduce((sum, board) => sum + acknowledged(board), 0),
    /** Resolves when each board is acknowledged again. */
    async goesOn(): Promise<void> {
      const before = busy.map(acknowledged);
      await vi.waitFor(
        () => {
          for (const [index, board] of busy.entries()) {
            expect(acknowledged(board)).toBeGreaterThan((before[index] ?? 0) + 20);
          }
        },
        { timeout: 60_000, interval: 100 },
      );
    },
    /** Ends the boards, and finds everything that was acknowledged stored, once. */
    async expectWhole(): Promise<number> {
      for (const board of busy) await board.finish();
      for (const board of busy) {
        const isComplete = () => board.expectWhole(installation, token);
        await vi
          .waitFor(isComplete, { timeout: COMPLETE_WITHIN_MS, interval: 500 })
          .catch(async (failure: unknown) => {
            const missing = await board.missing(installation, token);
            const isLate = await vi.waitFor(isComplete, { timeout: COMPLETE_WITHIN_MS, interval: 500 }).then(
              () => true,
              () => false,
            );
            throw new Error(`${isLate ? 'late' : 'lost'}: ${missing.join('; ')}`, { cause: failure });
          });
      }
      return busy.reduce((sum, { publications }) => sum + publications.length, 0);
    },
  };
};
