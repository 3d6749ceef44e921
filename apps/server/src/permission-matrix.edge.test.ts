import type { Call } from '@nascente/contract/base/call';
import { failure } from '@nascente/contract/base/conventions';
import { everyCall } from '@nascente/contract/every-call';
import { type KeyScope, keyMay, keyReachOf, keyScopes, scopeText } from '@nascente/domain/people/key-scopes';
import { may } from '@nascente/domain/people/permissions';
import { type Profile, profiles } from '@nascente/domain/people/profiles';
import { describe, expect, it, test } from 'vitest';
import { apiKeyTexts } from './connections/api-keys/key-verifier.ts';
import { type Answer, makeCall } from './testing/calls.ts';
import { createSeed } from './testing/seeds/seed.ts';
import { startTestServer } from './testing/test-server.ts';

const server = await startTestServer();
const seed = createSeed(server.database, Date.now);

/** Ids of missing records: an allowed caller learns that they do not exist, another caller learns nothing. */
const params = {
  id: '01a00000-0000-7000-8000-000000000000',
  mac: '00:00:00:00:00:01',
  email: 'ninguem@nascente.test',
};
const ask = (call: Call, token: string | null): Promise<Answer> => makeCall(server, call, token, { params });
const typeOf = ({ text }: Answer) => failure.parse(JSON.parse(text)).type;

type CallForPeople = Extract<Call, { readonly access: 'session' | 'Admin' }>;
const forPeople = everyCall.filter(
  (call): call is CallForPeople => call.access === 'session' || call.access === 'Admin',
);
const forAnyone = everyCall.filter((call) => call.access === 'anyone');

const keyOf = async (profile: Profile, scopes: readonly KeyScope[]): Promise<string> => {
  const { id } = await seed.person({ profile });
  const { text, keyHash } = apiKeyTexts.make();
  await server.database.pool.query(
    `insert into api_key (account_id, name, prefix, key_hash, scopes, created_at)
      values ($1, 'test', 'nsk_', $2, $3, now())`,
    [id, keyHash, scopes],
  );
  return text;
};

const expectAllowed = (answer: Answer, isAllowed: boolean): void => {
  if (isAllowed) expect([401, 403]).not.toContain(answer.status);
  else expect([answer.status, typeOf(answer)]).toEqual([403, 'forbidden']);
};

test('the matrix covers every call exactly once', () => {
  expect(everyCall.length).toBeGreaterThanOrEqual(53);
  expect(forPeople.length + forAnyone.length).toBe(everyCall.length);
  expect(new Set(everyCall.map(({ name }) => name)).size).toBe(everyCall.length);
  expect(new Set(everyCall.map(({ method, path }) => `${method} ${path}`)).size).toBe(everyCall.length);
});

test('a call for Admins requires a permission of Admins only', () => {
  const open = forPeople.filter(
    ({ access, permission }) =>
      access === 'Admin' && profiles.some((profile) => profile !== 'Admin' && may(profile, permission)),
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});

/** One call for each permission, because the rights of a key depend on the permission only. */
const callOfPermission = [...new Map(forPeople.map((call) => [call.permission, call]))];

test('the matrix covers every permission of a call', () => {
  expect(new Set(callOfPermission.map(([permission]) => permission))).toEqual(
    new Set(forPeople.map(({ permission }) => permission)),
  );
});

describe.each(callOfPermission)('%s', (permission, call) => {
  it('accepts a key with the required scope of each allowed profile', async () => {
    const reach = keyReachOf(permission);
    for (const profile of profiles) {
      const scopes = reach === 'every-key' ? [] : keyScopes.filter((scope) => scope === reach);
      const isAllowed = may(profile, permission) && reach !== 'no-key';
      expectAllowed(await ask(call, await keyOf(profile, scopes)), isAllowed);
    }
  });
});

const keysOf = new Map<string, Promise<string>>();
/** A key with every scope except that of the call, and a key with only that scope. */
const keyFor = (profile: Profile, scopes: readonly KeyScope[]): Promise<string> => {
  const kind = `${profile} ${scopes.join()}`;
  const key = keysOf.get(kind) ?? keyOf(profile, scopes);
  keysOf.set(kind, key);
  return key;
};

/** Every call checks its permission for every profile, and refuses a key without it. */
describe.each(forPeople.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  it('answers 401 without a token and with an invalid one', async () => {
    for (const token of [null, 'x', 'A'.repeat(43), `nsk_${'A'.repeat(43)}`]) {
      const answer = await ask(call, token);
      expect([answer.status, typeOf(answer)]).toEqual([401, 'expired']);
    }
  });

  it('accepts each allowed profile, and refuses every other', async () => {
    for (const profile of profiles) {
      const { token } = await seed.person({ profile });
      expectAllowed(await ask(call, token), may(profile, call.permission));
    }
  });

  it('refuses an API key with every other scope, and names the missing one', async () => {
    const profile = profiles.find((one) => may(one, call.permission)) ?? 'Admin';
    const reach = keyReachOf(call.permission);
    const others = keyScopes.filter((scope) => scope !== reach);
    const answer = await ask(call, await keyFor(profile, others));
    expectAllowed(answer, keyMay(others, call.permission));
    const missing = keyScopes.find((scope) => scope === reach);
    if (missing !== undefined) expect(answer.text).toContain(scopeText(missing).name);
  });
});

/** A device signs another challenge each time. */
const comparable = ({ status, text }: Answer) => ({
  status,
  text: text.replace(/"challenge":"[^"]+"/, '"challenge":"…"'),
});

describe.each(forAnyone.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  it('answers with and without a session identically, and never with 403', async () => {
    const noAccount = await ask(call, null);
    const { token } = await seed.person();
    const somebody = await ask(call, token);
    expect(comparable(somebody)).toEqual(comparable(noAccount));
    expect(noAccount.text).not.toContain('Endereço não encontrado.');
    expect(noAccount.status).not.toBe(403);
  });
});
