import { requestActivateEmail } from '@nascente/contract/email-confirmation';
import { readSelf } from '@nascente/contract/session';
import { DAY_MS, HOUR_MS } from '@nascente/domain/time/zone';
import { expect, test } from 'vitest';
import { createTestPeople } from '../../testing/test-people.ts';
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
  const [letter] = await people.lettersTo(email, SUBJECT);
  const [, path = ''] =
    /https:\/\/app\.nascente\.test\/api(\/user\/activate\?token=[\w-]{43})\s/.exec(letter?.text ?? '') ?? [];
  return path;
};

test('the mailed link confirms the e-mail and leads to the account, also when it is followed again', async () => {
  const person = await people.seed.person();
  const sent = await ask(person.token);
  expect(sent).toMatchObject({ status: 200, ok: true, alerted: true });
  expect(sent.message).toMatch(/^Enviado!/);
  const link = await mailedLink(person.email);
  expect(await isActive(person.token)).toBe(false);
  for (const path of [`${link}&utm_source=mail`, link]) {
    const { status, headers } = await people.inject('GET', path);
    expect([status, headers.location, headers['cache-control']]).toEqual([302, '/account', 'no-store']);
  }
  expect(await isActive(person.token)).toBe(true);
});

test('who is confirmed already is told so, and gets no letter', async () => {
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

test('a link that is out of date, unknown or missing confirms nothing', async () => {
  const person = await people.seed.person();
  await ask(person.token);
  const link = await mailedLink(person.email);
  people.advance(3 * DAY_MS);
  for (const path of [
    link,
    `/user/activate?token=${'A'.repeat(43)}`,
    '/user/activate?token=x',
    '/user/activate',
  ]) {
    const { status, headers } = await people.inject('GET', path);
    expect([status, headers.location]).toEqual([302, '/account?activation=expired']);
  }
  const { rows } = await people.database.pool.query(
    'select email_confirmed_at as at from account where id = $1',
    [person.id],
  );
  expect(rows).toEqual([{ at: null }]);
});

test('one account asks for few letters an hour, and others are not held up', async () => {
  const person = await people.seed.person();
  for (let letter = 0; letter < 4; letter += 1) await ask(person.token);
  const refusal = await people.fail('GET', '/user/requestActivateEmail', { token: person.token });
  expect(refusal).toMatchObject({ status: 429, type: 'limit', headers: { 'retry-after': '3600' } });
  await ask((await people.seed.person()).token);
  people.advance(HOUR_MS - 1);
  expect((await people.inject('GET', '/user/requestActivateEmail', { token: person.token })).status).toBe(
    429,
  );
});

test('nobody asks without a session', async () => {
  expect((await people.fail('GET', '/user/requestActivateEmail')).type).toBe('expired');
});
