import { readRecovery } from '@nascente/contract/people/recovery';
import { DAY_MS, HOUR_MS } from '@nascente/domain/base/time/zone';
import { credentialKinds } from '@nascente/domain/people/credential-kinds';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestPeople } from '../../testing/seeds/test-people.ts';
import { startTestSmtp } from '../../testing/test-smtp.ts';

const smtp = await startTestSmtp();
const people = await createTestPeople(smtp);
const { pool } = people.database;
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const START = Date.parse('2026-11-20T12:00:00Z');
const PASSWORD = 'Forno#quente3';
const NEW_PASSWORD = 'Farinha#branca7';

let count = 0;
let email = '';
let session = '';
let accountId = '';
/** Since the beginning of the file. */
let elapsed = 0;
const advance = (ms: number) => {
  elapsed += ms;
  people.advance(ms);
};

beforeEach(async () => {
  count += 1;
  email = `dona${count}@credenciais.test`;
  const { text } = await people.inject('POST', '/user', {
    payload: { name: 'Padaria', email, password: PASSWORD },
    remoteAddress: '203.0.113.7',
  });
  const opened = JSON.parse(text) as { token: string; user: { _id: string } };
  session = opened.token;
  accountId = opened.user._id;
});

const ROWS: Readonly<Record<(typeof credentialKinds)[number], string>> = {
  passkey: `insert into passkey (account_id, credential_id, public_key, counter, name, synced, created_at)
    values ($1::uuid, sha256($2::text::bytea), 'k', 0, $2::text, false, $3::timestamptz)`,
  authenticator: `insert into authenticator (account_id, secret, created_at, confirmed_at)
    values ($1::uuid, $2::text::bytea, $3::timestamptz, $3::timestamptz) on conflict do nothing`,
  'recovery-codes': `insert into recovery_code (account_id, code_hash, created_at)
    values ($1::uuid, sha256($2::text::bytea), $3::timestamptz), ($1::uuid, sha256(($2::text || '-2')::bytea), $3::timestamptz)`,
  'api-key': `insert into api_key (account_id, name, prefix, key_hash, scopes, created_at)
    values ($1::uuid, $2::text, 'nsk_', sha256($2::text::bytea), '{}', $3::timestamptz)`,
  integration: `insert into integration (account_id, kind, name, prefix, key_hash, created_at)
    values ($1::uuid, 'mqtt', $2::text, 'nsi_', sha256($2::text::bytea), $3::timestamptz)`,
  'shared-link': `with site as (insert into establishment (owner_id, name) values ($1::uuid, $2::text) returning id)
    insert into shared_link (account_id, establishment_id, kind, name, prefix, key_hash, type, created_at)
    select $1::uuid, id, 'tv', $2::text, 'nsl_', sha256($2::text::bytea), 'eletric', $3::timestamptz from site`,
  webhook: `insert into alert_webhook (account_id, url, secret, created_at)
    values ($1::uuid, 'https://' || $2::text || '.test/hook', 's', $3::timestamptz)`,
  'push-device': `insert into push_subscription (account_id, endpoint, p256dh, auth, device, created_at)
    values ($1::uuid, 'https://push.test/' || $2::text, 'p', 'a', $2::text, $3::timestamptz)`,
  invitation: `insert into client_invitation (manager_id, name, email, token_hash, invited_at, expires_at)
    values ($1::uuid, $2::text, $2::text || '@convite.test', sha256($2::text::bytea), $3::timestamptz, $3::timestamptz + interval '7 days')`,
  'client-user': `insert into account (manager_id, profile, first_name, email, password_hash, created_at)
    values ($1::uuid, 'client', $2::text, $2::text || '@cliente.test', 'h', $3::timestamptz)`,
};

/** Makes one credential of each kind with the account's session. */
const makeEach = async (name: string): Promise<void> => {
  for (const kind of credentialKinds)
    await pool.query(ROWS[kind], [accountId, `${name}${count}`, new Date(START + elapsed)]);
};
const leftOf = async (): Promise<Record<string, number>> => {
  const { rows } = await pool.query<Record<string, string>>(
    `select (select count(*) from passkey where account_id = $1) as passkey,
      (select count(*) from authenticator where account_id = $1) as authenticator,
      (select count(*) from recovery_code where account_id = $1) as "recovery-codes",
      (select count(*) from api_key where account_id = $1) as "api-key",
      (select count(*) from integration where account_id = $1) as integration,
      (select count(*) from shared_link where account_id = $1) as "shared-link",
      (select count(*) from alert_webhook where account_id = $1) as webhook,
      (select count(*) from push_subscription where account_id = $1) as "push-device",
      (select count(*) from client_invitation where manager_id = $1) as invitation,
      (select count(*) from account where manager_id = $1) as "client-user"`,
    [accountId],
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([kind, left]) => [kind, Number(left)]));
};
const NONE = Object.fromEntries(credentialKinds.map((kind) => [kind, 0]));
const signInElsewhere = () =>
  people.inject('POST', '/login', {
    payload: { email, password: base64(PASSWORD) },
    remoteAddress: '198.51.100.9',
  });
const linkOf = async (subject: string, path: string): Promise<string> => {
  const [mailMessage] = await people.lettersTo(email, subject);
  return new RegExp(`/${path}/([\\w-]{43})\\s`).exec(mailMessage?.text ?? '')?.[1] ?? '';
};
const deny = async (token: string) => {
  const { status, text } = await people.inject('POST', '/sign-in-notice', { payload: { token } });
  expect(status).toBe(200);
  return JSON.parse(text) as { removed: { kind: string; name: string }[]; left: number };
};
const changeByLink = async (token: string, more: object = {}): Promise<number> => {
  const payload = { tokenParam: token, email, password: NEW_PASSWORD, ...more };
  return (await people.inject('POST', '/user/password/change', { payload })).status;
};
const recover = async (more: object = {}): Promise<void> => {
  await people.inject('POST', `/user/password/recovery/${email}`);
  expect(await changeByLink(await linkOf('Refaça sua senha', 'recovery'), more)).toBe(200);
};
const confirmAddress = () =>
  pool.query('update account set email_confirmed_at = now() where id = $1', [accountId]);

it('removes credentials of an intruder after the clock was set back, and no older ones', async () => {
  await makeEach('dona');
  advance(DAY_MS);
  await signInElsewhere();
  const link = await linkOf('Nova entrada na sua conta', 'unrecognized');
  advance(HOUR_MS - DAY_MS);
  await pool.query(ROWS['api-key'], [accountId, `intruso${count}`, new Date(START + elapsed)]);
  const made = 'insert into audit_event (at, action, actor_id, subject_id, address, device, detail) ';
  await pool.query(`${made} values ($2, 'api-key-created', $1, $1, '', '', '{}')`, [
    accountId,
    new Date(START + elapsed),
  ]);
  const { removed } = await deny(link);
  expect(removed).toMatchObject([{ kind: 'api-key', name: `intruso${count}` }]);
});

it('removes every credential created since the sign-in that the owner denies', async () => {
  await signInElsewhere();
  advance(HOUR_MS);
  await makeEach('intruso');
  const { removed, left } = await deny(await linkOf('Nova entrada na sua conta', 'unrecognized'));
  expect(removed.map(({ kind }) => kind).toSorted()).toEqual([...credentialKinds].toSorted());
  expect(left).toBe(0);
  expect(await leftOf()).toEqual(NONE);

  const [mailMessage] = await people.lettersTo(email, 'Sua conta foi fechada: crie outra senha');
  for (const named of ['Aplicativo autenticador, de 20/11/2026', `Endereço de aviso “intruso${count}.test”`])
    expect(mailMessage?.text).toContain(named);
  // The intruder's authenticator no longer stands between the owner and the account.
  const token = /\/recovery\/([\w-]{43})\s/.exec(mailMessage?.text ?? '')?.[1] ?? '';
  expect(await changeByLink(token)).toBe(200);
  const entered = await people.inject('POST', '/login', {
    payload: { email, password: base64(NEW_PASSWORD) },
  });
  expect(entered.status).toBe(200);
});

it.each([
  ['removes what was made within a minute before the sign-in: clocks of processes differ', 60_000, 0],
  ['leaves what was made earlier', 60_001, 1],
])('%s', async (_, before, left) => {
  advance(DAY_MS);
  await makeEach('antes');
  advance(before);
  await signInElsewhere();
  await deny(await linkOf('Nova entrada na sua conta', 'unrecognized'));
  expect((await leftOf())['api-key']).toBe(left);
});

it('preserves credentials older than the sign-in, and reports their number', async () => {
  await makeEach('dona');
  const before = await leftOf();
  advance(DAY_MS);
  await signInElsewhere();
  const { removed, left } = await deny(await linkOf('Nova entrada na sua conta', 'unrecognized'));
  expect(removed).toEqual([]);
  expect(left).toBe(5);
  expect(await leftOf()).toEqual(before);
  const [mailMessage] = await people.lettersTo(email, 'Sua conta foi fechada: crie outra senha');
  expect(mailMessage?.text).toContain('continuam: 5.');
});

it('removes credentials created before the owner first recovers an unconfirmed account', async () => {
  await makeEach('estranho');
  await recover();
  expect(await leftOf()).toEqual(NONE);
});

it('removes no credentials when a confirmed account is recovered without that request', async () => {
  await confirmAddress();
  await makeEach('antes');
  await recover();
  expect((await leftOf())['api-key']).toBe(1);
  const [notified] = await people.lettersTo(email, 'Sua senha foi alterada');
  expect(notified?.text).toContain('continuam valendo');
});

it.each([
  ['a recovery', () => recover({ removeCredentials: true })],
  [
    'a change of the password',
    async () => {
      const payload = { currentPassword: PASSWORD, password: NEW_PASSWORD, removeCredentials: true };
      expect((await people.inject('POST', '/user/password', { token: session, payload })).status).toBe(200);
    },
  ],
])('%s removes keys, links and outgoing addresses when requested, but no second step', async (_, change) => {
  await confirmAddress();
  await makeEach('antes');
  await change();
  expect(await leftOf()).toEqual({
    ...NONE,
    passkey: 1,
    authenticator: 1,
    'recovery-codes': 2,
    'client-user': 1,
  });
  const [mailMessage] = await people.lettersTo(email, 'Sua senha foi alterada');
  expect(mailMessage?.text).toContain(`Chave de API “antes${count}”`);
});

describe('second steps during a recovery', () => {
  const askRecovery = async () => {
    await people.inject('POST', `/user/password/recovery/${email}`);
    const [mailMessage] = await people.lettersTo(email, 'Refaça sua senha');
    const token = /\/recovery\/([\w-]{43})\s/.exec(mailMessage?.text ?? '')?.[1] ?? '';
    const answer = await people.succeed(readRecovery, `/user/token?token=${token}`);
    return {
      token,
      text: mailMessage?.text ?? '',
      secondSteps: readRecovery.answer.parse(answer).secondSteps,
    };
  };
  const secondStepsLeft = async () => {
    const { passkey, authenticator, 'recovery-codes': codes } = await leftOf();
    return { passkey, authenticator, codes };
  };

  it('names a second step in e-mail and page, and removes one added within seven days', async () => {
    await confirmAddress();
    await makeEach('intruso');
    advance(7 * DAY_MS);
    const { token, text, secondSteps } = await askRecovery();
    expect(text).toContain(`Chave de acesso “intruso${count}”`);
    expect(text).toContain('Aplicativo autenticador, de');
    expect(secondSteps.map(({ kind, removable }) => `${kind} ${removable}`).toSorted()).toEqual([
      'authenticator true',
      'passkey true',
    ]);
    expect(await changeByLink(token, { removeSecondSteps: true })).toBe(200);
    expect(await secondStepsLeft()).toEqual({ passkey: 0, authenticator: 0, codes: 0 });
    expect((await leftOf())['api-key']).toBe(1);
    const [notified] = await people.lettersTo(email, 'Sua senha foi alterada');
    expect(notified?.text).toContain(`Chave de acesso “intruso${count}”`);
  });

  it('names an older second step, and does not remove it', async () => {
    await confirmAddress();
    await makeEach('dona');
    advance(7 * DAY_MS + 1);
    const { token, text, secondSteps } = await askRecovery();
    expect(text).toContain('só pode ser removido em Conta');
    expect(secondSteps.map(({ removable }) => removable)).toEqual([false, false]);
    expect(await changeByLink(token, { removeSecondSteps: true })).toBe(200);
    expect(await secondStepsLeft()).toEqual({ passkey: 1, authenticator: 1, codes: 2 });
  });

  it('does not name second steps of an unconfirmed account, and removes all of them', async () => {
    await makeEach('estranho');
    const { text, secondSteps } = await askRecovery();
    expect(text).not.toContain('estranho');
    expect(secondSteps).toEqual([]);
  });

  it('counts a second step only once it is confirmed', async () => {
    await confirmAddress();
    await makeEach('dona');
    await pool.query('update authenticator set confirmed_at = null where account_id = $1', [accountId]);
    const { secondSteps } = await askRecovery();
    expect(secondSteps.map(({ kind }) => kind)).toEqual(['passkey']);
  });
});

it('the owner can deny the sign-in that changed the password', async () => {
  advance(DAY_MS);
  const { text } = await signInElsewhere();
  const { token } = JSON.parse(text) as { token: string };
  const payload = { currentPassword: PASSWORD, password: NEW_PASSWORD };
  expect((await people.inject('POST', '/user/password', { token, payload })).status).toBe(200);
  await makeEach('intruso');
  await deny(await linkOf('Sua senha foi alterada', 'unrecognized'));
  expect(await leftOf()).toEqual(NONE);
});

it('the owner can deny an earlier sign-in after a later one', async () => {
  advance(DAY_MS);
  await signInElsewhere();
  const earlier = await linkOf('Nova entrada na sua conta', 'unrecognized');
  advance(HOUR_MS);
  await makeEach('intruso');
  advance(HOUR_MS);
  const { text } = await signInElsewhere();
  const { token } = JSON.parse(text) as { token: string };
  const payload = { currentPassword: PASSWORD, password: NEW_PASSWORD };
  expect((await people.inject('POST', '/user/password', { token, payload })).status).toBe(200);
  const { removed } = await deny(await linkOf('Sua senha foi alterada', 'unrecognized'));
  expect(removed).toEqual([]);
  const [mailMessage] = await people.lettersTo(email, 'Sua conta foi fechada: crie outra senha');
  expect(mailMessage?.text).toContain('Também enviamos avisos de entradas anteriores');

  expect((await deny(earlier)).removed).toHaveLength(credentialKinds.length);
  expect(await leftOf()).toEqual(NONE);
});

/** Tables of an account that let nobody in and send nothing out: data, settings, traces, and tokens that end by themselves. */
const OTHER_TABLES = [
  ['account', 'alert', 'alert_opinion', 'alert_preference', 'alert_rule', 'billing_contract', 'board'],
  [
    'confirmation_token',
    'consent',
    'establishment',
    'feedback',
    'image',
    'independent_variable',
    'frozen_bill',
    'irec_lot',
  ],
  ['known_device', 'known_network', 'leak_verdict', 'meter_access', 'meter_group', 'meter_note'],
  [
    'opportunity_decision',
    'outage_verdict',
    'reading_exclusion',
    'reading_import',
    'recovery_token',
    'register_verdict',
  ],
  // Reports go to the address of the account itself. Who is entered by a provider is vouched for by it.
  ['report', 'report_subscription', 'provider_identity'],
  ['saving_change', 'session', 'sign_in_notice', 'tariff_version', 'upgrade_request'],
].flat();
const CREDENTIAL_TABLES = [
  ['passkey', 'authenticator', 'recovery_code', 'api_key', 'integration', 'shared_link', 'alert_webhook'],
  // Client users are rows of `account`.
  ['push_subscription', 'client_invitation'],
].flat();

it('classifies every table that refers to an account', async () => {
  const { rows } = await pool.query<{ table: string }>(
    `select distinct c.conrelid::regclass::text as table from pg_constraint c
      where c.contype = 'f' and c.confrelid = 'account'::regclass order by 1`,
  );
  expect(rows.map(({ table }) => table)).toEqual([...CREDENTIAL_TABLES, ...OTHER_TABLES].toSorted());
});
