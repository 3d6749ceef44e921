import type { BodyInput } from '@nascente/contract/base/call';
import { readConnecting } from '@nascente/contract/telemetry/connecting';
import {
  assignBoards,
  editInventoryBoard,
  findProvisioned,
  listInventory,
  provisionBoards,
  readInventoryBoard,
  releaseBoard,
  removeInventoryBoard,
  rotateClaimCode,
  rotateDeviceKey,
} from '@nascente/contract/telemetry/inventory';
import { instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import { parseAssignmentSheet } from '@nascente/domain/sites/boards/assignment-sheet';
import { parseBoardSheet, type SheetFault } from '@nascente/domain/sites/boards/board-sheet';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import type { AuditTrail } from '../../people/audit/index.ts';
import { InvalidInput } from '../../platform/errors.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MeterDirectory, Releasing } from '../../sites/meters/index.ts';
import { createBoardHistoryRepository } from './board-history.repository.ts';
import {
  type BoardConnection,
  type BoardLink,
  createConnectingRepository,
  createConnectionsRepository,
} from './connections.repository.ts';
import { createInventoryRepository } from './inventory.repository.ts';
import {
  type BoardPorts,
  createConnectionSettingsService,
  createInventoryService,
} from './inventory.service.ts';
import {
  createAssigningService,
  createProvisioningService,
  createReleaseMail,
  createReleaseService,
} from './provisioning.service.ts';

export type { BoardPorts } from './inventory.service.ts';

/** Connections are written in batches at this interval, because thousands of boards reconnect at once after an outage. */
const GATHER_MS = 500;
/** Minimum time between two updates of `heldBackAt` of a connection. */
const HELD_BACK_WRITE_MS = 10_000;

/** Stores the newest connection of each board without delaying the board; a crash loses connections not yet written. */
export const createConnectionLog = (
  needs: Pick<Platform, 'clock' | 'log' | 'registry'> & {
    pool: Pick<Pool, 'query'>;
    /** The name of this edge, where there are several. */
    edge?: string;
  },
) => {
  const { clock, log } = needs;
  const waits = new Counter({
    name: 'nascente_boards_held_back_seconds_total',
    help: 'Time for which boards were not read because they had sent more than their allowance (BOARD_…_PER_SECOND).',
    registers: [needs.registry],
  });
  const repository = createConnectionsRepository(needs.pool, needs.edge ?? '');
  /** The newest connection of each connected board, and the number of its connections. */
  const open = new Map<Mac, { readonly newest: BoardConnection; readonly count: number }>();
  let unkept = new Map<Mac, BoardConnection>();
  let timer: NodeJS.Timeout | undefined;
  let keeping: Promise<void> = Promise.resolve();

  const keep = async (): Promise<void> => {
    timer = undefined;
    if (unkept.size === 0) return;
    const batch = unkept;
    unkept = new Map();
    try {
      await repository.keep(batch);
    } catch (failure) {
      log.warn({ err: failure }, 'connections of boards could not be kept yet');
      unkept = new Map([...batch, ...unkept]);
      later();
    }
  };

  const later = (): void => {
    timer ??= setTimeout(() => {
      keeping = keep();
    }, GATHER_MS);
  };

  const note = (mac: Mac, connection: BoardConnection): void => {
    unkept.set(mac, connection);
    later();
  };

  return {
    joined(mac: Mac, { address, protocol, bySharedCredential }: BoardLink) {
      const before = open.get(mac)?.newest ?? unkept.get(mac);
      const heldBackAt = before?.heldBackAt ?? null;
      const link = { address, protocol, bySharedCredential };
      const newest = { connectedAt: clock(), disconnectedAt: null, ...link, heldBackAt };
      open.set(mac, { newest, count: (open.get(mac)?.count ?? 0) + 1 });
      note(mac, newest);
    },
    left(mac: Mac) {
      const connection = open.get(mac);
      if (connection === undefined) return;
      // A board may reconnect before the server detects that its old connection is dead; the board is then still connected.
      if (connection.count > 1) open.set(mac, { ...connection, count: connection.count - 1 });
      else {
        open.delete(mac);
        // The clock may have been set back since the board connected.
        note(mac, {
          ...connection.newest,
          disconnectedAt: instant(Math.max(connection.newest.connectedAt, clock())),
        });
      }
    },
    /** Records that a connected board above its rate limit waits for `ms`. */
    heldBack(mac: Mac, ms: number) {
      waits.inc(ms / SECOND_MS);
      const connection = open.get(mac);
      const now = clock();
      if (connection === undefined || now - (connection.newest.heldBackAt ?? 0) < HELD_BACK_WRITE_MS) return;
      const newest = { ...connection.newest, heldBackAt: now };
      open.set(mac, { ...connection, newest });
      note(mac, newest);
    },
    start: () => repository.endOpen(clock()),
    /** Writes pending connections. */
    async stop() {
      clearTimeout(timer);
      await keeping;
      clearTimeout(timer);
      await keep();
      clearTimeout(timer);
    },
  };
};

/** Maximum errors in an answer, because a sheet of the wrong kind has an error in every line. */
const MAX_NAMED = 1_000;

const refuseFaults = (faults: readonly SheetFault[]): void => {
  const errors = faults.slice(0, MAX_NAMED).map(({ line, msg }) => ({ path: `linha ${line}`, msg }));
  const [first] = errors;
  if (first) throw new InvalidInput(`${first.path}: ${first.msg}`, errors);
};

/** Parses the CSV of a spreadsheet of assignments. Throws InvalidInput naming the first 1,000 bad lines. */
const parseAssignmentsCsv = (text: string): BodyInput<typeof assignBoards> => {
  const { assignments, faults } = parseAssignmentSheet(text, null);
  refuseFaults(faults);
  return { boards: assignments.map(({ mac, email }) => ({ mac, email })) };
};

/** Parses the CSV of a spreadsheet of boards. Throws InvalidInput naming the first 1,000 bad lines. */
const parseBoardsCsv = (text: string): BodyInput<typeof provisionBoards> => {
  const { boards, faults } = parseBoardSheet(text);
  refuseFaults(faults);
  return { boards: boards.map(({ mac, type, model, equipment }) => ({ mac, type, model, equipment })) };
};

/** Binds calls in a scope that also accepts `text/csv`, parsed into the body. */
const withCsv = (
  app: CallBinder,
  parse: (text: string) => unknown,
  bind: (scoped: CallBinder) => void,
): void => {
  app.fastify.register(async (fastify) => {
    fastify.addContentTypeParser(
      'text/csv',
      { parseAs: 'string' },
      async (_: unknown, text: string | Buffer) => parse(String(text)),
    );
    bind({ ...app, fastify });
  });
};

/** The calls about all boards, installed or in stock. All but `readConnecting` need permissions of an Admin. */
export const createInventoryFeature = (
  needs: Pick<Platform, 'clock' | 'db' | 'mail'> & {
    directory: Pick<MeterDirectory, 'announce' | 'findVisible' | 'settle'>;
    releasing: Releasing;
    audit: AuditTrail;
    /** The ports to which boards connect. */
    boardPorts: BoardPorts;
    publicUrl: string | null;
  },
) => {
  const { directory, audit, releasing, clock, publicUrl, db } = needs;
  const boards = createInventoryRepository(db);
  const service = createInventoryService({ boards, past: createBoardHistoryRepository(db), clock });
  const provisioning = createProvisioningService({ db, audit, announce: directory.announce, publicUrl });
  const assigning = createAssigningService({ db, audit });
  const mailer = createReleaseMail(needs);
  const release = createReleaseService({ db, releasing, mailer, directory });
  const connecting = createConnectionSettingsService({
    repository: createConnectingRepository(db),
    directory,
    ports: needs.boardPorts,
  });
  const services = { inventory: service, provisioning, assigning, release, connecting };
  return {
    register(app: CallBinder): void {
      const { inventory, provisioning, assigning, release, connecting } = services;
      bindField(app, readConnecting, ({ caller, params }) => connecting.read(caller, params.mac));
      withCsv(app, parseBoardsCsv, (scoped) =>
        bindField(scoped, provisionBoards, ({ caller, body }) => provisioning.provision(caller, body.boards)),
      );
      withCsv(app, parseAssignmentsCsv, (scoped) =>
        bindField(scoped, assignBoards, ({ caller, body }) => assigning.assign(caller, body.boards)),
      );
      bindField(app, findProvisioned, ({ caller, body }) => provisioning.findKnown(caller, body.macs));
      bindCall(app, listInventory, ({ caller, query }) => inventory.list(caller, query));
      bindField(app, readInventoryBoard, ({ caller, params }) => inventory.read(caller, params.mac));
      bindCall(app, editInventoryBoard, async ({ caller, params, body }) => {
        await provisioning.edit(caller, params.mac, body);
        return { board: await inventory.read(caller, params.mac) };
      });
      bindField(app, rotateDeviceKey, ({ caller, params }) => provisioning.rotateKey(caller, params.mac));
      bindField(app, rotateClaimCode, ({ caller, params }) =>
        provisioning.rotateClaimCode(caller, params.mac),
      );
      bindCall(app, releaseBoard, async ({ caller, params }) => {
        await release(caller, params.mac);
        return { board: await inventory.read(caller, params.mac) };
      });
      bindCall(app, removeInventoryBoard, ({ caller, params }) => provisioning.remove(caller, params.mac));
    },
  };
};
