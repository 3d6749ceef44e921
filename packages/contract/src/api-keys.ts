import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { answeredInstant, ok } from './conventions.ts';
import { described } from './described.ts';

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: described('First characters, by which the key is told from others.', z.string()),
  write: z.boolean(),
  createdAt: answeredInstant,
  lastUsed: z.nullable(answeredInstant),
});
export type ApiKey = z.output<typeof apiKey>;

export const generateToken = defineCall({
  name: 'generateToken',
  method: 'POST',
  effect: 'changes',
  path: '/user/generate-token',
  access: 'session',
  permission: 'create-api-key',
  summary: 'A new API key, shown once. It reads what its owner may read, and writes only with `write: true`.',
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
      'Chave de acesso',
    ),
    write: z._default(z.boolean(), false),
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

export const revokeApiKey = defineCall({
  name: 'revokeApiKey',
  method: 'DELETE',
  effect: 'changes',
  path: '/user/api-keys/:id',
  access: 'session',
  permission: 'create-api-key',
  summary: 'Revokes an API key; it is dead at once.',
  params: z.object({ id: z.string() }),
  success: 200,
  answer: z.object({ ok }),
});
