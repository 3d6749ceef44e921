import {
  moveMeter,
  readMeterPast,
  removeMeter,
  replaceBoard,
  updateMeter,
} from '@nascente/contract/sites/meter-changes';
import {
  CLAIM_HEADER,
  createInstallation,
  listMeters,
  readMeter,
  validateBoard,
  verifyMeter,
} from '@nascente/contract/sites/meters';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { FastifyRequest } from 'fastify';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createBoardClaimsFeature } from '../board-claims/index.ts';
import { type BoardsService, createBoardsService } from './boards.service.ts';
import { createInstallationsService, type InstallationsService } from './installations.service.ts';
import { createInstalling } from './installing.ts';
import { createInventoryRepository } from './inventory.repository.ts';
import { createMeterDirectory, type MeterDirectory } from './meter-directory.ts';
import { createMeterEditing, type MeterEditing } from './meter-editing.service.ts';
import { createMeterMoves, createReleasing, type MeterMoves } from './meter-moves.service.ts';
import { createMeterPastRepository, type MeasuredAt } from './meter-past.repository.ts';
import { createMeterPast, type MeterPast, type MonthsOfInstallations } from './meter-past.service.ts';
import { createVisibleMetersRepository } from './visible-meters.repository.ts';

const bindMeterChanges = (
  app: CallBinder,
  { editing, moves }: { editing: MeterEditing; moves: MeterMoves },
): void => {
  bindCall(app, updateMeter, async ({ caller, params, body, request }) => ({
    ok: true,
    installation: await editing.edit(caller, params.id, body, deviceOf(request)),
  }));
  bindCall(app, removeMeter, async ({ caller, params, request }) => {
    await editing.remove(caller, params.mac, deviceOf(request));
    return { ok: true };
  });
  bindCall(app, moveMeter, async ({ caller, params, body, request }) => ({
    ok: true,
    installation: await moves.move(caller, params.id, body, deviceOf(request)),
  }));
  bindCall(app, replaceBoard, async ({ caller, params, body, request }) => ({
    ok: true,
    installation: await moves.replace(caller, params.id, body, deviceOf(request)),
  }));
};

const bindMeterPast = (app: CallBinder, past: MeterPast): void => {
  bindCall(app, readMeterPast, async ({ caller, params }) => ({
    ok: true,
    stays: await past.read(caller, params.mac),
  }));
};

const codeHeaderOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const header = headers[CLAIM_HEADER];
  return typeof header === 'string' ? header : undefined;
};

const bindMeters = (app: CallBinder, boards: BoardsService, installations: InstallationsService): void => {
  bindCall(app, verifyMeter, async ({ caller, params: { mac }, request }) => ({
    ok: true,
    ...(await boards.verify(caller, { mac, code: codeHeaderOf(request) }, deviceOf(request))),
  }));
  bindCall(app, validateBoard, async ({ caller, body: { id: mac, code }, request }) => ({
    ok: true,
    ...(await boards.validate(caller, { mac, code }, deviceOf(request))),
  }));
  bindCall(app, listMeters, async ({ caller }) => ({
    ok: true,
    installationsMeter: await installations.list(caller),
  }));
  bindCall(app, readMeter, async ({ caller, params }) => ({
    ok: true,
    board: await installations.read(caller, params.mac),
  }));
  bindCall(app, createInstallation, async ({ caller, body, request }) => ({
    ok: true,
    installation: await installations.install(caller, body, deviceOf(request)),
  }));
};

export type { InstalledBoard } from './installations.repository.ts';
export type { Installing } from './installing.ts';
export type { BoardType, Meter } from './meter.ts';
export type { MeterDirectory } from './meter-directory.ts';
export type { Releasing } from './meter-moves.service.ts';
export { type Scope, type Viewer, viewerOf } from './visibility.ts';
export { QUARTER_BEFORE_NEWEST, SEEN_BY } from './visible-meters.repository.ts';

const MAX_METERS = 10_000;

export type MetersFeature = ReturnType<typeof createMetersFeature>;

export const createMetersFeature = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'changes'>;
  audit: AuditTrail;
  clock: () => Instant;
  /** That an account may have. */
  mostMeters?: number;
  /** Whether installing needs proof of possession, or the MAC alone. */
  claimCodes: boolean;
}) => {
  const { database, audit, clock, mostMeters = MAX_METERS } = needs;
  const claims = createBoardClaimsFeature({ clock, database, audit, isAsked: needs.claimCodes });
  const inventory = createInventoryRepository(database.db);
  const meters = createVisibleMetersRepository(database);
  const directory = createMeterDirectory(meters);
  const boards = createBoardsService({ inventory, claims, directory });
  const { db } = database;
  const installing = createInstalling({ audit, clock, mostMeters });
  const service = createInstallationsService({ db, installing, claims, directory, meters, clock });
  const editing = createMeterEditing({ db, directory, audit, clock });
  const moves = createMeterMoves({ db, claims, directory, audit, clock });
  return {
    directory,
    claims,
    installing,
    releasing: createReleasing({ audit, clock }),
    register(app: CallBinder) {
      bindMeters(app, boards, service);
      bindMeterChanges(app, { editing, moves });
    },
  };
};

/**
 * Earlier places of meters; separate from the feature, because their measurements are read by a feature that needs its directory.
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
  return { register: (app) => bindMeterPast(app, past) };
};
