import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';
import { credential } from './credentials.ts';
import { removeCredentials } from './own-password.ts';

export const remainingSecondStep = z.extend(credential, {
  removable: described(
    'Whether it was added in the last seven days; `removeSecondSteps` removes it.',
    z.boolean(),
  ),
});
export type RemainingStep = z.output<typeof remainingSecondStep>;

export const requestRecovery = defineCall({
  name: 'requestRecovery',
  route: 'POST /user/password/recovery/:email',
  access: 'anyone',
  summary: 'Sends a link that replaces the password; the answer does not show whether the account exists.',
  fails: ['too-many'],
  answer: { msg: z.string() },
});

export const readRecovery = defineCall({
  name: 'readRecovery',
  route: 'GET /user/token',
  access: 'anyone',
  summary: 'Masked e-mail of a recovery link; expired if used, unknown or older than an hour.',
  query: z.strictObject({ token: z.optional(z.string()) }),
  answer: {
    type: z.literal('valid'),
    email: z.string(),
    secondSteps: described(
      'Authenticator and passkeys of the account, newest first: they are still required with a new password.',
      z.array(remainingSecondStep),
    ),
  },
});

export const changePassword = defineCall({
  name: 'changePassword',
  route: 'POST /user/password/change',
  access: 'anyone',
  summary: 'Replaces the password by a recovery link, once; every session of the account ends.',
  query: z.strictObject({ token: z.optional(z.string()) }),
  body: z.strictObject({
    tokenParam: described(
      'Token of the link; accepted in the query, here, or in both.',
      z.optional(z.string()),
    ),
    email: described(
      'E-mail, typed again; any other address gets the same answer.',
      z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)),
    ),
    password: z.string().check(z.maxLength(256, 'A senha pode ter no máximo 256 caracteres.')),
    removeCredentials,
    removeSecondSteps: described(
      'Also removes the authenticator, passkeys and recovery codes added in the last seven days.',
      z.optional(z.boolean()),
    ),
  }),
  fails: ['too-many'],
  answer: { msg: z.string() },
});
