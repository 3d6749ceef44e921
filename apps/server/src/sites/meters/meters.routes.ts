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
import type { FastifyRequest } from 'fastify';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { BoardsService } from './boards.service.ts';
import type { InstallationsService } from './installations.service.ts';
import type { MeterEditing } from './meter-editing.service.ts';
import type { MeterMoves } from './meter-moves.service.ts';
import type { MeterPast } from './meter-past.service.ts';

export const bindMeterChanges = (
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

export const bindMeterPast = (app: CallBinder, past: MeterPast): void => {
  bindCall(app, readMeterPast, async ({ caller, params }) => ({
    ok: true,
    stays: await past.read(caller, params.mac),
  }));
};

const codeHeaderOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const header = headers[CLAIM_HEADER];
  return typeof header === 'string' ? header : undefined;
};

export const bindMeters = (
  app: CallBinder,
  boards: BoardsService,
  installations: InstallationsService,
): void => {
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
