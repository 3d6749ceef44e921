import {
  type AnsweredAdapter,
  readBoardAdapter,
  setBoardAdapter,
} from '@nascente/contract/sites/board-adapter';
import { chooseVerdict, readRegisters } from '@nascente/contract/telemetry/registers';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { isFieldOf } from '@nascente/domain/telemetry/adapters/mapped-field';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { type BoardAdaptersRepository, createBoardAdaptersRepository } from './registers.repository.ts';
import { createRegistersService } from './registers.service.ts';

type BoardAdaptersService = ReturnType<typeof createBoardAdaptersService>;

const createBoardAdaptersService = (
  needs: Pick<Platform, 'clock' | 'db'> & { directory: Pick<MeterDirectory, 'announce'>; audit: AuditTrail },
) => {
  const { db, directory, audit, clock } = needs;

  const kindOf = async (adapters: BoardAdaptersRepository, mac: string): Promise<BoardKind> => {
    const kind = await adapters.kindOf(mac);
    if (kind === null) throw new NotFound('Placa não encontrada.');
    return kind;
  };

  const replace = async (
    adapters: BoardAdaptersRepository,
    mac: Mac,
    adapter: AnsweredAdapter,
    kind: BoardKind,
  ): Promise<void> => {
    refuseForeignFields(adapter, kind);
    const rival = await adapters.rival(mac, adapter.topic);
    if (rival !== null) throw new Conflict(`O tópico já é lido pela placa ${rival}.`);
    await adapters.save(mac, adapter, new Date(clock()));
  };

  return {
    /** Null: the board speaks the native lines. Throws NotFound. */
    async read(caller: Caller, mac: Mac): Promise<AnsweredAdapter | null> {
      requirePermission(caller, 'see-inventory');
      const adapters = createBoardAdaptersRepository(db);
      await kindOf(adapters, mac);
      return adapters.find(mac);
    },
    /** Throws NotFound, InvalidInput, and Conflict when another board reads the same topic. */
    async set(
      caller: Caller,
      mac: Mac,
      adapter: AnsweredAdapter | null,
      device: NewAuditEvent['device'],
    ): Promise<AnsweredAdapter | null> {
      requirePermission(caller, 'provision-boards');
      const { accountId: actorId } = caller;
      const detail = { mac, adapter: adapter?.adapter ?? 'native' };
      await db.transaction().execute(async (within) => {
        const adapters = createBoardAdaptersRepository(within);
        const kind = await kindOf(adapters, mac);
        if (adapter === null) await adapters.remove(mac);
        else await replace(adapters, mac, adapter, kind);
        await audit.record({ action: 'board-changed', actorId, subjectId: null, device, detail }, within);
      });
      directory.announce({ mac });
      return adapter;
    },
  };
};

const refuseForeignFields = ({ mapping }: AnsweredAdapter, kind: BoardKind): void => {
  const errors = (mapping?.rules ?? []).flatMap(({ field }, index) =>
    isFieldOf(kind, field)
      ? []
      : [{ path: `adapter.mapping.rules.${index}.field`, msg: `Uma placa deste tipo não mede ${field}.` }],
  );
  if (errors[0]) throw new InvalidInput(errors[0].msg, errors);
};

export { openAdaptedStore } from './adapted-store.ts';

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
  return {
    register(app: CallBinder): void {
      bindCall(app, readBoardAdapter, async ({ caller, params }) => ({
        adapter: await adaptersService.read(caller, params.mac),
      }));
      bindCall(app, setBoardAdapter, async ({ caller, params, body, request }) => ({
        adapter: await adaptersService.set(caller, params.mac, body.adapter, deviceOf(request)),
      }));
      bindCall(app, readRegisters, ({ caller, params, query }) => service.list(caller, params.mac, query));
      bindCall(app, chooseVerdict, ({ caller, params, body, request }) =>
        service.choose(caller, { ...params, ...body }, deviceOf(request)),
      );
    },
  };
};
