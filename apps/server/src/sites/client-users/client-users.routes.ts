import {
  createClientUser,
  editClientUser,
  listClientUsers,
  removeClientUser,
} from '@nascente/contract/sites/client-users';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { ClientUsersService } from './client-users.service.ts';

export const bindClientUsers = (app: CallBinder, clients: ClientUsersService): void => {
  bindCall(app, listClientUsers, async ({ caller }) => ({ ok: true, users: await clients.list(caller) }));
  bindCall(app, createClientUser, async ({ caller, body, request }) => ({
    ok: true,
    msg: 'Cliente cadastrado!',
    user: await clients.create(caller, body, deviceOf(request)),
  }));
  bindCall(app, editClientUser, async ({ caller, body, request }) => ({
    ok: true,
    msg: 'Alterações feitas!',
    user: await clients.edit(caller, body, deviceOf(request)),
  }));
  bindCall(app, removeClientUser, async ({ caller, params, request }) => {
    await clients.remove(caller, params.id, deviceOf(request));
    return { ok: true, msg: 'Cliente removido.' };
  });
};
