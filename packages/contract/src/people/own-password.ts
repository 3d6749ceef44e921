import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';
import { typedPassword } from '../base/person-fields.ts';
import { newPassword } from './new-password.ts';

export const removeCredentials = described(
  'Also removes the API keys, integrations, links, webhooks, push devices and open invitations of the account.',
  z.optional(z.boolean()),
);

/** A password change of a signed-in owner; both as typed. */
export const ownPasswordChange = z.strictObject({
  currentPassword: typedPassword,
  password: newPassword,
  removeCredentials,
});
export type OwnPasswordChange = z.output<typeof ownPasswordChange>;

export const changeOwnPassword = defineCall({
  name: 'changeOwnPassword',
  route: 'POST /user/password',
  permission: 'change-own-password',
  summary:
    'Changes the password of the caller, with the current one; every other session of the account ends.',
  body: ownPasswordChange,
  answer: { msg: z.string() },
});
