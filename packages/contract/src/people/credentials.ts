import { credentialKinds, removableKinds } from '@nascente/domain/people/credential-kinds';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { typedPassword } from '../base/person-fields.ts';
import { passkeyAnswer } from './passkey-answer.ts';

const MAX_REMOVED = 200;

/** As a letter and a page list it. */
export const credential = z.object({
  kind: z.enum(credentialKinds),
  name: described('As its owner named it, or the device or host that it is for.', z.string()),
  createdAt: answeredInstant,
});
export type Credential = z.output<typeof credential>;

export const removableCredential = z.object({
  kind: z.enum(removableKinds),
  id: z.string(),
  name: credential.shape.name,
  createdAt: answeredInstant,
  lastUsedAt: described(
    'Null where it was never used, or where use is not recorded.',
    z.nullable(answeredInstant),
  ),
});
export type RemovableCredential = z.output<typeof removableCredential>;

export const listCredentials = defineCall({
  name: 'listCredentials',
  method: 'GET',
  effect: 'reads',
  path: '/user/credentials',
  access: 'session',
  permission: 'hold-session',
  summary:
    'API keys, integrations, links, webhooks and push devices of the account, newest first: what goes on without a password.',
  success: 200,
  answer: z.object({ ok, credentials: described('The newest first.', z.array(removableCredential)) }),
});

export const removeCredentials = defineCall({
  name: 'removeCredentials',
  method: 'POST',
  effect: 'changes',
  path: '/user/credentials/remove',
  access: 'session',
  permission: 'hold-session',
  needsRecentProof: 'no-key',
  summary: 'Removes several of them at once; each is dead at once, and its connections are closed.',
  body: z.strictObject({
    credentials: described(
      'Those that are not there any more are passed over.',
      z
        .array(z.strictObject({ kind: z.enum(removableKinds), id: z.string() }))
        .check(z.minLength(1, 'Escolha o que remover.'), z.maxLength(MAX_REMOVED, 'São itens demais.')),
    ),
  }),
  fails: ['not-found'],
  success: 200,
  answer: z.object({ ok, removed: described('How many were removed.', z.int()) }),
});

export const proveAgain = defineCall({
  name: 'proveAgain',
  method: 'POST',
  effect: 'changes',
  path: '/user/proof',
  access: 'session',
  permission: 'hold-session',
  summary:
    'Proves once more, by password or passkey, that the owner is there: for ten minutes the session may make keys, links, webhooks and client users, and change who has access.',
  body: z.strictObject({
    password: z.optional(typedPassword),
    passkey: described('In place of the password.', z.optional(passkeyAnswer)),
  }),
  fails: ['credentials', 'too-many'],
  success: 200,
  answer: z.object({ ok }),
});
