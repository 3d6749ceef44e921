import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { credential } from './credentials.ts';

export const readSignInNotice = defineCall({
  name: 'readSignInNotice',
  route: 'GET /sign-in-notice',
  access: 'anyone',
  summary: 'Sign-in of a notification link; expired if it was denied, is unknown or older than a week.',
  query: z.strictObject({ token: z.optional(z.string()) }),
  answer: {
    type: z.literal('valid'),
    at: answeredInstant,
    device: described('Browser and system, for display.', z.string()),
    address: described('IP address of the sign-in.', z.string()),
  },
});
export type SignInNotice = z.output<typeof readSignInNotice.answer>;

export const denySignIn = defineCall({
  name: 'denySignIn',
  route: 'POST /sign-in-notice',
  access: 'anyone',
  summary:
    "'It was not me': ends every session of the account, invalidates its password, removes all credentials and outgoing addresses created since that sign-in, and sends their list by e-mail with a link to set a new password.",
  body: z.strictObject({ token: z.string() }),
  answer: {
    msg: z.string(),
    removed: described('Removed credentials, created since that sign-in.', z.array(credential)),
    left: described('Older credentials, which stay until their owner removes them.', z.int()),
  },
});
