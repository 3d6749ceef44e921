import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

export const requestActivateEmail = defineCall({
  name: 'requestActivateEmail',
  method: 'GET',
  effect: 'changes',
  path: '/user/requestActivateEmail',
  access: 'session',
  permission: 'edit-own-account',
  summary: 'Mails the caller the link that confirms the e-mail address.',
  success: 200,
  answer: z.object({
    status: z.literal(200),
    ok,
    message: z.string(),
    alerted: described('A mail is on its way; false when the address is confirmed already.', z.boolean()),
  }),
});

export const activateEmail = defineCall({
  name: 'activateEmail',
  method: 'GET',
  effect: 'reads',
  path: '/user/activate',
  access: 'anyone',
  summary:
    'The mailed link: leads to /account, where its owner confirms by a button. Following it changes nothing, since mail scanners follow links.',
  query: described(
    'Mail programs add parameters of their own to links.',
    z.object({ token: z.optional(z.string()) }),
  ),
  success: 302,
  answer: z.unknown(),
});

export const confirmEmail = defineCall({
  name: 'confirmEmail',
  method: 'POST',
  effect: 'changes',
  path: '/user/activate',
  access: 'session',
  permission: 'edit-own-account',
  summary: "Confirms the caller's e-mail address by the token of the mailed link.",
  body: z.strictObject({ token: z.string() }),
  fails: ['not-found'],
  success: 200,
  answer: z.object({ ok, msg: z.string() }),
});
