import type { BodyOf, ContentOf } from '@nascente/contract/base/call';
import {
  moveMeter,
  readMeterPast,
  removeMeter,
  replaceBoard,
  updateMeter,
} from '@nascente/contract/sites/meter-changes';
import {
  type Board,
  CLAIM_HEADER,
  createInstallation,
  type Installation,
  listMeters,
  readMeter,
  validateBoard,
  verifyMeter,
} from '@nascente/contract/sites/meters';
import type { Instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import { readClaim } from '@nascente/domain/sites/boards/claim-code';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { FastifyRequest } from 'fastify';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection, Database } from '../../platform/database/open-database.ts';
import { NotAllowed } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { type BoardClaims, createBoardClaimsFeature } from '../board-claims/index.ts';
import { toBoard } from './board-answer.ts';
import { IN_USE } from './installation-rules.ts';
import { createInventoryRepository, type InventoryRepository } from './installations.repository.ts';
import { createInstalling, type Installing } from './installing.ts';
import { absentMeter, createMeterDirectory, type MeterDirectory } from './meter-directory.ts';
import { createMeterEditing } from './meter-editing.service.ts';
import { createMeterMoves, createReleasing } from './meter-moves.service.ts';
import { createMeterPastRepository, type MeasuredAt } from './meter-past.repository.ts';
import { createMeterPast, type MonthsOfInstallations } from './meter-past.service.ts';
import { viewerOf } from './visibility.ts';
import { createVisibleMetersRepository, type VisibleMetersRepository } from './visible-meters.repository.ts';

export type { InstalledBoard } from './installations.repository.ts';
export type { Installing } from './installing.ts';
export type { BoardType, Meter } from './meter.ts';
export type { MeterDirectory } from './meter-directory.ts';
export type { Releasing } from './meter-moves.service.ts';
export { type Scope, type Viewer, viewerOf } from './visibility.ts';
export { QUARTER_BEFORE_NEWEST, SEEN_BY } from './visible-meters.repository.ts';

const NOT_ALLOWED = 'Seu perfil não permite esta operação.';

/** A requested board, with the proof of possession that the user entered. */
interface BoardQuery {
  readonly mac: Mac;
  readonly code: string | undefined;
}

const createBoardsService = (needs: {
  inventory: InventoryRepository;
  claims: BoardClaims;
  directory: Pick<MeterDirectory, 'watchable'>;
}) => {
  const { inventory, claims, directory } = needs;

  /** `null` also for a board that the caller neither sees nor proves to possess, so that guessed MACs reveal no meter. */
  const findProved = async (caller: Actor, request: BoardQuery) => {
    const isProved = (await claims.check(caller, request)) !== null;
    const isVisible = isProved || (await directory.watchable(caller.accountId)).macs.has(request.mac);
    return isVisible ? inventory.find(request.mac) : null;
  };

  return {
    async verify(caller: Actor, request: BoardQuery): Promise<ContentOf<typeof verifyMeter>> {
      if (!may(caller.profile, 'verify-meter')) throw new NotAllowed(NOT_ALLOWED);
      const board = await findProved(caller, request);
      if (board === null) return { exists: false, installed: false, model: null, type: null };
      return { exists: true, installed: board.isInstalled, model: board.model, type: board.type };
    },
    /**
     * Whether the board exists and is free. Without a required code, a board in stock is returned without model and type, and a
     * board of another customer as unknown. Throws NotAllowed for an installed board that the caller sees or has proved.
     */
    async validate(caller: Actor, request: BoardQuery): Promise<ContentOf<typeof validateBoard>> {
      if (!may(caller.profile, 'install-meter')) throw new NotAllowed(NOT_ALLOWED);
      const asksCode = await claims.isCodeRequired(caller, request.mac);
      const board = await findProved(caller, request);
      if (board?.isInstalled) throw new NotAllowed(IN_USE);
      if (board !== null) return { exists: true, asksCode, model: board.model, type: board.type };
      const isCodeMissing = asksCode && readClaim(request.code ?? '').kind === 'missing';
      const exists = isCodeMissing && (await claims.isInStock(caller, request.mac));
      return { exists, asksCode, model: null, type: null };
    },
  };
};

const createInstallationsService = (needs: {
  db: Connection;
  installing: Installing;
  claims: BoardClaims;
  directory: MeterDirectory;
  meters: VisibleMetersRepository;
  clock: () => Instant;
}) => {
  const { db, installing, claims, directory, meters, clock } = needs;
  return {
    /** Lists meters by name of establishment and meter. */
    async list(caller: Caller): Promise<Board[]> {
      if (!may(caller.profile, 'see-own-meters')) return [];
      const now = clock();
      const listed = await meters.listWithStates(viewerOf(caller));
      return listed.map(([meter, state]) => toBoard(meter, state, now));
    },
    async read(caller: Caller, mac: Mac): Promise<Board> {
      const found = await meters.findWithState(viewerOf(caller), mac as Mac);
      if (found === null) throw absentMeter();
      return toBoard(...found, clock());
    },
    async install(
      caller: Actor,
      { meter: mac, code, ...input }: BodyOf<typeof createInstallation>,
    ): Promise<Installation> {
      requirePermission(caller, 'install-meter');
      const meter = await claims.require(caller, { mac, code });
      const installed = await db
        .transaction()
        .execute((within) => installing(within, caller, { ...input, meter }));
      await directory.settle([{ mac: installed.meter as Mac }]);
      return installed;
    },
  };
};

const codeHeaderOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const header = headers[CLAIM_HEADER];
  return typeof header === 'string' ? header : undefined;
};

const MAX_METERS = 10_000;

export type MetersFeature = ReturnType<typeof createMetersFeature>;

export const createMetersFeature = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'changes'>;
  audit: AuditTrail;
  clock: () => Instant;
  /** Maximum meters of one account. */
  maxMeters?: number;
  /** Whether installing needs proof of possession, or the MAC alone. */
  claimCodes: boolean;
}) => {
  const { database, audit, clock, maxMeters = MAX_METERS } = needs;
  const { db } = database;
  const claims = createBoardClaimsFeature({ clock, db, audit, isRequested: needs.claimCodes });
  const inventory = createInventoryRepository(db);
  const meters = createVisibleMetersRepository(database);
  const directory = createMeterDirectory(meters);
  const boards = createBoardsService({ inventory, claims, directory });
  const installing = createInstalling({ audit, clock, maxMeters });
  const service = createInstallationsService({ db, installing, claims, directory, meters, clock });
  const editing = createMeterEditing({ db, directory, audit, clock });
  const moves = createMeterMoves({ db, claims, directory, audit, clock });
  return {
    directory,
    claims,
    installing,
    releasing: createReleasing({ audit, clock }),
    register(app: CallBinder) {
      bindCall(app, verifyMeter, ({ caller, params: { mac }, request }) =>
        boards.verify(caller, { mac, code: codeHeaderOf(request) }),
      );
      bindCall(app, validateBoard, ({ caller, body: { id: mac, code } }) =>
        boards.validate(caller, { mac, code }),
      );
      bindField(app, listMeters, ({ caller }) => service.list(caller));
      bindField(app, readMeter, ({ caller, params }) => service.read(caller, params.mac));
      bindField(app, createInstallation, ({ caller, body }) => service.install(caller, body));
      bindField(app, updateMeter, ({ caller, params, body }) => editing.edit(caller, params.id, body));
      bindCall(app, removeMeter, ({ caller, params }) => editing.remove(caller, params.mac));
      bindField(app, moveMeter, ({ caller, params, body }) => moves.move(caller, params.id, body));
      bindField(app, replaceBoard, ({ caller, params, body }) => moves.replace(caller, params.id, body));
    },
  };
};

/**
 * Earlier places of meters. Separate from `createMetersFeature`, because the reader of measurements needs the meter directory.
 */
export const createMeterPastFeature = (needs: {
  database: Pick<Database, 'pool'>;
  directory: MeterDirectory;
  months: MonthsOfInstallations;
  measuredAt: MeasuredAt;
}): { register(app: CallBinder): void } => {
  const { directory, months } = needs;
  const past = createMeterPast({
    directory,
    months,
    past: createMeterPastRepository(needs.database.pool, needs.measuredAt),
  });
  return {
    register(app: CallBinder): void {
      bindField(app, readMeterPast, ({ caller, params }) => past.read(caller, params.mac));
    },
  };
};
