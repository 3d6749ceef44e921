import {
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  readSecondStep,
  renewRecoveryCodes,
  resetSecondStep,
} from '@nascente/contract/people/second-step';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { deviceOf } from '../session/index.ts';
import type { SecondStepService } from './second-step.service.ts';

export const bindSecondStep = (app: CallBinder, service: SecondStepService): void => {
  bindCall(app, readSecondStep, async ({ caller }) => {
    const { since, ...state } = await service.read(caller);
    return { ok: true, since: since?.toISOString() ?? null, ...state };
  });
  bindCall(app, beginSecondStep, async ({ caller, body, request }) => ({
    ok: true,
    ...(await service.begin(caller, body, deviceOf(request))),
  }));
  bindCall(app, confirmSecondStep, async ({ caller, body, request }) => ({
    ok: true,
    msg: 'Verificação em duas etapas ativada!',
    recoveryCodes: await service.confirm(caller, body.code, deviceOf(request)),
  }));
  bindCall(app, renewRecoveryCodes, async ({ caller, body, request }) => ({
    ok: true,
    recoveryCodes: await service.renewCodes(caller, body, deviceOf(request)),
  }));
  bindCall(app, endSecondStep, async ({ caller, body, request }) => {
    await service.end(caller, body, deviceOf(request));
    return { ok: true, msg: 'Verificação em duas etapas desativada.' };
  });
  bindCall(app, resetSecondStep, async ({ caller, params, request }) => {
    await service.reset(caller, params.id, deviceOf(request));
    return { ok: true, msg: 'Verificação em duas etapas desativada para esta pessoa.' };
  });
};
