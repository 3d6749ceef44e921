import {
  allowKeyRate,
  editApiKey,
  generateToken,
  listApiKeys,
  listKeysOfPerson,
  revokeApiKey,
} from '@nascente/contract/connections/api-keys';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { ApiKeysService } from './api-keys.service.ts';

export const bindApiKeys = (app: CallBinder, service: ApiKeysService): void => {
  bindCall(app, generateToken, async ({ caller, body, request }) => ({
    ok: true,
    data: { token: await service.create(caller, body, deviceOf(request)) },
  }));
  bindCall(app, listApiKeys, async ({ caller }) => ({ ok: true, apiKeys: await service.list(caller) }));
  bindCall(app, editApiKey, async ({ caller, params, body, request }) => ({
    ok: true,
    apiKey: await service.setPerMinute(caller, params.id, body.perMinute, deviceOf(request)),
  }));
  bindCall(app, revokeApiKey, async ({ caller, params, request }) => {
    await service.revoke(caller, params.id, deviceOf(request));
    return { ok: true };
  });
  bindCall(app, listKeysOfPerson, async ({ caller, params }) => ({
    ok: true,
    apiKeys: await service.listOf(caller, params.id),
  }));
  bindCall(app, allowKeyRate, async ({ caller, params, body, request }) => ({
    ok: true,
    apiKey: await service.allow(caller, params.id, body.allowedPerMinute, deviceOf(request)),
  }));
};
