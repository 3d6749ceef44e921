import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';

export const requestActivateEmail = defineCall({
  name: 'requestActivateEmail',
  route: 'GET /user/requestActivateEmail',
  effect: 'changes',
  permission: 'edit-own-account',
  summary: 'Sends the caller an e-mail with the link that confirms the address.',
  answer: {
    status: z.literal(200),
    message: z.string(),
    alerted: described(
      'Whether an e-mail is on its way; false if the address is already confirmed.',
      z.boolean(),
    ),
  },
});

export const activateEmail = defineCall({
  name: 'activateEmail',
  route: 'GET /user/activate',
  access: 'anyone',
  summary:
    'Link of the e-mail: leads to /account, where the owner confirms with a button. Opening it changes nothing, because mail scanners open links.',
  query: described(
    'Mail programs add their own parameters to links.',
    z.object({ token: z.optional(z.string()) }),
  ),
  success: 302,
  answer: z.unknown(),
});

export const confirmEmail = defineCall({
  name: 'confirmEmail',
  route: 'POST /user/activate',
  permission: 'edit-own-account',
  summary: "Confirms the caller's e-mail address by the token of the link.",
  body: z.strictObject({ token: z.string() }),
  fails: ['not-found'],
  answer: { msg: z.string() },
});
