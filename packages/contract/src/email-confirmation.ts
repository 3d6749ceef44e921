import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { ok } from './conventions.ts';
import { described } from './described.ts';

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
  effect: 'changes',
  path: '/user/activate',
  access: 'anyone',
  summary: 'The mailed link: confirms the e-mail address and leads to /account.',
  query: described(
    'Mail programs add parameters of their own to links.',
    z.object({ token: z.optional(z.string()) }),
  ),
  success: 302,
  answer: z.unknown(),
});
