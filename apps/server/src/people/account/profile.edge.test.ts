import {
  editSelf,
  editUser,
  readTourViews,
  readUpgradeRequest,
  readUser,
  requestUpgrade,
  saveTourViews,
} from '@nascente/contract/people/account';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const ABSENT = '01a00000-0000-7000-8000-000000000000';

let api: TestApi;
let ana: SeededPerson;
let rui: SeededPerson;
let admin: SeededPerson;
let manager: SeededPerson;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
});

beforeEach(async () => {
  ana = await api.seed.person({ first_name: 'Ana' });
  rui = await api.seed.person({ first_name: 'Rui' });
  admin = await api.seed.person({ profile: 'Admin' });
  manager = await api.seed.person({ profile: 'Manager' });
});

const edit = (payload: object, { token } = ana) =>
  api.succeed(editSelf, '/user', { token, payload }).then((answer) => answer);
const refuse = (payload: object, { token } = ana) => api.fail('PATCH', '/user', { token, payload });
const square = async (): Promise<string> => {
  const image = sharp({ create: { width: 300, height: 200, channels: 3, background: 'green' } });
  return `data:image/jpeg;base64,${(await image.jpeg().toBuffer()).toString('base64')}`;
};

describe('reading an account', () => {
  it('returns the own account with the same answer as GET /user', async () => {
    const { user } = await api.succeed(readUser, `/user/${ana.id}`, { token: ana.token });
    expect(user).toMatchObject({ _id: ana.id, email: ana.email });
    const upper = await api.succeed(readUser, `/user/${ana.id.toUpperCase()}`, { token: ana.token });
    expect(upper.user).toEqual(user);
  });

  it('returns any account to an Admin', async () => {
    const { user } = await api.succeed(readUser, `/user/${ana.id}`, { token: admin.token });
    expect(user.email).toBe(ana.email);
  });

  it.each(['user', 'Manager', 'partner'] as const)(
    'answers 404 for another account to the profile %s',
    async (profile) => {
      const { token } = await api.seed.person({ profile });
      const another = await api.inject('GET', `/user/${ana.id}`, { token });
      const absent = await api.inject('GET', `/user/${ABSENT}`, { token });
      const malformed = await api.inject('GET', '/user/nobody', { token });
      expect(another.body).toEqual({ ok: false, type: 'not-found', msg: 'Usuário não encontrado.' });
      expect([another.status, another.body]).toEqual([absent.status, absent.body]);
      expect([another.status, another.body]).toEqual([malformed.status, malformed.body]);
    },
  );
});

describe('changing the own account', () => {
  it('accepts the complete body of the specification with the earlier answers', async () => {
    const { user } = await api.succeed(readUser, `/user/${ana.id}`, { token: ana.token });
    const { pictureUrl } = (await edit({ pictureUrl: await square() })).user;
    const body = {
      _id: user._id,
      firstName: 'Ana Maria',
      lastName: 'Silva',
      email: ` ${user.email.toUpperCase()} `,
      accountType: 'comerc',
      gender: 'Female',
      pictureUrl,
      labelManager: user.labelManager,
      birth: '29/02/2000',
    };
    const { user: changed } = await edit(body);
    expect(changed).toEqual({
      ...user,
      firstName: 'Ana Maria',
      lastName: 'Silva',
      gender: 'Female',
      birth: '29/02/2000',
      pictureUrl,
    });
  });

  it('refuses a changed e-mail address with a readable message', async () => {
    expect(await refuse({ email: 'outra@padaria.test' })).toMatchObject({
      status: 400,
      msg: 'O e-mail da conta não pode ser alterado aqui. Envie um feedback para pedir a troca.',
      errors: [{ path: 'email' }],
    });
  });

  it('returns every field of an account', async () => {
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    const establishment = await api.seed.establishment(manager, { postal_code: '50.050-000' });
    const { rows } = await api.database.pool.query(
      'select id::text, tariff_group, color from tariff order by id limit 1',
    );
    await api.seed.meter(establishment, { solar_panel: true });
    await api.seed.meter(establishment, { tariff_id: rows[0].id, is_general: true });
    const { user } = await api.succeed(readUser, `/user/${manager.id}`, { token: manager.token });
    expect(user).toMatchObject({
      solarPanel: true,
      postalCode: '50.050-000',
      tax: rows[0].id,
      group: rows[0].tariff_group,
      color: rows[0].color,
      users: [client.id],
    });
    const { user: newcomer } = await api.succeed(readUser, `/user/${ana.id}`, { token: ana.token });
    expect(newcomer).toMatchObject({
      solarPanel: false,
      postalCode: null,
      tax: null,
      group: null,
      color: null,
      users: [],
    });
  });

  it('changes the provided fields, and leaves the others unchanged', async () => {
    const { msg, user } = await edit({
      _id: ana.id,
      firstName: ' Padaria da Ana ',
      lastName: 'Lima',
      accountType: 'comerc',
      gender: 'Female',
      birth: '29/02/2000',
    });
    expect(msg).toBe('Usuário Atualizado!');
    expect(user).toMatchObject({
      firstName: 'Padaria da Ana',
      lastName: 'Lima',
      gender: 'Female',
      birth: '29/02/2000',
      email: ana.email,
    });
    const { user: later } = await edit({ gender: null });
    expect(later).toEqual({ ...user, gender: null });
    const { rows } = await api.database.pool.query('select birth from account where id = $1', [ana.id]);
    expect(rows).toEqual([{ birth: '2000-02-29' }]);
  });

  it('accepts a birth date in browser format too', async () => {
    expect((await edit({ birth: '1987-05-31' })).user.birth).toBe('31/05/1987');
    expect((await edit({ birth: null })).user.birth).toBeNull();
  });

  it.each([
    '29/02/2001',
    '31/04/2000',
    '00/01/2000',
    '1/1/2000',
    '2000-02-30',
    '31/12/1899',
    'ontem',
    '',
    19870531,
  ])('refuses the impossible birth date %s', async (birth) => {
    expect(await refuse({ birth })).toMatchObject({
      status: 400,
      type: 'validation',
      msg: 'Data de nascimento inválida: use DD/MM/AAAA',
      errors: [{ path: 'birth' }],
    });
  });

  it('accepts today in São Paulo as the last birth date', async () => {
    api.setClock('2026-11-21T01:00:00Z');
    const late = await api.seed.person();
    expect((await edit({ birth: '20/11/2026' }, late)).user.birth).toBe('20/11/2026');
    const refused = await refuse({ birth: '21/11/2026' }, late);
    expect(refused).toMatchObject({ status: 400, msg: 'A data de nascimento não pode ser futura.' });
    api.setClock('2026-11-20T12:00:00Z');
  });

  it.each([{ firstName: '' }, { firstName: ' \t ' }, { firstName: null }])(
    'refuses a blank name: %j',
    async (payload) => {
      expect(await refuse(payload)).toMatchObject({
        status: 400,
        type: 'validation',
        msg: 'Não podem haver campos em branco',
        errors: [{ path: 'firstName' }],
      });
    },
  );

  it.each([
    { firstName: 'a\nb' },
    { firstName: 'x'.repeat(121) },
    { gender: 'Nenhum' },
    { accountType: '' },
    { accountType: '<b>' },
  ])('refuses the change %j', async (payload) => {
    expect(await refuse(payload)).toMatchObject({ status: 400, type: 'validation' });
  });

  it.each([
    'profile',
    'active',
    'boards',
    'password',
    'manager_id',
    'disabled_at',
    'users',
    'cnpj',
    '__proto__x',
  ])('refuses a request that writes %s, with all its fields', async (field) => {
    const payload = { firstName: 'Outra', [field]: 'Admin' };
    expect(await refuse(payload)).toMatchObject({
      status: 400,
      msg: `Campo desconhecido: ${field}`,
      errors: [{ path: field }],
    });
    const { user } = await api.succeed(readUser, `/user/${ana.id}`, { token: ana.token });
    expect(user).toMatchObject({ firstName: 'Ana', profile: 'user', active: false, email: ana.email });
  });
});

describe('changing another account', () => {
  it.each(['path', 'body'])('answers 404 for the id of another account in the %s', async (establishment) => {
    const ask = (id: string) =>
      establishment === 'path'
        ? api.inject('PATCH', `/user/${id}`, { token: ana.token, payload: { firstName: 'X' } })
        : api.inject('PATCH', '/user', { token: ana.token, payload: { _id: id, firstName: 'X' } });
    const another = await ask(rui.id);
    const absent = await ask(ABSENT);
    expect([another.status, another.body]).toEqual([404, absent.body]);
    const { user } = await api.succeed(readUser, `/user/${rui.id}`, { token: rui.token });
    expect(user.firstName).toBe('Rui');
  });

  it('an Admin can change another account, and the audit trail records it', async () => {
    const request = { token: admin.token, payload: { firstName: 'Ana Maria' } };
    const { user } = await api.succeed(editUser, `/user/${ana.id}`, request);
    expect(user).toMatchObject({ _id: ana.id, firstName: 'Ana Maria' });
    const { rows } = await api.database.pool.query('select actor_id from audit_event where subject_id = $1', [
      ana.id,
    ]);
    expect(rows).toEqual([{ actor_id: admin.id }]);
  });

  it('refuses two different ids', async () => {
    const payload = { _id: rui.id };
    const refused = await api.fail('PATCH', `/user/${ana.id}`, { token: ana.token, payload });
    expect(refused).toMatchObject({ status: 400, errors: [{ path: '_id' }] });
  });

  it('answers 404 to an Admin for an unknown account', async () => {
    const request = { token: admin.token, payload: { firstName: 'X' } };
    expect((await api.fail('PATCH', `/user/${ABSENT}`, request)).status).toBe(404);
  });
});

describe('account pictures', () => {
  it('redraws a picture small and as PNG, and removes it', async () => {
    const { user } = await edit({ pictureUrl: await square() });
    const [head, base64 = ''] = (user.pictureUrl ?? '').split(',');
    expect(head).toBe('data:image/png;base64');
    const { format, width, height } = await sharp(Buffer.from(base64, 'base64')).metadata();
    expect([format, width, height]).toEqual(['png', 150, 100]);
    expect((await edit({ pictureUrl: null })).user.pictureUrl).toBeNull();
  });

  it.each(['', 'data:image/svg+xml;base64,PHN2Zy8+', 'data:image/png;base64,AAAA', 'x', 5])(
    'refuses %s as a picture',
    async (pictureUrl) => {
      expect(await refuse({ pictureUrl })).toMatchObject({
        status: 400,
        type: 'validation',
        msg: 'Imagem invalida',
        errors: [{ path: 'pictureUrl' }],
      });
    },
  );

  it('refuses a picture that is too large', async () => {
    expect(await refuse({ pictureUrl: `data:image/png;base64,${'A'.repeat(730_000)}` })).toMatchObject({
      status: 400,
      msg: 'A imagem deve ter no máximo 512 kB.',
    });
  });

  it('a Manager sets the company logo, and its client users see it', async () => {
    const labelManager = await square();
    const { user } = await edit({ labelManager }, manager);
    expect(user.labelManager).toMatch(/^data:image\/png;base64,/);
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    const seen = await api.succeed(readUser, `/user/${client.id}`, { token: client.token });
    expect(seen.user.labelManager).toBe(user.labelManager);
    for (const person of [ana, admin, client])
      expect(await refuse({ labelManager }, person)).toMatchObject({ status: 403, type: 'forbidden' });
  });
});

describe('requesting an upgrade', () => {
  it('confirms an upgrade request, and stores it once', async () => {
    for (const _ of [1, 2]) {
      const { msg } = await api.succeed(requestUpgrade, '/user/upgrade/profile', { token: ana.token });
      expect(msg).toBe('Solicitacao feita com sucesso!');
    }
    const { rows } = await api.database.pool.query(
      'select count(*) as requests from upgrade_request where account_id = $1',
      [ana.id],
    );
    expect(rows).toEqual([{ requests: 1 }]);
  });

  it('shows the request as none, waiting, refused, and waiting again', async () => {
    const state = async () =>
      (await api.succeed(readUpgradeRequest, '/user/upgrade', { token: ana.token })).request;
    const ask = () => api.succeed(requestUpgrade, '/user/upgrade/profile', { token: ana.token });
    expect(await state()).toBeNull();
    await ask();
    const requestedAt = '2026-11-20T12:00:00.000Z';
    expect(await state()).toEqual({ requestedAt, decidedAt: null, approved: null });
    await api.database.pool.query(
      `update upgrade_request set decided_at = '2026-11-20T13:00:00Z', approved = false where account_id = $1`,
      [ana.id],
    );
    expect(await state()).toEqual({ requestedAt, decidedAt: '2026-11-20T13:00:00.000Z', approved: false });
    await ask();
    expect(await state()).toMatchObject({ decidedAt: null, approved: null });
    expect(await api.fail('GET', '/user/upgrade', { token: manager.token })).toMatchObject({ status: 403 });
  });

  it('allows an upgrade request only to the profile user', async () => {
    const refused = await api.fail('GET', '/user/upgrade/profile', { token: manager.token });
    expect(refused).toMatchObject({ status: 403, type: 'forbidden' });
  });
});

describe('the views of tours', () => {
  const viewsOf = async ({ token }: SeededPerson) =>
    (await api.succeed(readTourViews, '/user/tours', { token })).views;
  const count = (tour: string, views: number, { token } = ana) =>
    api.succeed(saveTourViews, `/user/tours/${tour}`, { token, payload: { views } });

  it('follow the person to every device', async () => {
    expect(await viewsOf(ana)).toEqual({});
    await count('home', 1);
    await count('none', 2);
    expect(await viewsOf(ana)).toEqual({ home: 1, none: 2 });
    expect(await viewsOf(rui)).toEqual({});
  });

  it('never fall when two devices count at once', async () => {
    await Promise.all([count('home', 2), count('home', 1), count('meter', 1)]);
    expect(await viewsOf(ana)).toEqual({ home: 2, meter: 1 });
  });

  it.each([
    ['carteira', 1],
    ['home', 0],
    ['home', 3],
    ['home', 1.5],
  ])('are refused as %s: %d', async (tour, views) => {
    const { token } = ana;
    const { status } = await api.fail('PUT', `/user/tours/${tour}`, { token, payload: { views } });
    expect(status).toBe(400);
    expect(await viewsOf(ana)).toEqual({});
  });
});
