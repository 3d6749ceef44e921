import { keyScopes, MAX_KEY_RATE, MIN_KEY_RATE } from '@nascente/domain/people/key-scopes';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

const byId = z.object({ id: z.string() });

const scopes = z.array(z.enum(keyScopes, 'Permissão de chave inválida.'));

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: described('First characters, by which the key is told from others.', z.string()),
  scopes: described('What it may be used for.', scopes),
  createdAt: answeredInstant,
  lastUsed: z.nullable(answeredInstant),
  expiresAt: described('From then on it is refused; null: it has no end.', z.nullable(answeredInstant)),
  perMinute: described('Requests a minute that it may make.', z.int()),
  allowedPerMinute: described('Up to so many its owner may set, as an Admin allows.', z.int()),
  limitedAt: described(
    'When a request was last refused because there were too many; null: never.',
    z.nullable(answeredInstant),
  ),
});
export type ApiKey = z.output<typeof apiKey>;

export const KEY_TEXTS = {
  noScope: 'Escolha ao menos uma permissão.',
  rate: `Informe de ${MIN_KEY_RATE} a ${MAX_KEY_RATE.toLocaleString('pt-BR')} pedidos por minuto.`,
} as const;

const rate = z
  .int(KEY_TEXTS.rate)
  .check(z.gte(MIN_KEY_RATE, KEY_TEXTS.rate), z.lte(MAX_KEY_RATE, KEY_TEXTS.rate));

export const generateToken = defineCall({
  name: 'generateToken',
  method: 'POST',
  effect: 'changes',
  path: '/user/generate-token',
  access: 'session',
  permission: 'create-api-key',
  needsRecentProof: 'no-key',
  summary:
    'A new API key, shown once. It is for what its `scopes` say, until the end of the day `expiresOn` in São Paulo.',
  body: z.strictObject({
    name: z._default(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Dê um nome à chave.'),
          z.maxLength(60, 'O nome da chave pode ter no máximo 60 caracteres.'),
          z.regex(/^\P{Cc}*$/u, 'O nome da chave tem caracteres inválidos.'),
        ),
      'Chave de API',
    ),
    scopes: described(
      "What it is for; left out: all that reads, and with `write` all of the profile's.",
      z.optional(scopes.check(z.minLength(1, KEY_TEXTS.noScope))),
    ),
    write: described('Counts where `scopes` is left out.', z._default(z.boolean(), false)),
    expiresOn: described(
      'The last day on which it is taken; null: no end; left out: a year from now.',
      z.optional(z.nullable(civilDate)),
    ),
  }),
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok, data: z.object({ token: z.string() }) }),
});

export const listApiKeys = defineCall({
  name: 'listApiKeys',
  method: 'GET',
  effect: 'reads',
  path: '/user/api-keys',
  access: 'session',
  permission: 'create-api-key',
  summary: 'The API keys of the account, newest first.',
  success: 200,
  answer: z.object({ ok, apiKeys: z.array(apiKey) }),
});

export const editApiKey = defineCall({
  name: 'editApiKey',
  method: 'PATCH',
  effect: 'changes',
  path: '/user/api-keys/:id',
  access: 'session',
  permission: 'create-api-key',
  summary: 'Sets how many requests a minute a key may make, up to what an Admin allows.',
  params: byId,
  body: z.strictObject({ perMinute: described('Null: as many as are allowed.', z.nullable(rate)) }),
  success: 200,
  answer: z.object({ ok, apiKey }),
});

export const revokeApiKey = defineCall({
  name: 'revokeApiKey',
  method: 'DELETE',
  effect: 'changes',
  path: '/user/api-keys/:id',
  access: 'session',
  permission: 'create-api-key',
  summary: 'Revokes an API key; it is dead at once.',
  params: byId,
  success: 200,
  answer: z.object({ ok }),
});

export const listKeysOfPerson = defineCall({
  name: 'listKeysOfPerson',
  method: 'GET',
  effect: 'reads',
  path: '/admin/users/:id/api-keys',
  access: 'Admin',
  permission: 'edit-people',
  summary: "A person's API keys, newest first.",
  params: byId,
  success: 200,
  answer: z.object({ ok, apiKeys: z.array(apiKey) }),
});

export const allowKeyRate = defineCall({
  name: 'allowKeyRate',
  method: 'PATCH',
  effect: 'changes',
  path: '/admin/api-keys/:id',
  access: 'Admin',
  permission: 'edit-people',
  summary: 'Sets up to how many requests a minute the owner of a key may have it make.',
  params: byId,
  body: z.strictObject({ allowedPerMinute: described('Requests a minute.', rate) }),
  success: 200,
  answer: z.object({ ok, apiKey }),
});
