import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { typedPassword } from '../base/person-fields.ts';
import { passkeyAnswer } from './passkey-answer.ts';

/** A code as it is typed: six digits of an app, or ten characters of the paper, however they are grouped. */
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
  'Ten codes, each of which takes the place of the app once; shown only now.',
  z.array(z.string()),
);

export const readSecondStep = defineCall({
  name: 'readSecondStep',
  method: 'GET',
  effect: 'reads',
  path: '/user/second-step',
  access: 'session',
  permission: 'see-own-account',
  summary: 'Whether signing in asks for more than the password, and how many recovery codes are left.',
  success: 200,
  answer: z.object({
    ok,
    since: described('Of the authenticator app; null: there is none.', z.nullable(answeredInstant)),
    passkeys: described('Keys of devices, each of which is a second step as well.', z.int()),
    codesLeft: described('Recovery codes that were not used.', z.int()),
    isRequired: described('Whether this account must have it (ADMIN_SECOND_STEP).', z.boolean()),
  }),
});

export const beginSecondStep = defineCall({
  name: 'beginSecondStep',
  method: 'POST',
  effect: 'changes',
  path: '/user/second-step',
  access: 'session',
  permission: 'edit-second-step',
  summary: 'A new secret for an authenticator app (RFC 6238); it counts once a code of it was confirmed.',
  body: confirmed,
  fails: ['conflict', 'too-many'],
  success: 200,
  answer: z.object({
    ok,
    secret: described('Base32, to be typed where no camera is at hand.', z.string()),
    uri: described('otpauth address, to be shown as QR code.', z.string()),
  }),
});

export const confirmSecondStep = defineCall({
  name: 'confirmSecondStep',
  method: 'POST',
  effect: 'changes',
  path: '/user/second-step/confirm',
  access: 'session',
  permission: 'edit-second-step',
  summary: 'Switches the second step on by the first code of the app.',
  body: z.strictObject({ code: typedCode }),
  fails: ['conflict', 'too-many'],
  success: 200,
  answer: z.object({ ok, msg: z.string(), recoveryCodes }),
});

export const renewRecoveryCodes = defineCall({
  name: 'renewRecoveryCodes',
  method: 'POST',
  effect: 'changes',
  path: '/user/second-step/codes',
  access: 'session',
  permission: 'edit-second-step',
  summary: 'Ten new recovery codes; those before count no longer.',
  body: confirmed,
  fails: ['conflict', 'too-many'],
  success: 200,
  answer: z.object({ ok, recoveryCodes }),
});

export const endSecondStep = defineCall({
  name: 'endSecondStep',
  method: 'POST',
  effect: 'changes',
  path: '/user/second-step/end',
  access: 'session',
  permission: 'edit-second-step',
  summary: 'Switches the authenticator app off.',
  body: confirmed,
  fails: ['conflict', 'not-allowed', 'too-many'],
  success: 200,
  answer: z.object({ ok, msg: z.string() }),
});

export const resetSecondStep = defineCall({
  name: 'resetSecondStep',
  method: 'POST',
  effect: 'changes',
  path: '/admin/users/:id/second-step/reset',
  access: 'Admin',
  permission: 'edit-people',
  needsRecentProof: 'sessions',
  summary:
    'Takes app, keys of devices and codes from a person who has lost them: the password alone enters again.',
  params: z.object({ id: z.string() }),
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok, msg: z.string() }),
});
