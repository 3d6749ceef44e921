import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { typedPassword } from '../base/person-fields.ts';
import { passkeyAnswer } from './passkey-answer.ts';

/** A typed code: six digits of an authenticator app, or the ten characters of a recovery code, in any grouping. */
export const typedCode = z
  .string()
  .check(z.trim(), z.minLength(1, 'Informe o código.'), z.maxLength(30, 'Código longo demais.'));

/** The password, and the second step of an account that has one: a code, or a signed challenge. */
export const confirmed = z.strictObject({
  password: typedPassword,
  code: z.optional(typedCode),
  passkey: z.optional(passkeyAnswer),
});

export const recoveryCodes = described(
  'Ten codes, each usable once instead of the app; shown only now.',
  z.array(z.string()),
);

export const readSecondStep = defineCall({
  name: 'readSecondStep',
  route: 'GET /user/second-step',
  permission: 'see-own-account',
  summary: 'Whether sign-in needs a second step, and the number of unused recovery codes.',
  answer: {
    since: described('State of the authenticator app; `null`: none.', z.nullable(answeredInstant)),
    passkeys: described('Number of passkeys, each of which is also a second step.', z.int()),
    codesLeft: described('Number of unused recovery codes.', z.int()),
    isRequired: described('Whether this account must have a second step (ADMIN_SECOND_STEP).', z.boolean()),
  },
});

export const beginSecondStep = defineCall({
  name: 'beginSecondStep',
  route: 'POST /user/second-step',
  permission: 'edit-second-step',
  summary: 'New secret for an authenticator app (RFC 6238), active after the first confirmed code.',
  body: confirmed,
  fails: ['conflict', 'too-many'],
  answer: {
    secret: described('Base32, for typing without a camera.', z.string()),
    uri: described('otpauth address, for the QR code.', z.string()),
  },
});

export const confirmSecondStep = defineCall({
  name: 'confirmSecondStep',
  route: 'POST /user/second-step/confirm',
  permission: 'edit-second-step',
  summary: 'Activates the second step by the first code of the app.',
  body: z.strictObject({ code: typedCode }),
  fails: ['conflict', 'too-many'],
  answer: { msg: z.string(), recoveryCodes },
});

export const renewRecoveryCodes = defineCall({
  name: 'renewRecoveryCodes',
  route: 'POST /user/second-step/codes',
  permission: 'edit-second-step',
  summary: 'Creates ten new recovery codes; the previous ones become invalid.',
  body: confirmed,
  fails: ['conflict', 'too-many'],
  answer: { recoveryCodes },
});

export const endSecondStep = defineCall({
  name: 'endSecondStep',
  route: 'POST /user/second-step/end',
  permission: 'edit-second-step',
  summary: 'Removes the authenticator app.',
  body: confirmed,
  fails: ['conflict', 'not-allowed', 'too-many'],
  answer: { msg: z.string() },
});

export const resetSecondStep = defineCall({
  name: 'resetSecondStep',
  route: 'POST /admin/users/:id/second-step/reset',
  access: 'Admin',
  permission: 'edit-people',
  needsRecentProof: 'sessions',
  summary:
    'Removes app, passkeys and codes of a person who has lost them; sign-in then needs only the password.',
  fails: ['conflict'],
  answer: { msg: z.string() },
});
