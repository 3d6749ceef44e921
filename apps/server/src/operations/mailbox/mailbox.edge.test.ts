import { readMailbox } from '@nascente/contract/operations/mailbox';
import { signUp } from '@nascente/contract/people/sign-up';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { createTestPeople } from '../../testing/seeds/test-people.ts';

const people = await createTestPeople(null);
const admin = await people.seed.person({ profile: 'Admin' });
const open = (request: Omit<InjectOptions, 'url' | 'method'> = {}, token = admin.token) =>
  people.inject('GET', '/admin/mailbox', { token, ...request });

test('without an SMTP server, an Admin on the server machine reads the e-mails there', async () => {
  const payload = { name: 'Padaria', email: 'ana@padaria.test', password: 'Trigo#7Nove' };
  await people.succeed(signUp, '/user', { payload });
  await people.postIsDone();
  const { isInUse, mails } = readMailbox.answer.parse(JSON.parse((await open()).text));
  expect(isInUse).toBe(true);
  expect(mails).toMatchObject([
    { to: 'ana@padaria.test', subject: 'Confirme seu email', date: '2026-11-20T12:00:00.000Z' },
  ]);
  expect(mails[0]?.text).toMatch(/\/api\/user\/activate\?token=[\w-]{43}/);
});

test.each([
  ['127.0.0.1', 'localhost:8080'],
  ['::1', '[::1]:8080'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
])('accepts %s as %s as the local machine', async (remoteAddress, host) => {
  expect((await open({ remoteAddress, headers: { host } })).status).toBe(200);
});

test.each([
  ['another machine', { remoteAddress: '192.168.0.7' }],
  [
    'another machine that claims to be this one',
    { remoteAddress: '192.168.0.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['a proxy of the other kind', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['a proxy that says little', { headers: { via: '1.1 caddy' } }],
  ['a name that leads here', { headers: { host: 'golpe.test:8080' } }],
])('refuses %s', async (_, options) => {
  const { status, text } = await open(options);
  expect([status, JSON.parse(text)]).toEqual([
    403,
    {
      ok: false,
      type: 'forbidden',
      msg: 'A caixa de e-mails só pode ser aberta na própria máquina do servidor.',
    },
  ]);
});

test('behind a proxy the mailbox stays closed until the operator opens it', async () => {
  for (const settings of [{ publicUrl: 'https://nascente.test' }, { publicUrl: null, trustProxy: true }]) {
    const closed = await createTestPeople(null, { ...settings, localMailbox: false });
    const { token } = await closed.seed.person({ profile: 'Admin' });
    const { status, msg } = await closed.fail('GET', '/admin/mailbox', { token });
    expect([status, msg]).toEqual([
      403,
      'Este servidor está atrás de um proxy ou tem endereço público: para abrir a caixa de e-mails na própria máquina, inicie-o com LOCAL_MAILBOX=yes.',
    ]);
  }
  const own = await createTestPeople(null, { publicUrl: 'http://localhost:8080', localMailbox: false });
  const { token } = await own.seed.person({ profile: 'Admin' });
  expect((await own.inject('GET', '/admin/mailbox', { token })).status).toBe(200);
});

test.each(['user', 'Manager', 'partner', 'client'] as const)(
  'refuses the mailbox to a %s',
  async (profile) => {
    const person = await people.seed.person({ profile });
    expect((await open({}, person.token)).status).toBe(403);
  },
);

test('refuses the mailbox without an account', async () => {
  expect((await people.fail('GET', '/admin/mailbox')).type).toBe('expired');
});
