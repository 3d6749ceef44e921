import {
  moveMeter,
  readMeterPast,
  removeMeter,
  replaceBoard,
  updateMeter,
} from '@nascente/contract/sites/meter-changes';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
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
