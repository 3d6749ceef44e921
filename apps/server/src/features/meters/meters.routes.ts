import {
  createInstallation,
  listMeters,
  provisionBoards,
  readMeter,
  validateBoard,
  verifyMeter,
} from '@nascente/contract/meters';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { BoardsService } from './boards.service.ts';
import { parseBoardsCsv } from './boards-csv.ts';
import type { InstallationsService } from './installations.service.ts';

/** The inventory also takes a spreadsheet; no other call does, so the parser lives beside this one alone. */
const bindProvisioning = (app: CallBinder, boards: BoardsService): void => {
  app.fastify.register(async (scope) => {
    scope.addContentTypeParser('text/csv', { parseAs: 'string' }, async (_: unknown, text: string | Buffer) =>
      parseBoardsCsv(String(text)),
    );
    bindCall({ ...app, fastify: scope }, provisionBoards, async ({ caller, body }) => ({
      ok: true,
      boards: await boards.provision(caller, body.boards),
    }));
  });
};

export const bindMeters = (
  app: CallBinder,
  boards: BoardsService,
  installations: InstallationsService,
): void => {
  bindProvisioning(app, boards);
  bindCall(app, verifyMeter, async ({ caller, params }) => ({
    ok: true,
    ...(await boards.verify(caller, params.mac)),
  }));
  bindCall(app, validateBoard, async ({ caller, body }) => ({
    ok: true,
    exists: await boards.validate(caller, body.id),
  }));
  bindCall(app, listMeters, async ({ caller }) => ({
    ok: true,
    installationsMeter: await installations.list(caller),
  }));
  bindCall(app, readMeter, async ({ caller, params }) => ({
    ok: true,
    board: await installations.read(caller, params.mac),
  }));
  bindCall(app, createInstallation, async ({ caller, body }) => ({
    ok: true,
    installation: await installations.install(caller, body),
  }));
};
