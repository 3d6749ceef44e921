import {
  exportAccount,
  PASSWORD_HEADER,
  readRemoval,
  removeAccount,
} from '@nascente/contract/operations/own-data';
import type { FastifyRequest } from 'fastify';
import { deviceOf } from '../../people/session/index.ts';
import { InvalidInput } from '../../platform/errors.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import type { ExportService } from './export.service.ts';
import type { RemovalService } from './removal.service.ts';

/** Of the longest password that may be chosen, where every character is written as three bytes. */
const MAX_LENGTH = 256 * 9;

/** The password of a call that has no body: percent-encoded in a header, since headers carry ASCII only. */
const passwordHeaderOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string => {
  const header = headers[PASSWORD_HEADER];
  if (typeof header !== 'string' || header === '' || header.length > MAX_LENGTH) {
    const msg = 'Informe a senha.';
    throw new InvalidInput(msg, [{ path: PASSWORD_HEADER, msg }]);
  }
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
};

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
