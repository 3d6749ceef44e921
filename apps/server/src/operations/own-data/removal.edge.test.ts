import { failure } from '@nascente/contract/base/conventions';
import { generateToken } from '@nascente/contract/connections/api-keys';
import { exportAccount, readRemoval, removeAccount } from '@nascente/contract/operations/own-data';
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const PASSWORD = 'Água 100% limpa!';

let api: TestApi;
let passwordHash: string;
let ana: SeededPerson;
let meter: SeededMeter;
let address = 0;

const quarter = '2026-11-20T03:00:00Z';

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  await api.startJobs();
  passwordHash = await api.session.passwords.hash(PASSWORD);
});

beforeEach(async () => {
  address += 1;
  ana = await api.seed.person({ profile: 'Manager', password_hash: passwordHash, first_name: 'Ana' });
  meter = await api.seed.meter(await api.seed.establishment(ana));
  await api.seed.readings(meter, [
    { at: quarter, energy_a_mwh: 1_500 },
    { at: '2026-11-19T03:00:00Z', energy_a_mwh: -20, volume_ml: 7 },
  ]);
});

const from = () => ({ remoteAddress: `10.9.${address}.1` });
const remove = ({ token } = ana, password = PASSWORD) =>
  api.inject('DELETE', '/user', { token, payload: { password }, ...from() });
const header = (password: string) => ({ password: encodeURIComponent(password) });
const rows = async (text: string, value: unknown) =>
  (await api.database.pool.query(text, [value])).rows as Record<string, unknown>[];

describe('exporting the own data', () => {
  const read = async (person = ana) =>
    api.succeed(exportAccount, '/user/export', {
      token: person.token,
      headers: header(PASSWORD),
      ...from(),
    });

  it('exports all data of the account with quarter-hours, and no secret', async () => {
    await api.succeed(generateToken, '/user/generate-token', { token: ana.token, payload: { name: 'BI' } });
    const client = await api.seed.person({ profile: 'client', manager_id: ana.id, first_name: 'Rui' });
    const [upload, bill] = [await api.seed.image(ana, 'minha'), await api.seed.image(client, 'conta')];
    await api.seed.establishment(ana, { name: 'Loja', bill_image_id: bill });
    await rows(
      `insert into known_device values (sha256(convert_to($1, 'UTF8')), $1::uuid, '2026-11-01T12:00Z', '2026-11-19T12:00Z')`,
      ana.id,
    );
    await rows(
      `insert into reading_import (installation_id, file_name, reading, created_at, estimated)
       values ($1, 'dias.csv', '{}', now(), '{[2026-11-20T03:00Z, 2026-11-20T04:00Z)}')`,
      meter.installationId,
    );
    const held = await read();
    const contents = held.images.map(({ id, content_base64: text }) => [id, atob(String(text))]);
    expect(new Map(contents as [string, string][])).toEqual(
      new Map([
        [upload, 'minha'],
        [bill, 'conta'],
      ]),
    );
    expect(held).toMatchObject({
      account: { id: ana.id, email: ana.email, first_name: 'Ana' },
      manager: null,
      sessions: [{ address: '' }],
      knownDevices: [{ created_at: '2026-11-01T12:00:00.000Z', seen_at: '2026-11-19T12:00:00.000Z' }],
      apiKeys: [{ name: 'BI' }],
      clientUsers: [{ id: client.id, first_name: 'Rui' }],
      establishments: [{ name: 'Padaria' }, { name: 'Loja' }],
      meters: [{ mac: meter.mac }],
      consumption: [{ mac: meter.mac, installation: meter.installationId }],
    });
    const { columns, quarters } = held.consumption[0] ?? { columns: [] as string[], quarters: [] };
    expect(quarters.map(([start]) => start)).toEqual([
      '2026-11-19T03:00:00.000Z',
      '2026-11-20T03:00:00.000Z',
    ]);
    const at = (name: string, row = 0) => quarters[row]?.[columns.indexOf(name)];
    expect([at('injected_a_mwh'), at('volume_ml'), at('consumed_a_mwh', 1)]).toEqual([20, 7, 1_500]);
    expect([at('is_estimated'), at('is_estimated', 1)]).toEqual([0, 1]);
    const text = JSON.stringify(held);
    expect(text).not.toMatch(/argon2|password_hash|token_hash|key_hash|request_hash/);
  });

  it('opens with the longest allowed password, whatever its characters', async () => {
    const password = '€'.repeat(256);
    const person = await api.seed.person({ password_hash: await api.session.passwords.hash(password) });
    const { account } = await api.succeed(exportAccount, '/user/export', {
      token: person.token,
      headers: header(password),
      ...from(),
    });
    expect(account).toMatchObject({ id: person.id });
  });

  it.each([
    ['none', {}, 400],
    ['an empty one', { password: '' }, 400],
    ['one that is too long', { password: 'a'.repeat(2_305) }, 400],
    ['a percent sign that encodes nothing', { password: '100%' }, 401],
    ['half a character', { password: '%E2%82' }, 401],
  ])('refuses %s as password without an error', async (_, headers: Record<string, string>, status) => {
    expect((await api.inject('GET', '/user/export', { token: ana.token, headers, ...from() })).status).toBe(
      status,
    );
  });

  it('returns the export as a file that is not cached', async () => {
    const request = { token: ana.token, headers: header(PASSWORD), ...from() };
    const { headers } = await api.inject('GET', '/user/export', request);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="nascente-meus-dados.json"',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  it('exports the meters assigned to a client user, without data of the meter', async () => {
    const client = await api.seed.person({
      profile: 'client',
      manager_id: ana.id,
      password_hash: passwordHash,
    });
    await api.seed.give(client, meter);
    expect(await read(client)).toMatchObject({
      grantedMeters: [meter.mac],
      manager: { email: ana.email },
      meters: [],
      consumption: [],
    });
  });

  it('exports all quarter-hours when they exceed one read', async () => {
    await api.database.pool.query(
      `insert into quarter (installation_id, start, frames)
        select $1, timestamptz '2025-01-01 00:00Z' + n * interval '15 minutes', 1 from generate_series(1, 12000) n`,
      [meter.installationId],
    );
    const { quarters } = (await read()).consumption[0] ?? { quarters: [] };
    expect(quarters).toHaveLength(12_002);
    expect(new Set(quarters.map(([start]) => start)).size).toBe(12_002);
  });

  it.each([
    ['no password', {}, 400, 'validation', 'Informe a senha.'],
    ['a wrong password', header('errada'), 401, 'error', 'Senha incorreta.'],
  ])('refuses the export with %s', async (_, headers, status, type, msg) => {
    const refused = await api.fail('GET', '/user/export', { token: ana.token, headers, ...from() });
    expect(refused).toMatchObject({ status, type, msg });
  });

  it('records the export in the audit trail', async () => {
    await read();
    const events = await rows('select action from audit_event where subject_id = $1', ana.id);
    expect(events).toEqual([{ action: 'account-exported' }]);
  });
});

describe('removing the account', () => {
  it('shows in advance what the removal deletes', async () => {
    const client = await api.seed.person({ profile: 'client', manager_id: ana.id });
    const guest = await api.seed.person({ profile: 'client' });
    await api.seed.give(client, meter);
    await api.seed.give(guest, meter);
    const { removal } = await api.succeed(readRemoval, '/user/removal', { token: ana.token });
    expect(removal).toEqual({
      establishments: 1,
      meters: 1,
      clientUsers: 1,
      viewers: 1,
      apiKeys: 0,
      effects: [
        'Seus dados pessoais, sessões e chaves de acesso são excluídos. Isto não pode ser desfeito.',
        '1 estabelecimento é excluído com todo o histórico de consumo.',
        '1 medidor fica livre para nova instalação.',
        '1 pessoa deixa de ver medidores seus que foram compartilhados.',
        '1 usuário cliente é excluído junto com a sua conta.',
      ],
    });
  });

  it('deletes the account, client users, establishments and meters, and soon the readings', async () => {
    const client = await api.seed.person({ profile: 'client', manager_id: ana.id });
    await api.seed.give(client, meter);
    const another = await api.seed.person();
    const stored = await api.seed.meter(await api.seed.establishment(another));
    await api.seed.readings(stored, [{ at: quarter, energy_a_mwh: 5 }]);

    for (const { mac } of [meter, stored])
      await api.database.pool.query(
        `with refused as (insert into refused_of_board values ($1, current_date, 'empty', 1))
        insert into board_connection values ($1, now(), null, '203.0.113.5', 'MQTT')`,
        [mac],
      );

    // Older than any reading that is still there.
    for (const { installationId } of [meter, stored])
      await api.database.pool.query(
        `insert into register_step (installation_id, register, at, raw) values ($1, 'consumedA', '2025-01-01', 5)`,
        [installationId],
      );

    const { status, body } = await remove();
    expect([status, removeAccount.answer.parse(body)]).toEqual([200, { ok: true, msg: 'Conta excluída.' }]);
    for (const { token } of [ana, client])
      expect((await api.fail('GET', '/user', { token })).type).toBe('expired');
    const gone = [ana.id, client.id];
    expect(await rows('select id from account where id = any($1)', gone)).toEqual([]);
    expect(await rows('select id from session where account_id = any($1)', gone)).toEqual([]);
    expect(await rows('select id from installation where mac = $1', meter.mac)).toEqual([]);
    expect(await rows('select mac from board where mac = $1', meter.mac)).toHaveLength(1);

    for (const table of ['board_connection', 'refused_of_board'])
      expect(await rows(`select mac from ${table} where mac = any($1)`, [meter.mac, stored.mac])).toEqual([
        { mac: stored.mac },
      ]);

    const left = async (table: string, { installationId } = meter) =>
      (await rows(`select count(*) as rows from ${table} where installation_id = $1`, installationId))[0]
        ?.rows;
    for (const table of ['reading', 'quarter', 'last_state', 'register_step']) {
      await expect.poll(() => left(table), { timeout: 20_000 }).toBe(0);
      expect(await left(table, stored)).toBe(1);
    }
  });

  it('records the removal in the audit trail without the e-mail address', async () => {
    await remove();
    const [event] = await rows(
      `select e::text as text, action from audit_event e where subject_id = $1 and action = 'account-removed'`,
      ana.id,
    );
    expect(event?.action).toBe('account-removed');
    expect(event?.text).not.toContain(ana.email);
  });

  it.each([
    ['a wrong password', { password: 'errada' }, 401, 'Senha incorreta.'],
    ['no password', {}, 400, 'Informe a senha.'],
    ['another field', { password: PASSWORD, _id: 'x' }, 400, 'Campo desconhecido: _id'],
  ])('removes nothing with %s', async (_, payload, status, msg) => {
    const refused = await api.fail('DELETE', '/user', { token: ana.token, payload, ...from() });
    expect(refused).toMatchObject({ status, msg });
    expect((await api.inject('GET', '/user', { token: ana.token })).status).toBe(200);
  });

  it('limits password attempts', async () => {
    for (let round = 0; round < 6; round++) await remove(ana, 'errada');
    const { status, headers, body } = await remove();
    expect([status, failure.parse(body).type]).toEqual([429, 'limit']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('of two Admins that remove themselves at once, one remains', async () => {
  await api.database.pool.query("update account set profile = 'user' where profile = 'Admin'");
  const adminRow = { profile: 'Admin', password_hash: passwordHash } as const;
  const admins = [await api.seed.person(adminRow), await api.seed.person(adminRow)];
  const answers = await Promise.all(admins.map((admin) => remove(admin)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    msg: 'Você é o único administrador: passe o perfil a outra pessoa antes de excluir a conta.',
  });
});
