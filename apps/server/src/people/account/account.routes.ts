import {
  editSelf,
  editUser,
  endOtherSessions,
  endSession,
  exportAccount,
  listSessions,
  readRemoval,
  readUpgradeRequest,
  readUser,
  removeAccount,
  requestUpgrade,
} from '@nascente/contract/people/account';
import type { ExportService } from '../../operations/own-data/export.service.ts';
import type { RemovalService } from '../../operations/own-data/removal.service.ts';
import { passwordHeaderOf } from '../../operations/own-data/typed-password.ts';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/streamed-answer.ts';
import { deviceOf } from '../session/index.ts';
import type { OwnSessionsService } from './own-sessions.service.ts';
import type { ProfileService } from './profile.service.ts';
import type { UpgradeRequestsService } from './upgrade-requests.service.ts';

interface AccountServices {
  readonly profile: ProfileService;
  readonly sessions: OwnSessionsService;
  readonly upgrades: UpgradeRequestsService;
  readonly exports: ExportService;
  readonly removal: RemovalService;
}

const UPDATED = 'Usuário Atualizado!';
const EXPORT_FILE = { contentType: 'application/json; charset=utf-8', name: 'nascente-meus-dados.json' };

const bindProfile = (app: CallBinder, profile: ProfileService, upgrades: UpgradeRequestsService): void => {
  bindCall(app, readUser, async ({ caller, params }) => ({
    ok: true,
    user: await profile.read(caller, params.id),
  }));
  bindCall(app, editSelf, async ({ caller, body, request }) => ({
    ok: true,
    msg: UPDATED,
    user: await profile.edit(caller, null, body, deviceOf(request)),
  }));
  bindCall(app, editUser, async ({ caller, params, body, request }) => ({
    ok: true,
    msg: UPDATED,
    user: await profile.edit(caller, params.id, body, deviceOf(request)),
  }));
  bindCall(app, readUpgradeRequest, async ({ caller }) => ({
    ok: true,
    request: await upgrades.read(caller),
  }));
  bindCall(app, requestUpgrade, async ({ caller, request }) => {
    await upgrades.request(caller, deviceOf(request));
    return { ok: true, msg: 'Solicitacao feita com sucesso!' };
  });
};

const bindSessions = (app: CallBinder, sessions: OwnSessionsService): void => {
  bindCall(app, listSessions, async ({ caller }) => ({ ok: true, sessions: await sessions.list(caller) }));
  bindCall(app, endSession, async ({ caller, params, request }) => {
    await sessions.end(caller, params.id, deviceOf(request));
    return { ok: true };
  });
  bindCall(app, endOtherSessions, async ({ caller, request }) => ({
    ok: true,
    ended: await sessions.endOthers(caller, deviceOf(request)),
  }));
};

export const bindAccount = (app: CallBinder, services: AccountServices): void => {
  const { profile, sessions, upgrades, exports, removal } = services;
  bindProfile(app, profile, upgrades);
  bindSessions(app, sessions);
  bindCall(app, exportAccount, async ({ caller, request }) => {
    const password = passwordHeaderOf(request);
    return new StreamedAnswer(await exports.open(caller, password, deviceOf(request)), EXPORT_FILE);
  });
  bindCall(app, readRemoval, async ({ caller }) => ({ ok: true, removal: await removal.preview(caller) }));
  bindCall(app, removeAccount, async ({ caller, body, request }) => {
    await removal.remove(caller, body.password, deviceOf(request));
    return { ok: true, msg: 'Conta excluída.' };
  });
};
