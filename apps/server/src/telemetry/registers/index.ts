import { readBoardAdapter, setBoardAdapter } from '@nascente/contract/sites/board-adapter';
import { chooseVerdict, readRegisters } from '@nascente/contract/telemetry/registers';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { type BoardAdaptersService, createBoardAdaptersService } from './board-adapters.service.ts';
import { createRegistersService, type RegistersService } from './registers.service.ts';

export { openAdaptedStore } from './adapted-store.ts';

const bindRegisters = (
  app: CallBinder,
  adapters: BoardAdaptersService,
  registers: RegistersService,
): void => {
  bindCall(app, readBoardAdapter, async ({ caller, params }) => ({
    ok: true,
    adapter: await adapters.read(caller, params.mac),
  }));
  bindCall(app, setBoardAdapter, async ({ caller, params, body, request }) => ({
    ok: true,
    adapter: await adapters.set(caller, params.mac, body.adapter, deviceOf(request)),
  }));
  bindCall(app, readRegisters, async ({ caller, params, query }) => ({
    ok: true,
    ...(await registers.list(caller, params.mac, query)),
  }));
  bindCall(app, chooseVerdict, async ({ caller, params, body, request }) => ({
    ok: true,
    ...(await registers.choose(caller, { ...params, ...body }, deviceOf(request))),
  }));
};

/** Boards that count by registers: how they are read, and what became of each step. */
export const createRegistersFeature = (needs: {
  database: Pick<Database, 'db' | 'pool'>;
  directory: Pick<MeterDirectory, 'announce' | 'findVisible'>;
  audit: AuditTrail;
  clock: () => Instant;
  retentionDays: number;
}) => {
  const { database, directory, audit, clock, retentionDays } = needs;
  const adaptersService = createBoardAdaptersService({ db: database.db, directory, audit, clock });
  const service = createRegistersService({ pool: database.pool, directory, audit, clock, retentionDays });
  return { register: (app: CallBinder): void => bindRegisters(app, adaptersService, service) };
};
