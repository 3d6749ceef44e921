import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { passkeyAnswer, passkeyText } from './passkey-answer.ts';
import { confirmed, recoveryCodes } from './second-step.ts';
import { signedIn } from './session.ts';

const MAX_NAME = 60;

export const passkeyName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Dê um nome à chave.'), z.maxLength(MAX_NAME, 'Nome longo demais.'));

const params = z.object({ id: z.string() });

export const passkey = z.object({
  id: z.string(),
  name: described('As its owner calls it.', z.string()),
  synced: described("Whether the maker of the device copies it to the owner's other devices.", z.boolean()),
  createdAt: answeredInstant,
  lastUsedAt: described('Null: never.', z.nullable(answeredInstant)),
});
export type Passkey = z.output<typeof passkey>;

export const listPasskeys = defineCall({
  name: 'listPasskeys',
  method: 'GET',
  effect: 'reads',
  path: '/user/passkeys',
  access: 'session',
  permission: 'see-own-account',
  summary: 'Keys of devices by which this account is entered (WebAuthn), newest first.',
  success: 200,
  answer: z.object({ ok, passkeys: z.array(passkey) }),
});

const descriptor = z.object({ id: passkeyText, type: z.literal('public-key') });

export const beginPasskey = defineCall({
  name: 'beginPasskey',
  method: 'POST',
  effect: 'changes',
  path: '/user/passkeys/options',
  access: 'session',
  permission: 'edit-second-step',
  summary:
    'What a device is asked to make a key from (PublicKeyCredentialCreationOptionsJSON); good once, in this session, for five minutes. An account with a second step proves it as well.',
  body: confirmed,
  fails: ['conflict', 'too-many'],
  success: 200,
  answer: z.object({
    ok,
    options: z.object({
      rp: z.object({ name: z.string(), id: z.string() }),
      user: z.object({ id: passkeyText, name: z.string(), displayName: z.string() }),
      challenge: passkeyText,
      pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
      timeout: described('Milliseconds.', z.int()),
      excludeCredentials: described('Keys that the account has.', z.array(descriptor)),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.boolean(),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
    }),
  }),
});

export const addPasskey = defineCall({
  name: 'addPasskey',
  method: 'POST',
  effect: 'changes',
  path: '/user/passkeys',
  access: 'session',
  permission: 'edit-second-step',
  summary:
    'Keeps the key that a device has made: from now on it enters the account, and the password alone does not.',
  body: z.strictObject({
    name: passkeyName,
    passkey: z.object({
      id: passkeyText,
      rawId: passkeyText,
      type: z.literal('public-key'),
      response: z.object({ clientDataJSON: passkeyText, attestationObject: passkeyText }),
    }),
  }),
  fails: ['conflict'],
  success: 201,
  answer: z.object({
    ok,
    msg: z.string(),
    recoveryCodes: described('Null where the account had some before.', z.nullable(recoveryCodes)),
  }),
});

export const renamePasskey = defineCall({
  name: 'renamePasskey',
  method: 'PATCH',
  effect: 'changes',
  path: '/user/passkeys/:id',
  access: 'session',
  permission: 'edit-second-step',
  summary: 'Another name for a key.',
  params,
  body: z.strictObject({ name: passkeyName }),
  success: 200,
  answer: z.object({ ok, msg: z.string() }),
});

export const removePasskey = defineCall({
  name: 'removePasskey',
  method: 'POST',
  effect: 'changes',
  path: '/user/passkeys/:id/remove',
  access: 'session',
  permission: 'edit-second-step',
  summary:
    'A key that enters no longer. With the last of them, and without an app, the recovery codes go as well.',
  params,
  body: confirmed,
  fails: ['not-allowed', 'conflict', 'too-many'],
  success: 200,
  answer: z.object({ ok, msg: z.string() }),
});

export const askForPasskey = defineCall({
  name: 'askForPasskey',
  method: 'POST',
  effect: 'changes',
  path: '/login/passkey/options',
  access: 'anyone',
  summary:
    'What a device is asked to sign (PublicKeyCredentialRequestOptionsJSON); good once, for five minutes. It tells of no account: the device knows which keys it holds.',
  body: z.strictObject({
    email: described(
      'Beside the password of this account, or in its session; absent: to enter by the key alone.',
      z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254))),
    ),
  }),
  fails: ['conflict', 'too-many'],
  success: 200,
  answer: z.object({
    ok,
    options: z.object({
      rpId: z.string(),
      challenge: passkeyText,
      timeout: described('Milliseconds.', z.int()),
      userVerification: z.literal('required'),
    }),
  }),
});

export const loginByPasskey = defineCall({
  name: 'loginByPasskey',
  method: 'POST',
  effect: 'changes',
  path: '/login/passkey',
  access: 'anyone',
  summary: 'Signs in with the key of a device alone, which has recognised its owner: no password, no code.',
  body: z.strictObject({
    passkey: passkeyAnswer,
    keep: described('Keep the session for 30 days instead of 12 hours.', z.optional(z.boolean())),
  }),
  fails: ['credentials', 'not-allowed', 'conflict', 'too-many'],
  success: 200,
  answer: signedIn,
});
