import { sendFeedback } from '@nascente/contract/people/feedback';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { expect, test } from 'vitest';
import { createTestPeople, SUPPORT_EMAIL } from '../../testing/seeds/test-people.ts';
import { startTestSmtp } from '../../testing/test-smtp.ts';

const smtp = await startTestSmtp();
const people = await createTestPeople(smtp);

test.each(['user', 'Manager', 'Admin', 'partner', 'client'] as const)(
  'stores the feedback of a %s, and sends it to support with a reply address',
  async (profile) => {
    const person = await people.seed.person({ profile, first_name: 'Rui', last_name: profile });
    const payload = { title: ` Gráfico ${profile} `, body: 'Não abre.\n<b>Nunca</b>' };
    const answer = await people.succeed(sendFeedback, '/user/feedback', { token: person.token, payload });
    expect(answer.message).toBe('Feedback enviado! Obrigado por nos ajudar a melhorar.');
    const [mailMessage] = await people.lettersTo(SUPPORT_EMAIL, `[Feedback] Gráfico ${profile}`);
    expect(mailMessage?.replyTo).toEqual([{ name: `Rui ${profile}`, address: person.email }]);
    expect(mailMessage?.html).toContain('Não abre.<br>&lt;b&gt;Nunca&lt;/b&gt;');
    expect(mailMessage?.text).toContain('> Não abre.\n> <b>Nunca</b>');
    const { rows } = await people.database.pool.query(
      'select title, body, created_at from feedback where account_id = $1',
      [person.id],
    );
    expect(rows).toEqual([
      { title: `Gráfico ${profile}`, body: payload.body, created_at: new Date('2026-11-20T12:00:00Z') },
    ]);
  },
);

test('a stored name with line breaks adds no e-mail header', async () => {
  const person = await people.seed.person({ first_name: 'Eve\r\nBcc: vitima@alheia.test' });
  const payload = { title: 'Oi Bcc: vitima@alheia.test', body: 'x' };
  await people.succeed(sendFeedback, '/user/feedback', { token: person.token, payload });
  const [mailMessage] = await people.lettersTo(SUPPORT_EMAIL, '[Feedback] Oi Bcc: vitima@alheia.test');
  expect(mailMessage?.recipients).toEqual([SUPPORT_EMAIL]);
  expect(mailMessage?.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(mailMessage?.replyTo).toMatchObject([{ address: person.email }]);
});

test.each([
  ['no subject', { body: 'x' }, 'title', 'Preencha o assunto.'],
  ['an empty subject', { title: '  ', body: 'x' }, 'title', 'Preencha o assunto.'],
  ['no message', { title: 'x' }, 'body', 'Escreva a mensagem.'],
  ['an empty message', { title: 'x', body: '\n' }, 'body', 'Escreva a mensagem.'],
  [
    'a subject with lines',
    { title: 'a\r\nBcc: b@c.test', body: 'x' },
    'title',
    'O texto tem caracteres inválidos.',
  ],
  ['a field too many', { title: 'x', body: 'x', to: 'a@b.test' }, 'to', 'Campo desconhecido: to'],
])('refuses %s', async (_, payload, path, msg) => {
  const { token } = await people.seed.person();
  expect(await people.fail('POST', '/user/feedback', { token, payload })).toMatchObject({
    status: 400,
    msg,
    errors: [{ path }],
  });
});

test('limits the feedback of one account in an hour', async () => {
  const { token } = await people.seed.person();
  const send = () => people.inject('POST', '/user/feedback', { token, payload: { title: 'x', body: 'x' } });
  for (let count = 0; count < 10; count += 1) expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(429);
  people.advance(HOUR_MS - 1);
  expect((await send()).headers['retry-after']).toBe('1');
});
