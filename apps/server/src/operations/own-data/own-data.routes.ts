import { exportAccount, readRemoval, removeAccount } from '@nascente/contract/operations/own-data';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import type { ExportService } from './export.service.ts';
import type { RemovalService } from './removal.service.ts';
import { passwordHeaderOf } from './typed-password.ts';

const EXPORT_FILE = { contentType: 'application/json; charset=utf-8', name: 'nascente-meus-dados.json' };

export const bindOwnData = (
  app: CallBinder,
  { exports, removal }: { readonly exports: ExportService; readonly removal: RemovalService },
): void => {
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
