import { changeOwnPassword } from '@nascente/contract/people/own-password';
import { login } from '@nascente/contract/people/session';
import { signUp } from '@nascente/contract/people/sign-up';
import { beforeEach, expect, test } from 'vitest';
import { createTestPeople } from '../../testing/seeds/test-people.ts';
import { startTestSmtp } from '../../testing/test-smtp.ts';

const smtp = await startTestSmtp();
const people = await createTestPeople(smtp);
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const SUBJECT = 'Sua senha foi alterada';
const OLD = 'Antiga#2026';
const NEW = 'Novissima#2026!';

let email = '';
let token = '';
let count = 0;

beforeEach(async () => {
  count += 1;
  email = `pessoa${count}@padaria.test`;
  const payload = { name: 'Padaria', email, password: OLD };
  token = String((await people.succeed(signUp, '/user', { payload })).token);
});

const signIn = (password: string) =>
  people.inject('POST', '/login', { payload: { email, password: base64(password) } });
const tokenBy = async (password: string) =>
  String((await people.succeed(login, '/login', { payload: { email, password: base64(password) } })).token);
const isAlive = async (session: string) =>
  (await people.inject('GET', '/user', { token: session })).status === 200;
const change = (fields: object = {}, by = token) =>
  people.inject('POST', '/user/password', {
    token: by,
    payload: { currentPassword: OLD, password: NEW, ...fields },
  });
const refusal = async (fields: object) => {
  const { status, text } = await change(fields);
  return { status, ...(JSON.parse(text) as { type: string; msg: string; errors?: object[] }) };
};
const accountId = async (): Promise<string> =>
  String((await people.database.pool.query('select id from account where email = $1', [email])).rows[0]?.id);

test('replaces the current password, and notifies the owner by e-mail', async () => {
  const payload = { currentPassword: OLD, password: NEW };
  await people.succeed(changeOwnPassword, '/user/password', { token, payload });
  expect([(await signIn(OLD)).status, (await signIn(NEW)).status]).toEqual([401, 200]);
  await people.lettersTo(email, SUBJECT);
  const id = await accountId();
  const changes = people.passwordChanges.filter((changed) => changed.accountId === id);
  expect(changes.map(({ address }) => address)).toEqual(['127.0.0.1']);
});

test('ends every other session at once, and preserves the present one', async () => {
  const others = [await tokenBy(OLD), await tokenBy(OLD)];
  expect(await Promise.all(others.map(isAlive))).toEqual([true, true]);
  expect((await change()).status).toBe(200);
  expect(await Promise.all(others.map(isAlive))).toEqual([false, false]);
  expect(await isAlive(token)).toBe(true);
});

test('an earlier recovery link stops working', async () => {
  await people.inject('POST', `/user/password/recovery/${encodeURIComponent(email)}`);
  const [mailMessage] = await people.lettersTo(email, 'Refaça sua senha');
  const [, link = ''] = /recovery\/([\w-]{43})/.exec(mailMessage?.text ?? '') ?? [];
  expect((await people.inject('GET', `/user/token?token=${link}`)).status).toBe(200);
  expect((await change()).status).toBe(200);
  expect((await people.fail('GET', `/user/token?token=${link}`)).type).toBe('expired');
});

test.each([
  ['a wrong current password', 'currentPassword', { currentPassword: 'Errada#26' }, 'Senha atual incorreta.'],
  ['no current password', 'currentPassword', { currentPassword: '' }, 'Informe a senha.'],
  ['a short one', 'password', { password: 'fraca' }, 'A senha precisa ter pelo menos 8 caracteres.'],
  [
    'one of the commonest',
    'password',
    { password: 'P@ssw0rd' },
    'Esta senha é uma das mais usadas e seria adivinhada. Escolha outra.',
  ],
  ['the same again', 'password', { password: OLD }, 'A nova senha precisa ser diferente da anterior.'],
])('refuses %s with an error at its field', async (_, path, fields, msg) => {
  expect(await refusal(fields)).toMatchObject({
    status: 400,
    type: 'validation',
    errors: [{ path, msg }],
  });
  expect((await signIn(OLD)).status).toBe(200);
});

test('refuses a password that contains the own e-mail, with an error at its field', async () => {
  expect(await refusal({ password: `Xy#1${email}` })).toMatchObject({
    status: 400,
    errors: [{ path: 'password', msg: 'A senha não pode conter o seu e-mail.' }],
  });
});

test('delays a client that guesses the current password in an open session', async () => {
  for (let guess = 1; guess <= 5; guess++)
    expect((await refusal({ currentPassword: `Chute#${guess}` })).status).toBe(400);
  const paused = await refusal({});
  expect([paused.status, paused.type]).toEqual([429, 'limit']);
  expect(paused.msg).toMatch(/^Muitas tentativas\. Tente novamente em /);
  people.advance(15 * 60_000 + 1);
  expect((await change()).status).toBe(200);
});

test('accepts one of two simultaneous changes, and refuses the other', async () => {
  const both = await Promise.all([change({ password: 'Uma#2026!x' }), change({ password: 'Duas#2026!' })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  const ids = people.passwordChanges.map((changed) => changed.accountId);
  const id = await accountId();
  expect(ids.filter((changed) => changed === id)).toHaveLength(1);
});

test('the password stays unchanged when its e-mail cannot be queued', async () => {
  const { pool } = people.database;
  await pool.query(`create function refuse_job() returns trigger language plpgsql as
    $$ begin raise exception 'the queue is full'; end $$`);
  await pool.query(
    'create trigger refuse before insert on job.job for each row execute function refuse_job()',
  );
  expect((await change()).status).toBe(500);
  await pool.query('drop trigger refuse on job.job');
  expect([(await signIn(OLD)).status, (await signIn(NEW)).status]).toEqual([200, 401]);
});
