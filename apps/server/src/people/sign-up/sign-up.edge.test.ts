import { login, readSelf } from '@nascente/contract/people/session';
import { signUp } from '@nascente/contract/people/sign-up';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { expect, test } from 'vitest';
import { createTestPeople } from '../../testing/seeds/test-people.ts';
import { startTestSmtp } from '../../testing/test-smtp.ts';

const smtp = await startTestSmtp();
const people = await createTestPeople(smtp);
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const company = {
  name: 'Padaria Estrela',
  email: 'Contato@Estrela.test ',
  password: 'Pão#de7Açúcar',
  accountType: 'comerc',
};

test('a sign-up opens a session, allows a later sign-in, and sends the confirmation link', async () => {
  const answer = await people.succeed(signUp, '/user', { payload: company });
  expect(answer.user).toMatchObject({
    firstName: 'Padaria Estrela',
    email: 'contato@estrela.test',
    profile: 'user',
    accountType: 'comerc',
    active: false,
    brand: 'first',
  });
  expect(answer.msg).toBe('Cadastro realizado!');
  // The answer of section 3 of the specification, which never contains the password.
  const fields =
    '_id firstName lastName birth gender email cnpj profile solarPanel postalCode tax pictureUrl active';
  for (const field of `${fields} users logoPartner labelManager accountType group color`.split(' '))
    expect(answer.user).toHaveProperty(field);
  expect(JSON.stringify(answer)).not.toContain('argon2');
  const self = await people.succeed(readSelf, '/user', { token: String(answer.token) });
  expect(self.user).toEqual(answer.user);
  const credentials = { email: 'contato@estrela.test', password: base64(company.password) };
  await people.succeed(login, '/login', { payload: credentials });
  const [mailMessage] = await people.lettersTo('contato@estrela.test', 'Confirme seu email');
  expect(mailMessage?.text).toMatch(/https:\/\/app\.nascente\.test\/api\/user\/activate\?token=[\w-]{43}/);
});

test('refuses a second sign-up with the same e-mail in any notation, and sends no e-mail', async () => {
  const payload = { ...company, email: 'CONTATO@estrela.TEST', password: 'Trigo#7Nove' };
  expect(await people.fail('POST', '/user', { payload })).toMatchObject({
    status: 409,
    type: 'duplicate',
    msg: 'Este email já esta sendo usado!',
  });
  await people.postIsDone();
  await people.lettersTo('contato@estrela.test', 'Confirme seu email', 1);
});

test('two simultaneous sign-ups with one e-mail create one account', async () => {
  const payload = { ...company, email: 'junto@estrela.test' };
  const both = await Promise.all([1, 2].map(() => people.inject('POST', '/user', { payload })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test.each([
  ['an empty name', { name: ' \t ' }, 'name', 'O Nome não pode ficar vazio.'],
  ['no name', { name: undefined }, 'name', 'O Nome não pode ficar vazio.'],
  ['a name with a line of its own', { name: 'A\r\nBcc: x' }, 'name', 'O Nome tem caracteres inválidos.'],
  ['a malformed e-mail', { email: 'contato@' }, 'email', 'Envie um email válido.'],
  ['two e-mails', { email: 'a@b.test,c@d.test' }, 'email', 'Envie um email válido.'],
  [
    'a password without a capital and a sign',
    { password: 'centeio8dez' },
    'password',
    'A senha precisa ter: uma letra maiúscula; um caractere especial: !@#$%^&*.',
  ],
  [
    'one of the commonest passwords',
    { password: 'Senha@123' },
    'password',
    'Esta senha é uma das mais usadas e seria adivinhada. Escolha outra.',
  ],
  [
    'a password that holds the e-mail',
    { email: 'mercado@lua.test', password: 'Mercado#9de7' },
    'password',
    'A senha não pode conter o seu e-mail.',
  ],
  ['a short password', { password: '1234567' }, 'password', 'A senha precisa ter pelo menos 8 caracteres.'],
  [
    'short by characters',
    { password: '🙂🙂🙂🙂' },
    'password',
    'A senha precisa ter pelo menos 8 caracteres.',
  ],
  ['a profile', { profile: 'Admin' }, 'profile', 'Campo desconhecido: profile'],
  ['a confirmed e-mail', { active: true }, 'active', 'Campo desconhecido: active'],
  ['boards', { boards: ['AA:BB:CC:DD:EE:FF'] }, 'boards', 'Campo desconhecido: boards'],
])('refuses %s', async (_, fields, path, msg) => {
  const payload = { ...company, email: 'novo@estrela.test', ...fields };
  const refusal = await people.fail('POST', '/user', { payload });
  expect(refusal).toMatchObject({ status: 400, type: 'validation', msg, errors: [{ path }] });
});

test('sends e-mails of the second brand in its own design, without the product name', async () => {
  await people.succeed(signUp, '/user', { payload: { ...company, email: 'ana@parceiro.test' } });
  const [mailMessage] = await people.lettersTo('ana@parceiro.test', 'Confirme seu email');
  expect(mailMessage?.html).toContain('#5b3f8c');
  expect(`${mailMessage?.html}${mailMessage?.from?.name}`).not.toContain('Nascente');
});

test('leaves the typed name out of the confirmation e-mail', async () => {
  const payload = { ...company, email: 'alvo@estrela.test', name: 'Ganhe em http://golpe.test' };
  await people.succeed(signUp, '/user', { payload });
  const [mailMessage] = await people.lettersTo('alvo@estrela.test', 'Confirme seu email');
  expect(`${mailMessage?.raw}${mailMessage?.html}${mailMessage?.text}`).not.toContain('golpe');
});

test('limits the sign-ups of one address without delaying others', async () => {
  const from = (remoteAddress: string) =>
    people.inject('POST', '/user', { payload: { ...company, name: 'x' }, remoteAddress });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 51; attempt += 1) statuses.push((await from('200.9.9.9')).status);
  expect(new Set(statuses.slice(0, 50))).toEqual(new Set([409]));
  expect(statuses.at(-1)).toBe(429);
  expect((await from('200.9.9.9')).headers['retry-after']).toBe('3600');
  expect((await from('200.9.9.8')).status).toBe(409);
  people.advance(HOUR_MS);
  expect((await from('200.9.9.9')).status).toBe(409);
});

test('only the link of an active partner assigns an account to it', async () => {
  const partner = await people.seed.person({
    profile: 'partner',
    partner_logo: 'data:image/png;base64,AA==',
  });
  const disabled = await people.seed.person({ profile: 'partner', disabled_at: new Date() });
  const somebody = await people.seed.person();
  const comeBy = async (by: string, email: string) =>
    (await people.succeed(signUp, '/user', { payload: { ...company, email, partner: by } })).user;
  const logoPartner = 'data:image/png;base64,AA==';
  expect(await comeBy(partner.id, 'um@estrela.test')).toMatchObject({ logoPartner });
  const refused = [disabled.id, somebody.id, '01a00000-0000-7000-8000-000000000000', 'solar'];
  for (const [index, by] of refused.entries()) {
    expect(await comeBy(by, `outro-${index}@estrela.test`)).toMatchObject({ logoPartner: null });
  }
  const { rows } = await people.database.pool.query(
    'select email from account where partner_id is not null order by email',
  );
  expect(rows).toEqual([{ email: 'um@estrela.test' }]);
});
