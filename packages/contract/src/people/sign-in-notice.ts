import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { credential } from './credentials.ts';

export const readSignInNotice = defineCall({
  name: 'readSignInNotice',
  method: 'GET',
  effect: 'reads',
  path: '/sign-in-notice',
  access: 'anyone',
  summary:
    'Which sign-in the link of a letter is about; expired when it was denied, is unknown or older than a week.',
  query: z.strictObject({ token: z.optional(z.string()) }),
  success: 200,
  answer: z.object({
    ok,
    type: z.literal('valid'),
    at: answeredInstant,
    device: described('Browser and system, for people.', z.string()),
    address: described('From which it came.', z.string()),
  }),
});
export type SignInNotice = z.output<typeof readSignInNotice.answer>;

export const denySignIn = defineCall({
  name: 'denySignIn',
  method: 'POST',
  effect: 'changes',
  path: '/sign-in-notice',
  access: 'anyone',
  summary:
    "'It was not me': ends every session of the account and its password, removes all credentials and outgoing addresses made since that sign-in, and mails the list with the link to a new password.",
  body: z.strictObject({ token: z.string() }),
  success: 200,
  answer: z.object({
    ok,
    msg: z.string(),
    removed: described('Removed: made since that sign-in.', z.array(credential)),
    left: described('Older ones, which go on until their owner removes them.', z.int()),
  }),
});
