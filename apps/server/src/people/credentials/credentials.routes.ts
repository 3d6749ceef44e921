import { listCredentials, proveAgain, removeCredentials } from '@nascente/contract/people/credentials';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { deviceOf } from '../session/index.ts';
import type { CredentialsService } from './credentials.service.ts';

export const bindCredentials = (app: CallBinder, service: CredentialsService): void => {
  bindCall(app, listCredentials, async ({ caller }) => ({
    ok: true,
    credentials: await service.list(caller),
  }));
  bindCall(app, removeCredentials, async ({ caller, body, request }) => ({
    ok: true,
    removed: await service.remove(caller, body.credentials, deviceOf(request)),
  }));
  bindCall(app, proveAgain, async ({ caller, body, request }) => {
    await service.prove(caller, body, deviceOf(request));
    return { ok: true };
  });
};
