import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { signedIn } from './session.ts';

export const beginSingleSignOn = defineCall({
  name: 'beginSingleSignOn',
  method: 'POST',
  effect: 'changes',
  path: '/login/single-sign-on',
  access: 'anyone',
  summary:
    "Where a browser is sent to sign in at the operator's identity provider (OpenID Connect); a cookie knows the browser again when it comes back, within ten minutes.",
  fails: ['not-found', 'too-many'],
  success: 200,
  answer: z.object({ ok, url: described('At the provider.', z.string()) }),
});

export const loginBySingleSignOn = defineCall({
  name: 'loginBySingleSignOn',
  method: 'POST',
  effect: 'changes',
  path: '/login/single-sign-on/answer',
  access: 'anyone',
  summary:
    'Signs in with what the provider sent the browser back with, in the browser that was sent there: links or makes the account, with the profile of its group.',
  body: z.strictObject({
    answer: described(
      'Query of the address to which the provider sent the browser back.',
      z.string().check(z.minLength(1), z.maxLength(8_000, 'Texto longo demais.')),
    ),
  }),
  fails: ['credentials', 'not-allowed', 'not-found', 'conflict', 'too-many'],
  success: 200,
  answer: signedIn,
});
