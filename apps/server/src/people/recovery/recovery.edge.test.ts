import { changePassword, readRecovery, requestRecovery } from '@nascente/contract/people/recovery';
import { login } from '@nascente/contract/people/session';
import { signUp } from '@nascente/contract/people/sign-up';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { beforeEach, expect, test } from 'vitest';
import { createTestPeople } from '../../testing/seeds/test-people.ts';
import { startTestSmtp } from '../../testing/test-smtp.ts';

const smtp = await startTestSmtp();
const people = await createTestPeople(smtp);
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const SUBJECT = 'Refaça sua senha';
const SENT = 'Enviado! Cheque sua caixa de email para refazer a senha :) Verifique na pasta SPAM!';
const EXPIRED = 'Token expirado!! Faça um novo pedido para recuperar a senha';
const OLD = 'Antiga#2026';
const NEW = 'Novissima#2026!';

let email = '';
let session = '';
let count = 0;

beforeEach(async () => {
  count += 1;
  email = `pessoa${count}@padaria.test`;
  const payload = { name: 'Padaria', email, password: OLD };
  session = String((await people.succeed(signUp, '/user', { payload })).token);
});

const request = (address = email) =>
  people.succeed(requestRecovery, `/user/password/recovery/${encodeURIComponent(address)}`);

const mailedToken = async (): Promise<string> => {
  await request();
  const [mailMessage] = await people.lettersTo(email, SUBJECT);
  const [, token = ''] =
    /https:\/\/app\.nascente\.test\/recovery\/([\w-]{43})\s/.exec(mailMessage?.text ?? '') ?? [];
  expect(token).not.toBe('');
  return token;
};
const change = (token: string, fields: object = {}) =>
  people.inject('POST', `/user/password/change/?token=${token}`, {
    payload: { tokenParam: token, email, password: NEW, ...fields },
  });
const refusal = async (token: string, fields: object = {}) => {
  const { status, text } = await change(token, fields);
  return { status, ...(JSON.parse(text) as { type: string; msg: string }) };
};
const signIn = (password: string) =>
  people.inject('POST', '/login', { payload: { email, password: base64(password) } });

test('the e-mail link shows the masked address and replaces the password once', async () => {
  const token = await mailedToken();
  expect(await people.succeed(readRecovery, `/user/token/?token=${token}`)).toEqual({
    ok: true,
    type: 'valid',
    email: 'pe***@pa***.test',
    secondSteps: [],
  });
  const { status, text } = await change(token, { email: ` ${email.toUpperCase()} ` });
  expect([status, changePassword.answer.parse(JSON.parse(text)).ok]).toEqual([200, true]);
  await people.succeed(login, '/login', { payload: { email, password: base64(NEW) } });
  expect((await signIn(OLD)).status).toBe(401);
  expect(await refusal(token, { password: 'Outra#2026' })).toMatchObject({
    status: 401,
    type: 'expired',
    msg: EXPIRED,
  });
  expect((await people.fail('GET', `/user/token?token=${token}`)).type).toBe('expired');
  await people.lettersTo(email, 'Sua senha foi alterada');
  const { rows } = await people.database.pool.query('select id from account where email = $1', [email]);
  const ofAccount = people.passwordChanges.filter(({ accountId }) => accountId === rows[0]?.id);
  expect(ofAccount.map(({ address }) => address)).toEqual(['127.0.0.1']);
});

test('a recovery ends every session at once, and confirms the e-mail address', async () => {
  const token = await mailedToken();
  expect((await people.inject('GET', '/user', { token: session })).status).toBe(200);
  expect((await change(token)).status).toBe(200);
  expect((await people.fail('GET', '/user', { token: session })).type).toBe('expired');
  const { user } = await people.succeed(login, '/login', { payload: { email, password: base64(NEW) } });
  expect(user).toMatchObject({ active: true });
});

test('removes API keys from before the e-mail was confirmed, and preserves later ones', async () => {
  const keys = async () =>
    (
      await people.database.pool.query(
        'select k.name from api_key k join account a on a.id = k.account_id where a.email = $1',
        [email],
      )
    ).rows;
  const makeKey = (name: string) =>
    people.database.pool.query(
      `insert into api_key (account_id, name, prefix, key_hash, scopes, created_at)
       select id, $2, 'x', sha256(convert_to(email || $2, 'UTF8')), '{}', now() from account where email = $1`,
      [email, name],
    );
  await makeKey('before');
  expect((await change(await mailedToken())).status).toBe(200);
  expect(await keys()).toEqual([]);
  await makeKey('after');
  await people.database.pool.query("delete from job.job where name = 'mail'");
  await request();
  const mails = await people.lettersTo(email, SUBJECT, 2);
  const [, token = ''] = /recovery\/([\w-]{43})/.exec(mails[1]?.text ?? '') ?? [];
  expect((await change(token, { password: 'Outra#2026' })).status).toBe(200);
  expect(await keys()).toEqual([{ name: 'after' }]);
});

test('removes passkeys from before the e-mail was confirmed', async () => {
  const passkeys = async () =>
    (
      await people.database.pool.query(
        'select k.name from passkey k join account a on a.id = k.account_id where a.email = $1',
        [email],
      )
    ).rows;
  const makePasskey = (name: string) =>
    people.database.pool.query(
      `insert into passkey (account_id, credential_id, public_key, counter, name, synced, created_at)
       select id, sha256(convert_to(email || $2, 'UTF8')), '', 0, $2, false, now() from account where email = $1`,
      [email, name],
    );
  await makePasskey('before');
  expect((await change(await mailedToken())).status).toBe(200);
  expect(await passkeys()).toEqual([]);
});

test('a link works for an hour', async () => {
  const token = await mailedToken();
  people.advance(HOUR_MS - 1);
  expect((await people.inject('GET', `/user/token?token=${token}`)).status).toBe(200);
  people.advance(1);
  expect(await people.fail('GET', `/user/token/?token=${token}`)).toMatchObject({
    status: 401,
    type: 'expired',
    msg: EXPIRED,
  });
  expect((await refusal(token)).type).toBe('expired');
});

test.each([
  ['another e-mail', { email: 'outra@padaria.test' }, 'Confirme o email.'],
  ['no e-mail', { email: '' }, 'Confirme o email.'],
  ['a weak password', { password: 'fraca' }, 'A senha precisa ter pelo menos 8 caracteres.'],
  [
    'a password that lacks something',
    { password: 'centeio oito' },
    'A senha precisa ter: uma letra maiúscula; um número; um caractere especial: !@#$%^&*.',
  ],
  [
    'one of the commonest passwords',
    { password: 'P@ssw0rd' },
    'Esta senha é uma das mais usadas e seria adivinhada. Escolha outra.',
  ],
  ['the same password', { password: OLD }, 'A nova senha precisa ser diferente da anterior.'],
  ['a field of the account', { profile: 'Admin' }, 'Campo desconhecido: profile'],
])('refuses %s, and the link stays valid', async (_, fields, msg) => {
  const token = await mailedToken();
  expect(await refusal(token, fields)).toMatchObject({ status: 400, type: 'validation', msg });
  expect((await change(token)).status).toBe(200);
});

test('a link used twice at once changes the password once', async () => {
  const token = await mailedToken();
  const both = await Promise.all([change(token), change(token, { password: 'Outra#2026' })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test('two links of one account used at once change the password once without an error', async () => {
  const { pool } = people.database;
  const first = await mailedToken();
  await pool.query("delete from job.job where name = 'mail'");
  await request();
  const [, mailMessage] = await people.lettersTo(email, SUBJECT, 2);
  const [, second = ''] = /recovery\/([\w-]{43})/.exec(mailMessage?.text ?? '') ?? [];
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from account where email = $1 for update', [email]);
  const both = Promise.all([change(first), change(second, { password: 'Outra#2026' })]);
  const waiting = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rows).toEqual([{ waiting: 2 }]);
  await holder.query('commit');
  holder.release();
  expect((await both).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test.each([
  ['none', ''],
  ['malformed', 'x'],
  ['unknown', 'A'.repeat(43)],
])('refuses as expired a token that is %s', async (_, token) => {
  expect((await people.fail('GET', `/user/token?token=${token}`)).msg).toBe(EXPIRED);
  expect((await people.fail('GET', '/user/token/')).type).toBe('expired');
  expect((await refusal(token)).type).toBe('expired');
});

test('accepts the token in the query or in the body, and refuses two different ones', async () => {
  const token = await mailedToken();
  const payload = { email, password: NEW };
  const other = { tokenParam: 'B'.repeat(43), ...payload };
  const two = await people.fail('POST', `/user/password/change?token=${token}`, { payload: other });
  expect(two.type).toBe('expired');
  await people.succeed(changePassword, '/user/password/change', {
    payload: { tokenParam: token, ...payload },
  });
});

test('answers an address without an account identically and with the same work', async () => {
  const url = (address: string) => `/user/password/recovery/${address}`;
  const existing = await people.inject('POST', url(email));
  const unknown = await people.inject('POST', url('ninguem@padaria.test'));
  expect([unknown.status, unknown.text]).toEqual([existing.status, existing.text]);
  expect(JSON.parse(existing.text)).toEqual({ ok: true, msg: SENT });
  const { rows } = await people.database.pool.query(
    `select count(*) as jobs from job.job where data->'about'->>'email' = any($1) and data->>'kind' = 'recovery'`,
    [[email, 'ninguem@padaria.test']],
  );
  expect(rows).toEqual([{ jobs: 2 }]);
  await people.lettersTo(email, SUBJECT);
  await people.postIsDone();
  expect(smtp.received.some(({ recipients }) => recipients.includes('ninguem@padaria.test'))).toBe(false);
});

test('a disabled account gets no link, and its existing links stop working', async () => {
  const token = await mailedToken();
  await people.database.pool.query('update account set disabled_at = now() where email = $1', [email]);
  expect((await people.fail('GET', `/user/token?token=${token}`)).type).toBe('expired');
  await people.database.pool.query("delete from job.job where name = 'mail'");
  await request();
  await people.postIsDone();
  await people.lettersTo(email, SUBJECT, 1);
});

test.each(['ana', 'ana@', 'a@b.test,c@d.test'])('refuses the malformed e-mail %j', async (address) => {
  const url = `/user/password/recovery/${encodeURIComponent(address)}`;
  expect(await people.fail('POST', url)).toMatchObject({
    status: 400,
    type: 'req-error',
    msg: 'Envie um email válido.',
  });
});

test('refuses an e-mail address with a line break', async () => {
  const address = encodeURIComponent('ana@padaria.test\r\nBcc: x@y.test');
  expect(await people.fail('POST', `/user/password/recovery/${address}`)).toMatchObject({
    status: 400,
    type: 'validation',
    msg: 'O texto tem caracteres inválidos.',
  });
});

test('accepts the longest e-mail address', async () => {
  const maxLength = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.test`;
  await request(maxLength);
  expect((await people.fail('POST', `/user/password/recovery/${'a'.repeat(255)}@b.test`)).type).toBe(
    'req-error',
  );
});

test('repeated requests send few e-mails, and earlier links stay valid', async () => {
  const first = await mailedToken();
  await Promise.all([request(), request(), request(` ${email.toUpperCase()}`)]);
  await people.postIsDone();
  const { length } = smtp.received.filter(({ recipients }) => recipients.includes(email));
  expect(length).toBeLessThanOrEqual(3);
  expect((await change(first)).status).toBe(200);
});

test('limits the requests of one address without delaying others', async () => {
  const from = (remoteAddress: string, n: number) =>
    people.inject('POST', `/user/password/recovery/p${n}@fila.test`, { remoteAddress });
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) statuses.push((await from('200.7.7.7', n)).status);
  expect([new Set(statuses.slice(0, 30)), statuses.at(-1)]).toEqual([new Set([200]), 429]);
  expect((await from('200.7.7.8', 0)).status).toBe(200);
});

test('stores no usable token in the tokens table or the queue', async () => {
  const token = await mailedToken();
  const { rows } = await people.database.pool.query(
    "select (select string_agg(t::text, '') from recovery_token t) || (select string_agg(j::text, '') from job.job j) as held",
  );
  expect(rows[0]?.held).toContain(email);
  expect(rows[0]?.held).not.toContain(token);
});

test('delivers a link requested while the SMTP server was away once it is back', async () => {
  await smtp.stop();
  await request();
  const failing = "select count(*)::int as failing from job.job where name = 'mail' and retry_count > 0";
  await expect
    .poll(async () => (await people.database.pool.query(failing)).rows[0]?.failing, { timeout: 20_000 })
    .toBeGreaterThan(0);
  await smtp.start();
  await people.lettersTo(email, SUBJECT);
});
