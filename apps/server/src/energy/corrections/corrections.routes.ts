import {
  createCorrection,
  listCorrections,
  previewCorrection,
  undoCorrection,
} from '@nascente/contract/energy/corrections';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { CorrectionsService } from './corrections.service.ts';

export const bindCorrections = (app: CallBinder, corrections: CorrectionsService): void => {
  bindCall(app, listCorrections, async ({ caller, params }) => ({
    ok: true,
    corrections: await corrections.list(caller, params.mac),
  }));
  bindCall(app, previewCorrection, async ({ caller, params, query }) => ({
    ok: true,
    effect: await corrections.preview(caller, params.mac, query),
  }));
  bindCall(app, createCorrection, async ({ caller, params, body, request }) => ({
    ok: true,
    ...(await corrections.exclude(caller, params.mac, body, deviceOf(request))),
  }));
  bindCall(app, undoCorrection, async ({ caller, params, request }) => ({
    ok: true,
    correction: await corrections.undo(caller, params.mac, params.id, deviceOf(request)),
  }));
};
