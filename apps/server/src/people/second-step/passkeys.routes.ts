import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  listPasskeys,
  loginByPasskey,
  removePasskey,
  renamePasskey,
} from '@nascente/contract/people/passkeys';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AccountsService } from '../accounts/index.ts';
import { type DeviceCookie, deviceOf } from '../session/index.ts';
import type { PasskeysService } from './passkeys.service.ts';

export const bindPasskeys = (
  app: CallBinder,
  service: PasskeysService,
  accounts: Pick<AccountsService, 'readUser'>,
  cookie: DeviceCookie,
): void => {
  bindCall(app, listPasskeys, async ({ caller }) => ({
    ok: true,
    passkeys: (await service.list(caller)).map(({ id, name, synced, createdAt, lastUsedAt }) => ({
      id,
      name,
      synced,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }));
  bindCall(app, beginPasskey, async ({ caller, body, request }) => ({
    ok: true,
    options: await service.begin(caller, body, deviceOf(request)),
  }));
  bindCall(app, addPasskey, async ({ caller, body, request }) => ({
    ok: true,
    msg: 'Chave de acesso adicionada!',
    recoveryCodes: await service.add(caller, body, deviceOf(request)),
  }));
  bindCall(app, renamePasskey, async ({ caller, params, body }) => {
    await service.rename(caller, params.id, body.name);
    return { ok: true, msg: 'Nome alterado.' };
  });
  bindCall(app, removePasskey, async ({ caller, params, body, request }) => {
    await service.remove(caller, params.id, body, deviceOf(request));
    return { ok: true, msg: 'Chave de acesso removida.' };
  });
  bindCall(app, askForPasskey, async ({ body, request }) => ({
    ok: true,
    options: await service.ask(body.email, deviceOf(request)),
  }));
  bindCall(app, loginByPasskey, async ({ body, request, reply }) => {
    const opened = await service.enter(body.passkey, body.keep ?? false, deviceOf(request));
    cookie.give(reply, opened.deviceToken);
    return { ok: true, token: opened.token, user: await accounts.readUser(opened.accountId) };
  });
};
