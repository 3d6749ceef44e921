import { changeOwnPassword } from '@nascente/contract/people/own-password';
import { changePassword, readRecovery, requestRecovery } from '@nascente/contract/people/recovery';
import { denySignIn, readSignInNotice } from '@nascente/contract/people/sign-in-notice';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { type DeviceCookie, deviceOf } from '../session/index.ts';
import type { OwnPasswordService } from './own-password.service.ts';
import type { RecoveryService } from './recovery.service.ts';
import type { SignInDenialService } from './sign-in-denial.service.ts';

/** The token stands in the query, in the body, or in both; two different ones are none. */
const oneToken = (a: string | undefined, b: string | undefined): string =>
  a === undefined || b === undefined || a === b ? (a ?? b ?? '') : '';

export const bindRecovery = (
  app: CallBinder,
  service: RecoveryService,
  ownPassword: OwnPasswordService,
  cookie: DeviceCookie,
): void => {
  bindCall(app, requestRecovery, async ({ params, request }) => ({
    ok: true,
    msg: await service.request(params.email, request.ip),
  }));
  bindCall(app, readRecovery, async ({ query }) => ({
    ok: true,
    type: 'valid',
    ...(await service.read(query.token ?? '')),
  }));
  bindCall(app, changePassword, async ({ query, body: { tokenParam, ...change }, request, reply }) => {
    const token = oneToken(query.token, tokenParam);
    const { msg, deviceToken } = await service.change({ ...change, token }, deviceOf(request));
    cookie.give(reply, deviceToken);
    return { ok: true, msg };
  });
  bindCall(app, changeOwnPassword, async ({ caller, body, request, reply }) => {
    const { msg, deviceToken } = await ownPassword.change(caller, body, deviceOf(request));
    cookie.give(reply, deviceToken);
    return { ok: true, msg };
  });
};

export const bindSignInDenial = (app: CallBinder, service: SignInDenialService): void => {
  bindCall(app, readSignInNotice, async ({ query }) => ({
    ok: true,
    type: 'valid',
    ...(await service.read(query.token ?? '')),
  }));
  bindCall(app, denySignIn, async ({ body, request }) => ({
    ok: true,
    ...(await service.deny(body.token, deviceOf(request))),
  }));
};
