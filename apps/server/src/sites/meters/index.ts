import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import { type BoardClaims, createBoardClaimsFeature } from '../board-claims/index.ts';
import { createBoardsService } from './boards.service.ts';
import { createInstallationsService } from './installations.service.ts';
import { createInstalling, type Installing } from './installing.ts';
import { createInventoryRepository } from './inventory.repository.ts';
import { createMeterDirectory, type MeterDirectory } from './meter-directory.ts';
import { createMeterEditing } from './meter-editing.service.ts';
import { createMeterMoves, createReleasing, type Releasing } from './meter-moves.service.ts';
import { createMeterPastRepository, type MeasuredAt } from './meter-past.repository.ts';
import { createMeterPast, type MonthsOfInstallations } from './meter-past.service.ts';
import { bindMeterChanges, bindMeterPast, bindMeters } from './meters.routes.ts';
import { createVisibleMetersRepository } from './visible-meters.repository.ts';

export type { InstalledBoard } from './installations.repository.ts';
export type { Installing } from './installing.ts';
export type { BoardType, Meter } from './meter.ts';
export type { MeterDirectory } from './meter-directory.ts';
export type { Releasing } from './meter-moves.service.ts';
export { QUARTER_BEFORE_NEWEST } from './silence.repository.ts';
export { type Scope, type Viewer, viewerOf } from './visibility.ts';
export { SEEN_BY } from './visible-meters.repository.ts';

const MOST_METERS = 10_000;

export type MetersFeature = ReturnType<typeof createMetersFeature>;

export const createMetersFeature = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'changes'>;
  audit: AuditTrail;
  clock: () => Instant;
  /** That an account may have. */
  mostMeters?: number;
  /** Whether a board is installed by whoever proves to hold it, or by its MAC alone. */
  claimCodes: boolean;
}) => {
  const { database, audit, clock, mostMeters = MOST_METERS } = needs;
  const claims = createBoardClaimsFeature({ ...needs, isAsked: needs.claimCodes });
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

/** Where meters were; apart from the feature, because what they measured is read by one that needs its directory. */
export const createMeterPastFeature = (needs: {
  database: Pick<Database, 'pool'>;
  directory: MeterDirectory;
  months: MonthsOfInstallations;
  measuredAt: MeasuredAt;
}): { register(app: CallBinder): void } => {
  const past = createMeterPast({
    ...needs,
    past: createMeterPastRepository(needs.database.pool, needs.measuredAt),
  });
  return { register: (app) => bindMeterPast(app, past) };
};
