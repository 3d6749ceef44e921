import {
  createEstablishment,
  createLocation,
  listEstablishments,
  readEstablishment,
  updateEstablishment,
} from '@nascente/contract/sites/establishments';
import { readMeter } from '@nascente/contract/sites/meters';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCompany } from '../../testing/seeds/a-company.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let ana: SeededPerson;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
});

beforeEach(async () => {
  ana = await api.seed.person();
});

const create = async (payload: object, person = ana) =>
  (await api.succeed(createEstablishment, '/establishment', { token: person.token, payload })).establishment;
const change = async (id: string, payload: object, person = ana) =>
  (await api.succeed(updateEstablishment, `/establishment/${id}`, { token: person.token, payload }))
    .establishment;
const refused = (method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, payload?: object, person = ana) =>
  api.fail(method, `/establishment${path}`, { token: person.token, ...(payload ? { payload } : {}) });
const mine = async (person = ana) =>
  (await api.succeed(listEstablishments, '/establishment', { token: person.token })).establishments;

describe('a new establishment', () => {
  it('returns a new establishment complete, as it was sent, and reads the same afterwards', async () => {
    const company = aCompany();
    const made = await create(company);
    expect(made).toMatchObject({
      ...company,
      name: 'Padaria Aurora',
      billReadDate: 12,
      bill: { ...company.bill, image: null },
      location: { ...company.location, postalCode: '50.030-230', description: null },
      zone: 'America/Recife',
      tax: null,
      installations: [],
    });
    const read = await api.succeed(readEstablishment, `/establishment/${made._id}`, { token: ana.token });
    expect(read.establishment).toEqual(made);
    expect(await mine()).toEqual([made]);
  });

  it('prefers the chosen zone to that of the state, and accepts only a tariff that exists', async () => {
    const prices = { valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' };
    const tax = await api.seed.tariff([prices]);
    expect(await create(aCompany({ zone: 'America/Noronha', tax }))).toMatchObject({
      zone: 'America/Noronha',
      tax,
    });
    const water = await api.seed.tariff([prices], { type: 'water' });
    for (const absent of ['x', '01a00000-0000-7000-8000-000000000000', water])
      expect(await refused('POST', '', aCompany({ tax: absent }))).toMatchObject({
        status: 400,
        errors: [{ path: 'tax', msg: 'Escolha uma tarifa' }],
      });
  });

  it('names every wrong field, with the text of the first one as message', async () => {
    const wrong = aCompany({ cnpj: '11.222.333/0001-80', voltage: 0, consumerUnit: '' });
    expect(await refused('POST', '', wrong)).toMatchObject({
      status: 400,
      type: 'validation',
      msg: 'CNPJ inválido.',
      errors: [
        { path: 'cnpj', msg: 'CNPJ inválido.' },
        { path: 'voltage', msg: 'Escolha a tensão instalada.' },
        { path: 'consumerUnit', msg: 'O campo unidade consumidora é obrigatório.' },
      ],
    });
  });

  it('refuses a CNPJ that the owner already has, and accepts the CNPJ of another owner', async () => {
    const { cnpj } = await create(aCompany());
    expect(await refused('POST', '', aCompany({ cnpj, consumerUnit: '2' }))).toMatchObject({
      status: 400,
      type: 'duplicate',
      msg: 'Este CNPJ já está cadastrado em outro estabelecimento da sua conta.',
      errors: [{ path: 'cnpj' }],
    });
    const rui = await api.seed.person();
    expect(await create(aCompany({ cnpj }), rui)).toMatchObject({ cnpj });
  });

  it('creates one establishment when the same request is sent several times at once', async () => {
    const company = aCompany();
    const made = await Promise.all(Array.from({ length: 5 }, () => create(company)));
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    expect(await mine()).toHaveLength(1);
  });

  it('refuses the same establishment as a duplicate when it comes later or after a change', async () => {
    const company = aCompany();
    const { _id } = await create(company);
    await change(_id, { consumerUnit: '1' });
    expect(await refused('POST', '', company)).toMatchObject({ type: 'duplicate' });
    const another = aCompany();
    await create(another);
    api.setClock('2026-11-20T12:01:01Z');
    expect(await refused('POST', '', another)).toMatchObject({ type: 'duplicate' });
    api.setClock('2026-11-20T12:00:00Z');
  });
});

describe('changing an establishment', () => {
  it('leaves omitted fields unchanged, also inside the location and the bill', async () => {
    const made = await create(aCompany());
    const changed = await change(made._id, {
      fantasyName: 'Aurora',
      location: { number: '102' },
      bill: { readDate: 31, contractedDemand: null },
      equipments: [],
    });
    expect(changed).toEqual({
      ...made,
      name: 'Aurora',
      fantasyName: 'Aurora',
      billReadDate: 31,
      location: { ...made.location, number: '102' },
      bill: { ...made.bill, readDate: 31, contractedDemand: null },
      equipments: [],
    });
    expect(await change(made._id, {})).toEqual(changed);
  });

  it('shows the fantasy name of the establishment in the lists of meters', async () => {
    const { _id } = await create(aCompany());
    const { mac } = await api.seed.meter(_id, { name: 'Forno' });
    const boardOf = async () => (await api.succeed(readMeter, `/board/${mac}`, { token: ana.token })).board;
    await change(_id, { fantasyName: 'Aurora Centro' });
    expect(await boardOf()).toMatchObject({
      Alias: 'Aurora Centro - Forno',
      establishmentName: 'Aurora Centro',
    });
    await change(_id, { name: 'Matriz' });
    expect(await boardOf()).toMatchObject({
      Alias: 'Aurora Centro - Forno',
      establishmentName: 'Aurora Centro',
    });
  });

  it('requires the number of employees and the activity together', async () => {
    const { _id } = await create(aCompany());
    expect(await refused('PATCH', `/${_id}`, { activity: 'Industria' })).toMatchObject({
      errors: [{ path: 'numberOfEmployees', msg: 'Selecione a qunantidade de funcionários.' }],
    });
    expect(await refused('PATCH', `/${_id}`, { numberOfEmployees: '20 a 99' })).toMatchObject({
      errors: [{ path: 'numberOfEmployees' }],
    });
    const changed = await change(_id, { activity: 'Industria', numberOfEmployees: '20 a 99' });
    expect(changed).toMatchObject({ activity: 'Industria', numberOfEmployees: '20 a 99' });
  });

  it('stores the optional area and headcount, and clears them again', async () => {
    const { _id } = await create(aCompany());
    expect(await change(_id, { area: 320.5, headcount: 18 })).toMatchObject({ area: 320.5, headcount: 18 });
    expect(await refused('PATCH', `/${_id}`, { area: 0 })).toMatchObject({
      errors: [{ path: 'area', msg: 'Use de 1 a 10.000.000 m², como 320,5 ou 1.450, ou deixe em branco.' }],
    });
    expect(await change(_id, { area: null, headcount: null })).toMatchObject({ area: null, headcount: null });
  });

  it('changes the zone along with the state until a zone is chosen', async () => {
    const { _id } = await create(aCompany());
    expect(await change(_id, { location: { state: 'AM' } })).toMatchObject({ zone: 'America/Manaus' });
    expect(await change(_id, { zone: 'America/Eirunepe' })).toMatchObject({ zone: 'America/Eirunepe' });
    expect(await change(_id, { location: { state: 'AC' } })).toMatchObject({ zone: 'America/Eirunepe' });
  });

  it('refuses a change to a CNPJ that is in use, and changes nothing', async () => {
    const first = await create(aCompany());
    const second = await create(aCompany());
    expect(await refused('PATCH', `/${second._id}`, { cnpj: first.cnpj, consumerUnit: '9' })).toMatchObject({
      status: 400,
      type: 'duplicate',
    });
    expect(await mine()).toContainEqual(second);
    expect(await change(second._id, { cnpj: second.cnpj })).toEqual(second);
  });
});

describe('completing a location', () => {
  const aLocation = async () => {
    const payload = { name: 'Loja do cais', address: 'Cais da Alfândega, 1', postalCode: '50030-100' };
    return (await api.succeed(createLocation, '/location', { token: ana.token, payload })).location.code;
  };

  it('completes a location with the fields of an establishment and sets its zone', async () => {
    const code = await aLocation();
    const company = aCompany();
    const { _id, ...completed } = await change(code, company);
    expect(_id).toBe(code);
    expect(completed).toMatchObject({
      name: company.fantasyName,
      cnpj: company.cnpj,
      zone: 'America/Recife',
    });
  });

  it('accepts parts of a location until the CNPJ comes, and then requires every field', async () => {
    const code = await aLocation();
    await change(code, { consumerUnit: '1', voltage: 110 });
    const { cnpj, businessHours: hours, ...rest } = aCompany();
    const missing = await refused('PATCH', `/${code}`, { cnpj });
    expect(missing).toMatchObject({ status: 400, msg: 'Este campo é obrigatório' });
    expect(missing.errors?.map(({ path }) => path).toSorted()).toEqual([
      'activity',
      'bill.tariff',
      'businessHours',
      'corporateName',
      'fantasyName',
      'location.city',
      'location.neighborhood',
      'location.state',
      'numberOfEmployees',
    ]);
    await change(code, rest);
    expect(await change(code, { cnpj, businessHours: hours })).toMatchObject({ cnpj, voltage: 220 });
  });
});

describe('removing an establishment', () => {
  it('removes an establishment that never had a meter', async () => {
    const { _id } = await create(aCompany());
    expect((await api.inject('DELETE', `/establishment/${_id}`, { token: ana.token })).status).toBe(200);
    expect(await mine()).toEqual([]);
    expect(await refused('GET', `/${_id}`)).toMatchObject({
      status: 404,
      msg: 'Estabelecimento não encontrado.',
    });
  });

  it('refuses to remove an establishment with a meter or with the history of one', async () => {
    const establishment = await api.seed.establishment(ana);
    await api.seed.meter(establishment);
    await api.seed.meter(establishment, { removed_at: new Date() });
    expect(await refused('DELETE', `/${establishment}`)).toMatchObject({
      status: 409,
      msg: 'Este estabelecimento tem 1 medidor. Mova ou remova os medidores antes de excluí-lo.',
    });
    await api.database.pool.query('update installation set removed_at = now() where establishment_id = $1', [
      establishment,
    ]);
    expect(await refused('DELETE', `/${establishment}`)).toMatchObject({
      status: 409,
      msg: 'Este estabelecimento guarda o histórico de 2 medidores que ele já teve e por isso não pode ser excluído.',
    });
    expect(await mine()).toHaveLength(1);
  });
});

describe('simultaneous changes of one establishment', () => {
  /** Until somebody waits for a lock that the test's own transaction holds. */
  const somebodyWaits = () =>
    vi.waitFor(async () => {
      const { rows } = await api.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });

  it('a meter under installation is not lost when its establishment is removed', async () => {
    const establishment = await api.seed.establishment(ana);
    const mac = await api.seed.board();
    const installer = await api.database.pool.connect();
    await installer.query('begin');
    await installer.query(
      `insert into installation (establishment_id, mac, name, installed_at) values ($1, $2, 'Novo', now())`,
      [establishment, mac],
    );
    const removal = refused('DELETE', `/${establishment}`);
    await somebodyWaits();
    await installer.query('commit');
    installer.release();
    expect(await removal).toMatchObject({ status: 409 });
    expect(await mine()).toMatchObject([{ _id: establishment, installations: [{ meter: mac }] }]);
  });

  it('makes simultaneous changes one after the other, and loses none', async () => {
    const made = await create(aCompany());
    await Promise.all([
      change(made._id, { location: { number: '7' } }),
      change(made._id, { consumerUnit: '7' }),
      change(made._id, { bill: { readDate: 7 } }),
    ]);
    expect(await mine()).toEqual([
      {
        ...made,
        consumerUnit: '7',
        billReadDate: 7,
        bill: { ...made.bill, readDate: 7 },
        location: { ...made.location, number: '7' },
      },
    ]);
  });
});

describe('access to establishments', () => {
  it('only an Admin creates an establishment for another account, whose CNPJs count', async () => {
    const admin = await api.seed.person({ profile: 'Admin' });
    const client = await api.seed.person({ profile: 'client', manager_id: ana.id });
    const company = aCompany({ owner: ana.id });
    expect(await create(company, admin)).toMatchObject({ owner: ana.id });
    expect(await mine()).toMatchObject([{ cnpj: company.cnpj, owner: ana.id }]);
    expect(await refused('POST', '', { ...company, consumerUnit: '2' }, admin)).toMatchObject({
      status: 400,
      type: 'duplicate',
    });
    for (const owner of ['x', client.id])
      expect(await refused('POST', '', aCompany({ owner }), admin)).toMatchObject({
        status: 400,
        errors: [{ path: 'owner', msg: 'Escolha o titular na lista.' }],
      });
    expect(await refused('POST', '', aCompany({ owner: admin.id }))).toMatchObject({ status: 403 });
  });

  it('an Admin and the owner’s Manager may change an establishment; another customer gets 404', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    const owner = await api.seed.person({ profile: 'client', manager_id: manager.id });
    const admin = await api.seed.person({ profile: 'Admin' });
    const _id = await api.seed.establishment(owner);
    for (const [consumerUnit, person] of [
      ['1', manager],
      ['2', admin],
    ] as const)
      expect(await change(_id, { consumerUnit }, person)).toMatchObject({ consumerUnit });
    for (const [method, payload] of [
      ['GET', undefined],
      ['PATCH', { consumerUnit: '3' }],
      ['DELETE', undefined],
    ] as const)
      expect(await refused(method, `/${_id}`, payload)).toMatchObject({ status: 404, type: 'not-found' });
    expect(await mine(admin)).toContainEqual(expect.objectContaining({ _id, consumerUnit: '2' }));
  });

  it('a client user sees the parts of an establishment that its meters need, and changes nothing', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    const { _id, zone } = await create(aCompany(), manager);
    expect(await refused('GET', `/${_id}`, undefined, client)).toMatchObject({ status: 404 });
    const [granted, other] = [await api.seed.meter(_id), await api.seed.meter(_id, { name: 'Outro' })];
    await api.seed.give(client, granted);
    const { establishment } = await api.succeed(readEstablishment, `/establishment/${_id}`, {
      token: client.token,
    });
    expect(establishment.installations.map(({ meter }) => meter)).toEqual([granted.mac]);
    expect(JSON.stringify(establishment)).not.toContain(other.mac);
    expect(establishment).toMatchObject({
      zone,
      fantasyName: 'Padaria Aurora',
      cnpj: null,
      corporateName: null,
      activity: null,
      numberOfEmployees: null,
      consumerUnit: null,
      bill: { tariff: 'A', readDate: 12, contractedDemand: null, name: null, image: null },
      equipments: [],
      equipmentsMetaData: { airConditioning: { btu: null, quantity: null } },
      location: { city: 'Recife', state: 'PE', address: null, postalCode: null },
    });
    for (const [method, path, payload] of [
      ['POST', '', aCompany()],
      ['PATCH', `/${_id}`, { name: 'Tomada' }],
      ['DELETE', `/${_id}`, undefined],
    ] as const)
      expect(await refused(method, path, payload, client)).toMatchObject({ status: 403, type: 'forbidden' });
  });
});
