import { login } from '@nascente/contract/people/session';
import {
  createClientUser,
  editClientUser,
  listClientUsers,
  removeClientUser,
} from '@nascente/contract/sites/client-users';
import { listMeters } from '@nascente/contract/sites/meters';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const ABSENT = '01a00000-0000-7000-8000-000000000000';
const ABSENT_MAC = '00:00:00:00:00:01';
const PASSWORD = 'Trigo#7Nove';

let api: TestApi;
let manager: SeededPerson;
let meter: SeededMeter;
let second: SeededMeter;
let count = 0;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
});

beforeEach(async () => {
  manager = await api.seed.person({ profile: 'Manager' });
  const establishment = await api.seed.establishment(manager);
  meter = await api.seed.meter(establishment);
  second = await api.seed.meter(establishment);
});

const clientUser = (more: object = {}) => ({
  name: 'Rui',
  email: `cliente${++count}@padaria.test`,
  password: PASSWORD,
  ...more,
});
const create = async (more: object = {}, { token } = manager) =>
  (await api.succeed(createClientUser, '/newUser/costumer', { token, payload: clientUser(more) })).user;
const refuse = (payload: object, { token } = manager) =>
  api.fail('POST', '/newUser/costumer', { token, payload });
const edit = async (payload: object, { token } = manager) =>
  (await api.succeed(editClientUser, '/Consumer', { token, payload })).user;
const listed = async ({ token } = manager) =>
  (await api.succeed(listClientUsers, '/Consumers', { token })).users;
const signIn = (email: string, password = PASSWORD) =>
  api.inject('POST', '/login', {
    payload: { email, password: Buffer.from(password).toString('base64') },
    remoteAddress: `10.7.${count}.1`,
  });
const tokenOf = async (email: string) => login.answer.parse((await signIn(email)).body).token;
const macsSeenBy = async (token: string) =>
  (await api.succeed(listMeters, '/installation-meter', { token })).installationsMeter.map(
    ({ macAddress }) => macAddress,
  );

describe('creating a client user', () => {
  it('a new client user signs in and sees its assigned meters, read-only', async () => {
    const user = await create({ email: ' Cliente@Padaria.Test ', boards: [meter.mac.replaceAll(':', '-')] });
    expect(user).toMatchObject({
      name: 'Rui',
      email: 'cliente@padaria.test',
      birth: null,
      boards: [meter.mac],
      pictureUrl: null,
      active: false,
      managerId: manager.id,
    });
    expect(await listed()).toEqual([user]);
    const token = await tokenOf(user.email);
    expect(await macsSeenBy(token)).toEqual([meter.mac]);
    const own = await api.inject('GET', '/user', { token });
    expect(own.body).toMatchObject({ user: { profile: 'client', firstName: 'Rui' } });
  });

  it('stores the picture of a client user re-encoded as PNG', async () => {
    const image = sharp({ create: { width: 200, height: 400, channels: 3, background: 'blue' } });
    const pictureUrl = `data:image/webp;base64,${(await image.webp().toBuffer()).toString('base64')}`;
    const user = await create({ pictureUrl });
    const bytes = Buffer.from(user.pictureUrl?.split(',')[1] ?? '', 'base64');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 75, height: 150 });
    expect(await refuse(clientUser({ pictureUrl: '' }))).toMatchObject({
      status: 400,
      msg: 'Imagem invalida',
    });
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: undefined }, 'name'],
    [{ email: 'rui' }, 'email'],
    [{ email: 'rui@padaria.test\r\nBcc: x@y.z' }, 'email'],
    [{ email: undefined }, 'email'],
    [{ password: '' }, 'password'],
    [{ password: undefined }, 'password'],
  ])('refuses a client user with %j', async (more, path) => {
    expect(await refuse(clientUser(more))).toMatchObject({
      status: 400,
      type: 'validation',
      msg: 'Verifique os dados inseridos',
      errors: [{ path }],
    });
  });

  it.each([
    [{ password: 'curta7!' }, 'A senha precisa ter pelo menos 8 caracteres.'],
    [{ birth: '30/02/2000' }, 'Data de nascimento inválida: use DD/MM/AAAA'],
    [{ birth: '21/11/2026' }, 'A data de nascimento não pode ser futura.'],
    [{ boards: ['zz'] }, 'Endereço MAC inválido'],
    [{ profile: 'Admin' }, 'Campo desconhecido: profile'],
    [{ managerId: ABSENT }, 'Campo desconhecido: managerId'],
  ])('refuses a client user with %j and returns the matching message', async (more, msg) => {
    expect(await refuse(clientUser(more))).toMatchObject({ status: 400, type: 'validation', msg });
  });

  it('refuses an e-mail that is already in use, in any letter case', async () => {
    const refused = await refuse(clientUser({ email: manager.email.toUpperCase() }));
    expect(refused).toMatchObject({
      status: 409,
      type: 'duplicate',
      msg: 'Este email já esta sendo usado!',
    });
  });

  it('refuses a meter that the Manager cannot see like a meter that does not exist', async () => {
    const external = await api.seed.meter(await api.seed.establishment(await api.seed.person()));
    const ofOther = await refuse(clientUser({ boards: [meter.mac, external.mac] }));
    const absent = await refuse(clientUser({ boards: [meter.mac, ABSENT_MAC] }));
    expect(ofOther).toMatchObject({ status: 400, type: 'validation', errors: [{ path: 'boards.1' }] });
    expect(ofOther.msg.replace(external.mac, ABSENT_MAC)).toBe(absent.msg);
    expect(await listed()).toEqual([]);
  });

  it('allows ten client users and refuses the eleventh, also when the requests are simultaneous', async () => {
    const ask = () =>
      api.inject('POST', '/newUser/costumer', { token: manager.token, payload: clientUser() });
    const answers = await Promise.all(Array.from({ length: 13 }, ask));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(await refuse(clientUser())).toMatchObject({
      status: 409,
      type: 'limit',
      msg: 'Número máximo de usuários cadastrados! limite: 10',
    });
    const [first] = await listed();
    await api.succeed(removeClientUser, `/Consumer/${first?._id}`, { token: manager.token });
    await create();
    expect(await listed()).toHaveLength(10);
  });

  it.each(['user', 'partner', 'client'] as const)(
    'refuses to create a client user for the profile %s',
    async (profile) => {
      const person = await api.seed.person({ profile });
      expect(await refuse(clientUser(), person)).toMatchObject({ status: 403, type: 'forbidden' });
      const listing = await api.inject('GET', '/Consumers', { token: person.token });
      expect(listing.status).toBe(profile === 'user' ? 200 : 403);
    },
  );
});

describe('changing a client user', () => {
  it('changes the provided fields of a client user and leaves the rest', async () => {
    const user = await create({ boards: [meter.mac] });
    const changed = await edit({ _id: user._id, name: 'Rui Lima', birth: '01/02/1990' });
    expect(changed).toEqual({ ...user, name: 'Rui Lima', birth: '01/02/1990' });
    expect((await signIn(user.email)).status).toBe(200);
  });

  it('assigns and removes meters of a client user at once', async () => {
    const user = await create({ boards: [meter.mac] });
    const token = await tokenOf(user.email);
    const { boards } = await edit({ _id: user._id, boards: [second.mac, second.mac] });
    expect(boards).toEqual([second.mac]);
    expect(await macsSeenBy(token)).toEqual([second.mac]);
    await edit({ _id: user._id, boards: [] });
    expect(await macsSeenBy(token)).toEqual([]);
  });

  it('ends the sessions of a client user when its password changes, and refuses the old password', async () => {
    const user = await create();
    const token = await tokenOf(user.email);
    await edit({ _id: user._id, password: 'Centeio#8Dez' });
    expect((await api.fail('GET', '/user', { token })).type).toBe('expired');
    expect((await signIn(user.email)).status).toBe(401);
    expect((await signIn(user.email, 'Centeio#8Dez')).status).toBe(200);
  });

  it.each([
    ['another e-mail', { email: 'outro.endereco@padaria.test' }, 0, 0],
    ['another password', { password: 'Centeio#8Dez' }, 0, 1],
    ['another name', { name: 'Rui Lima' }, 1, 1],
  ])(
    'invalidates mailed links that must no longer work after %s',
    async (_, fields, recovery, confirmation) => {
      const user = await create();
      const links = ['recovery_token', 'confirmation_token'];
      for (const table of links)
        await api.database.pool.query(
          `insert into ${table} (token_hash, account_id, created_at, expires_at)
         values (sha256(convert_to($1::text, 'UTF8')), $1::uuid, now(), now() + interval '400 days')`,
          [user._id],
        );
      await edit({ _id: user._id, ...fields });
      const left = links.map(async (table) => {
        const text = `select from ${table} where account_id = $1`;
        return (await api.database.pool.query(text, [user._id])).rowCount;
      });
      expect(await Promise.all(left)).toEqual([recovery, confirmation]);
    },
  );

  it('marks a changed e-mail as unconfirmed, and refuses an e-mail that is already in use', async () => {
    const user = await create();
    await api.database.pool.query('update account set email_confirmed_at = now() where id = $1', [user._id]);
    expect((await edit({ _id: user._id, email: user.email })).active).toBe(true);
    const email = `novo${count}@padaria.test`;
    expect(await edit({ _id: user._id, email })).toMatchObject({ email, active: false });
    const payload = { _id: user._id, email: manager.email };
    const refused = await api.fail('PATCH', '/Consumer', { token: manager.token, payload });
    expect(refused).toMatchObject({ status: 409, msg: 'Este email já esta sendo usado!' });
  });

  it.each([
    [{}, 'Verifique os dados inseridos'],
    [{ _id: ABSENT, name: '' }, 'Verifique os dados inseridos'],
    [{ _id: ABSENT, email: 'x' }, 'Verifique os dados inseridos'],
  ])('refuses to change a client user with %j', async (payload, msg) => {
    const refused = await api.fail('PATCH', '/Consumer', { token: manager.token, payload });
    expect(refused).toMatchObject({ status: 400, msg });
  });
});

describe('removing a client user', () => {
  it('removing a client user ends its sessions at once and leaves the meters', async () => {
    const user = await create({ boards: [meter.mac] });
    const token = await tokenOf(user.email);
    await api.succeed(removeClientUser, `/Consumer/${user._id}`, { token: manager.token });
    expect((await api.fail('GET', '/user', { token })).type).toBe('expired');
    expect(await listed()).toEqual([]);
    expect(await macsSeenBy(manager.token)).toContain(meter.mac);
  });

  it('records the removal of a client user in the audit trail with its author', async () => {
    const user = await create({ boards: [meter.mac] });
    await edit({ _id: user._id, boards: [], password: 'Centeio#8Dez' });
    await api.succeed(removeClientUser, `/Consumer/${user._id}`, { token: manager.token });
    const { rows } = await api.database.pool.query(
      'select action, actor_id, detail from audit_event where subject_id = $1 order by id',
      [user._id],
    );
    const by = { actor_id: manager.id };
    expect(rows).toEqual([
      { action: 'client-user-created', ...by, detail: { boards: '1' } },
      { action: 'client-user-changed', ...by, detail: { boards: '0', password: 'changed' } },
      { action: 'client-user-removed', ...by, detail: {} },
    ]);
  });
});

describe('access to client users of other accounts', () => {
  it('answers 404 for client users of another Manager, as for client users that do not exist', async () => {
    const other = await api.seed.person({ profile: 'Manager' });
    const user = await create();
    expect(await listed(other)).toEqual([]);
    const asking = { token: other.token };
    const change = (id: string) =>
      api.inject('PATCH', '/Consumer', { ...asking, payload: { _id: id, name: 'X' } });
    const remove = (id: string) => api.inject('DELETE', `/Consumer/${id}`, asking);
    for (const ask of [change, remove]) {
      const [external, absent] = [await ask(user._id), await ask(ABSENT)];
      expect([external.status, external.body]).toEqual([404, absent.body]);
    }
    expect(await listed()).toEqual([user]);
  });

  it('an Admin cannot remove an account that is not a client user through this call', async () => {
    const admin = await api.seed.person({ profile: 'Admin' });
    const refused = await api.fail('DELETE', `/Consumer/${manager.id}`, { token: admin.token });
    expect(refused.status).toBe(404);
  });

  it('an Admin sees all client users, and assigns only the meters that their Manager sees', async () => {
    const admin = await api.seed.person({ profile: 'Admin' });
    const external = await api.seed.meter(await api.seed.establishment(await api.seed.person()));
    const user = await create();
    expect(await listed(admin)).toContainEqual(user);
    expect((await edit({ _id: user._id, boards: [meter.mac] }, admin)).boards).toEqual([meter.mac]);
    const payload = { _id: user._id, boards: [external.mac] };
    expect((await api.fail('PATCH', '/Consumer', { token: admin.token, payload })).status).toBe(400);
  });
});
