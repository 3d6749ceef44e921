import { credentialKinds, removableKinds } from '@nascente/domain/people/credential-kinds';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { typedPassword } from '../base/person-fields.ts';
import { passkeyAnswer } from './passkey-answer.ts';

const MAX_REMOVED = 200;

/** A credential as e-mails and pages list it. */
export const credential = z.object({
  kind: z.enum(credentialKinds),
  name: described('Name given by its owner, or the device or host.', z.string()),
  createdAt: answeredInstant,
});
export type Credential = z.output<typeof credential>;

export const removableCredential = z.object({
  kind: z.enum(removableKinds),
  id: z.string(),
  name: credential.shape.name,
  createdAt: answeredInstant,
  lastUsedAt: described('`null` if never used, or if use is not recorded.', z.nullable(answeredInstant)),
});
export type RemovableCredential = z.output<typeof removableCredential>;

export const listCredentials = defineCall({
  name: 'listCredentials',
  route: 'GET /user/credentials',
  permission: 'hold-session',
  summary:
    'Credentials of the account that work without a password, newest first: API keys, integrations, links, webhooks and push devices.',
  answer: { credentials: described('Newest first.', z.array(removableCredential)) },
});

export const removeCredentials = defineCall({
  name: 'removeCredentials',
  route: 'POST /user/credentials/remove',
  permission: 'hold-session',
  needsRecentProof: 'no-key',
  summary: 'Removes several credentials at once, and closes their connections.',
  body: z.strictObject({
    credentials: described(
      'Credentials that no longer exist are ignored.',
      z
        .array(z.strictObject({ kind: z.enum(removableKinds), id: z.string() }))
        .check(z.minLength(1, 'Escolha o que remover.'), z.maxLength(MAX_REMOVED, 'São itens demais.')),
    ),
  }),
  fails: ['not-found'],
  answer: { removed: described('Number of removed credentials.', z.int()) },
});

export const proveAgain = defineCall({
  name: 'proveAgain',
  route: 'POST /user/proof',
  permission: 'hold-session',
  summary:
    'Proves by password or passkey that the owner is present. For ten minutes the session may create keys, links, webhooks and client users, and change access.',
  body: z.strictObject({
    password: z.optional(typedPassword),
    passkey: described('Instead of the password.', z.optional(passkeyAnswer)),
  }),
  fails: ['credentials', 'too-many'],
});
