import { aUser } from './api-server.ts';

export const anApiKey = {
  id: 'k1',
  name: 'Planilha',
  prefix: 'nsk_abc',
  scopes: ['read-measures', 'read-bills'],
  createdAt: '2026-11-01T12:00:00.000Z',
  lastUsed: null,
  expiresAt: '2027-11-02T03:00:00.000Z',
  perMinute: 600,
  allowedPerMinute: 600,
  limitedAt: null,
};

const session = {
  device: 'Firefox no Linux',
  address: '203.0.113.7',
  createdAt: '2026-11-01T12:00:00.000Z',
  lastUsedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-12-01T12:00:00.000Z',
  isRemembered: false,
};
const credentials = [
  {
    kind: 'webhook',
    id: 'w1',
    name: 'sistema.example',
    createdAt: '2026-11-02T12:00:00.000Z',
    lastUsedAt: null,
  },
  {
    kind: 'api-key',
    id: 'k1',
    name: 'Planilha',
    createdAt: '2026-11-01T12:00:00.000Z',
    lastUsedAt: '2026-11-03T12:00:00.000Z',
  },
];

export const sessions = [
  { ...session, id: 's1', current: true },
  { ...session, id: 's2', current: false, device: 'Chrome no Android' },
];

const removal = {
  establishments: 2,
  meters: 3,
  clientUsers: 1,
  viewers: 0,
  apiKeys: 1,
  effects: ['São excluídos 2 estabelecimentos.', '3 medidores ficam livres.'],
};

type AnswerWith = { status?: number; body: unknown };

const answers: Readonly<Record<string, AnswerWith>> = {
  'GET /api/user/api-keys': { body: { ok: true, apiKeys: [anApiKey] } },
  'POST /api/user/generate-token': { body: { ok: true, data: { token: 'nsk_the-whole-key' } } },
  'PATCH /api/user/api-keys/k1': { body: { ok: true, apiKey: anApiKey } },
  'DELETE /api/user/api-keys/k1': { body: { ok: true } },
  'GET /api/user/second-step': {
    body: { ok: true, since: null, passkeys: 0, codesLeft: 0, isRequired: false },
  },
  'GET /api/user/passkeys': { body: { ok: true, passkeys: [] } },
  'GET /api/login/ways': { body: { ok: true, passkeyOrigin: null, singleSignOn: null } },
  'GET /api/user/credentials': { body: { ok: true, credentials } },
  'GET /api/user/sessions': { body: { ok: true, sessions } },
  'DELETE /api/user/sessions': { body: { ok: true, ended: 1 } },
  'DELETE /api/user/sessions/s2': { body: { ok: true } },
  'POST /api/user/password': { body: { ok: true, msg: 'Senha alterada!' } },
  'GET /api/user/removal': { body: { ok: true, removal } },
  'DELETE /api/user': { body: { ok: true, msg: 'Conta removida.' } },
  'GET /api/user/upgrade': { body: { ok: true, request: null } },
  'GET /api/user/upgrade/profile': { body: { ok: true, msg: 'Solicitacao feita com sucesso!' } },
  'GET /api/user/requestActivateEmail': {
    body: { status: 200, ok: true, message: 'Enviado! Cheque sua caixa de email.', alerted: true },
  },
};

const none = { status: 404, body: { ok: false, type: 'not-found', msg: 'Não encontrado.' } };

/** Answers for the account's screen, by method and path; a test gives those that it is about. */
export const anAccountApi =
  (overrides: Readonly<Record<string, AnswerWith>> = {}) =>
  ({ method, path, body }: { method: string; path: string; body: unknown }): AnswerWith => {
    const call = `${method} ${path}`;
    const own = overrides[call] ?? answers[call];
    if (own) return own;
    if (call !== 'PATCH /api/user') return none;
    const { accountType: _, ...changed } = body as Record<string, unknown>;
    return { body: { ok: true, msg: 'Usuário Atualizado!', user: { ...aUser, ...changed } } };
  };
