import { registerMeter } from '@nascente/contract/sites/registration';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { RegistrationService } from './registration.service.ts';

export const bindRegistration = (app: CallBinder, registration: RegistrationService): void => {
  bindCall(app, registerMeter, async ({ caller, body, request }) => ({
    ok: true,
    installation: await registration.register(caller, body, deviceOf(request)),
  }));
};
