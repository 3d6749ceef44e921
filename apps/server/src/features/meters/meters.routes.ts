import {
  createInstallation,
  listMeters,
  readMeter,
  validateBoard,
  verifyMeter,
} from '@nascente/contract/meters';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import { WrittenAnswer } from '../../platform/http/written-answer.ts';
import { deviceOf } from '../session/index.ts';
import type { BoardsService } from './boards.service.ts';
import type { InstallationsService } from './installations.service.ts';

export const bindMeters = (
  app: CallBinder,
  boards: BoardsService,
  installations: InstallationsService,
): void => {
  bindCall(app, verifyMeter, async ({ caller, params }) => ({
    ok: true,
    ...(await boards.verify(caller, params.mac)),
  }));
  bindCall(app, validateBoard, async ({ caller, body }) => ({
    ok: true,
    exists: await boards.validate(caller, body.id),
  }));
  bindCall(app, listMeters, async ({ caller }) => {
    return new WrittenAnswer(await installations.list(caller, ['{"ok":true,"installationsMeter":[', ']}']));
  });
  bindCall(app, readMeter, async ({ caller, params }) => ({
    ok: true,
    board: await installations.read(caller, params.mac),
  }));
  bindCall(app, createInstallation, async ({ caller, body, request }) => ({
    ok: true,
    installation: await installations.install(caller, body, deviceOf(request)),
  }));
};
