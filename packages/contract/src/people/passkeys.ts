import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { passkeyAnswer, passkeyText } from './passkey-answer.ts';
import { confirmed, recoveryCodes } from './second-step.ts';
import { signedIn } from './session.ts';

const MAX_NAME = 60;

export const passkeyName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Dê um nome à chave.'), z.maxLength(MAX_NAME, 'Nome longo demais.'));

export const passkey = z.object({
  id: z.string(),
  name: described('Name given by its owner.', z.string()),
  synced: described('Whether the passkey is synchronised to other devices of its owner.', z.boolean()),
  createdAt: answeredInstant,
  lastUsedAt: described('`null`: never.', z.nullable(answeredInstant)),
});
export type Passkey = z.output<typeof passkey>;

export const listPasskeys = defineCall({
  name: 'listPasskeys',
  route: 'GET /user/passkeys',
  permission: 'see-own-account',
  summary: 'Passkeys of the account (WebAuthn), newest first.',
  answer: { passkeys: z.array(passkey) },
});

const descriptor = z.object({ id: passkeyText, type: z.literal('public-key') });

export const beginPasskey = defineCall({
  name: 'beginPasskey',
  route: 'POST /user/passkeys/options',
  permission: 'edit-second-step',
  summary:
    'Options for creating a passkey (PublicKeyCredentialCreationOptionsJSON); valid once, in this session, for five minutes. An account with a second step must also pass it.',
  body: confirmed,
  fails: ['conflict', 'too-many'],
  answer: {
    options: z.object({
      rp: z.object({ name: z.string(), id: z.string() }),
      user: z.object({ id: passkeyText, name: z.string(), displayName: z.string() }),
      challenge: passkeyText,
      pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
      timeout: described('Milliseconds.', z.int()),
      excludeCredentials: described('Existing passkeys of the account.', z.array(descriptor)),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.boolean(),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
    }),
  },
});

export const addPasskey = defineCall({
  name: 'addPasskey',
  route: 'POST /user/passkeys',
  permission: 'edit-second-step',
  summary: 'Stores a new passkey. From now on sign-in needs it; the password alone is refused.',
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
  answer: {
    msg: z.string(),
    recoveryCodes: described('`null` if the account already had some.', z.nullable(recoveryCodes)),
  },
});

export const renamePasskey = defineCall({
  name: 'renamePasskey',
  route: 'PATCH /user/passkeys/:id',
  permission: 'edit-second-step',
  summary: 'Renames a passkey.',
  body: z.strictObject({ name: passkeyName }),
  answer: { msg: z.string() },
});

export const removePasskey = defineCall({
  name: 'removePasskey',
  route: 'POST /user/passkeys/:id/remove',
  permission: 'edit-second-step',
  summary:
    'Removes a passkey. Removing the last one of an account without an authenticator app also removes the recovery codes.',
  body: confirmed,
  fails: ['not-allowed', 'conflict', 'too-many'],
  answer: { msg: z.string() },
});

export const askForPasskey = defineCall({
  name: 'askForPasskey',
  route: 'POST /login/passkey/options',
  access: 'anyone',
  summary:
    'Options for signing in with a passkey (PublicKeyCredentialRequestOptionsJSON); valid once, for five minutes. They name no account: the device selects the passkey.',
  body: z.strictObject({
    email: described(
      'Second step after the password of this account, or proof in its session; absent: sign-in by the passkey alone.',
      z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254))),
    ),
  }),
  fails: ['conflict', 'too-many'],
  answer: {
    options: z.object({
      rpId: z.string(),
      challenge: passkeyText,
      timeout: described('Milliseconds.', z.int()),
      userVerification: z.literal('required'),
    }),
  },
});

export const loginByPasskey = defineCall({
  name: 'loginByPasskey',
  route: 'POST /login/passkey',
  access: 'anyone',
  summary: 'Signs in with a passkey that has verified its owner, without password and code.',
  body: z.strictObject({
    passkey: passkeyAnswer,
    keep: described('Keep the session for 30 days instead of 12 hours.', z.optional(z.boolean())),
  }),
  fails: ['credentials', 'not-allowed', 'conflict', 'too-many'],
  answer: signedIn,
});
