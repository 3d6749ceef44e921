import { requestActivateEmail } from '@nascente/contract/people/email-confirmation';
import { readSelf } from '@nascente/contract/people/session';
import { DAY_MS, HOUR_MS } from '@nascente/domain/base/time/zone';
import { expect, test } from 'vitest';
import { createTestPeople } from '../../testing/seeds/test-people.ts';
import { startTestSmtp } from '../../testing/test-smtp.ts';

const smtp = await startTestSmtp();
const people = await createTestPeople(smtp);
const SUBJECT = 'Confirme seu email';

const ask = (token: string) => people.succeed(requestActivateEmail, '/user/requestActivateEmail', { token });
const isActive = async (token: string): Promise<boolean> => {
  const { user } = await people.succeed(readSelf, '/user', { token });
  return (user as { active: boolean }).active;
};
const mailedLink = async (email: string): Promise<string> => {
  const [mailMessage] = await people.lettersTo(email, SUBJECT);
  const [, path = ''] =
    /https:\/\/app\.nascente\.test\/api(\/user\/activate\?token=[\w-]{43})\s/.exec(mailMessage?.text ?? '') ??
    [];
  return path;
};

const confirm = (token: string, link: string) =>
  people.inject('POST', '/user/activate', {
    token,
    payload: { token: link.split('token=')[1] ?? '' },
  });

test('the e-mail link opens a page with a button, and following it alone confirms nothing', async () => {
  const person = await people.seed.person();
  const sent = await ask(person.token);
  expect(sent).toMatchObject({ status: 200, ok: true, alerted: true });
  expect(sent.message).toMatch(/^Enviado!/);
  const link = await mailedLink(person.email);
  const page = `/account?confirm=${link.split('token=')[1]}`;
  for (const path of [`${link}&utm_source=mail`, link]) {
    const { status, headers } = await people.inject('GET', path);
    expect([status, headers.location, headers['cache-control']]).toEqual([302, page, 'no-store']);
  }
  expect(await isActive(person.token)).toBe(false);
  for (const status of [200, 200]) expect((await confirm(person.token, link)).status).toBe(status);
  expect(await isActive(person.token)).toBe(true);
});

test('only a session of the account confirms its e-mail address', async () => {
  const person = await people.seed.person();
  const another = await people.seed.person();
  await ask(person.token);
  const link = await mailedLink(person.email);
  expect((await confirm(another.token, link)).status).toBe(404);
  expect((await people.inject('POST', '/user/activate', { payload: { token: 'x' } })).status).toBe(401);
  expect([await isActive(person.token), await isActive(another.token)]).toEqual([false, false]);
});

test('reports a confirmed address, and sends no e-mail', async () => {
  const person = await people.seed.person({ email_confirmed_at: new Date() });
  const answer = await ask(person.token);
  expect(answer).toEqual({
    status: 200,
    ok: true,
    message: 'Seu e-mail já está confirmado.',
    alerted: false,
  });
  await people.postIsDone();
  await people.lettersTo(person.email, SUBJECT, 0);
});

test('an expired, unknown or missing link confirms nothing', async () => {
  const person = await people.seed.person();
  await ask(person.token);
  const link = await mailedLink(person.email);
  people.advance(3 * DAY_MS);
  await people.database.pool.query("update session set expires_at = expires_at + interval '4 days'");
  for (const none of [link, `token=${'A'.repeat(43)}`, 'token=x', ''])
    expect((await confirm(person.token, none)).status).toBe(404);
  const { headers } = await people.inject('GET', '/user/activate?token=x');
  expect(headers.location).toBe('/account');
  const { rows } = await people.database.pool.query(
    'select email_confirmed_at as at from account where id = $1',
    [person.id],
  );
  expect(rows).toEqual([{ at: null }]);
});

test('limits the e-mails of one account in an hour without delaying others', async () => {
  const person = await people.seed.person();
  for (let sent = 0; sent < 4; sent += 1) await ask(person.token);
  const refusal = await people.fail('GET', '/user/requestActivateEmail', { token: person.token });
  expect(refusal).toMatchObject({ status: 429, type: 'limit', headers: { 'retry-after': '3600' } });
  await ask((await people.seed.person()).token);
  people.advance(HOUR_MS - 1);
  expect((await people.inject('GET', '/user/requestActivateEmail', { token: person.token })).status).toBe(
    429,
  );
});

test('refuses a confirmation request without a session', async () => {
  expect((await people.fail('GET', '/user/requestActivateEmail')).type).toBe('expired');
});
