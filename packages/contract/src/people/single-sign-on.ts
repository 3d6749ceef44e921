import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';
import { signedIn } from './session.ts';

export const beginSingleSignOn = defineCall({
  name: 'beginSingleSignOn',
  route: 'POST /login/single-sign-on',
  access: 'anyone',
  summary:
    "Redirects to the operator's identity provider (OpenID Connect); a cookie ties the return to this browser for ten minutes.",
  fails: ['not-found', 'too-many'],
  answer: { url: described('Address at the provider.', z.string()) },
});

export const loginBySingleSignOn = defineCall({
  name: 'loginBySingleSignOn',
  route: 'POST /login/single-sign-on/answer',
  access: 'anyone',
  summary:
    'Signs in with the answer of the provider, in the same browser: links or creates the account, with the profile of its group.',
  body: z.strictObject({
    answer: described(
      'Query string with which the provider redirected the browser.',
      z.string().check(z.minLength(1), z.maxLength(8_000, 'Texto longo demais.')),
    ),
  }),
  fails: ['credentials', 'not-allowed', 'not-found', 'conflict', 'too-many'],
  answer: signedIn,
});
