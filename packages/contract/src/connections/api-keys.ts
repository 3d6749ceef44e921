import { keyScopes, MAX_KEY_RATE, MIN_KEY_RATE } from '@nascente/domain/people/key-scopes';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';

const scopes = z.array(z.enum(keyScopes, 'Permissão de chave inválida.'));

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: described('First characters of the key, for recognition.', z.string()),
  scopes: described('Scopes of the key.', scopes),
  createdAt: answeredInstant,
  lastUsed: z.nullable(answeredInstant),
  expiresAt: described('Expiry; `null`: none.', z.nullable(answeredInstant)),
  perMinute: described('Rate limit, requests a minute.', z.int()),
  allowedPerMinute: described('Highest rate limit that the owner may set; an Admin changes it.', z.int()),
  limitedAt: described(
    'Time of the last request above the rate limit; `null`: never.',
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
  route: 'POST /user/generate-token',
  permission: 'create-api-key',
  needsRecentProof: 'no-key',
  summary:
    'Creates an API key; the answer shows it once. It is valid for its `scopes` until the end of the day `expiresOn` in São Paulo.',
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
      'Scopes; default: all read scopes, and with `write` all of the profile.',
      z.optional(scopes.check(z.minLength(1, KEY_TEXTS.noScope))),
    ),
    write: described('Only without `scopes`.', z._default(z.boolean(), false)),
    expiresOn: described(
      'Last valid day; `null`: no expiry; default: one year.',
      z.optional(z.nullable(civilDate)),
    ),
  }),
  fails: ['conflict'],
  answer: { data: z.object({ token: z.string() }) },
});

export const listApiKeys = defineCall({
  name: 'listApiKeys',
  route: 'GET /user/api-keys',
  permission: 'create-api-key',
  summary: 'API keys of the account, newest first.',
  answer: { apiKeys: z.array(apiKey) },
});

export const editApiKey = defineCall({
  name: 'editApiKey',
  route: 'PATCH /user/api-keys/:id',
  permission: 'create-api-key',
  summary: 'Sets the rate limit of a key, up to the maximum set by an Admin.',
  body: z.strictObject({ perMinute: described('`null`: the maximum.', z.nullable(rate)) }),
  answer: { apiKey },
});

export const revokeApiKey = defineCall({
  name: 'revokeApiKey',
  route: 'DELETE /user/api-keys/:id',
  permission: 'create-api-key',
  summary: 'Revokes an API key at once.',
});

export const listKeysOfPerson = defineCall({
  name: 'listKeysOfPerson',
  route: 'GET /admin/users/:id/api-keys',
  access: 'Admin',
  permission: 'edit-people',
  summary: 'API keys of a person, newest first.',
  answer: { apiKeys: z.array(apiKey) },
});

export const allowKeyRate = defineCall({
  name: 'allowKeyRate',
  route: 'PATCH /admin/api-keys/:id',
  access: 'Admin',
  permission: 'edit-people',
  summary: 'Sets the highest rate limit that the owner of a key may choose.',
  body: z.strictObject({ allowedPerMinute: described('Requests a minute.', rate) }),
  answer: { apiKey },
});
