import { scryptSync } from 'node:crypto';
import { readAuditTrail } from '@nascente/contract/people/audit';
import { createInstallation, readMeter, validateBoard, verifyMeter } from '@nascente/contract/sites/meters';
import { registerMeter } from '@nascente/contract/sites/registration';
import {
  provisionBoards,
  readInventoryBoard,
  releaseBoard,
  rotateClaimCode,
} from '@nascente/contract/telemetry/inventory';
import { expect, test } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

const NO_SUCH = 'Não encontramos uma placa com este MAC e este código. Confira os dois na etiqueta.';
const LOCATION = { name: 'Loja', address: 'Rua das Flores, 12', postalCode: '01310100' };
/** A valid code that belongs to no board. */
const A_CODE = 'AAAAA-AAAAA';
const HIDDEN = { ok: true, exists: false, installed: false, model: null, type: null };

const api = await createTestApi('2026-11-20T12:00:00Z', { claimCodes: true });
await api.startJobs();
const admin = await api.seed.person({ profile: 'Admin' });
let provisioned = 0;

const provision = async () => {
  provisioned += 1;
  const mac = `A4:CF:12:00:0C:${provisioned.toString(16).toUpperCase().padStart(2, '0')}`;
  const { boards } = await api.succeed(provisionBoards, '/admin/boards', {
    token: admin.token,
    payload: { boards: [{ mac, type: 'eletric' }] },
  });
  const [board] = boards;
  if (board === undefined) throw new Error('nothing was provisioned');
  return board;
};
const installing = (establishment: string, mac: string, code?: string) => ({
  locationCode: establishment,
  name: 'Forno',
  meter: mac,
  ...(code === undefined ? {} : { code }),
});
const install = async (person: SeededPerson, mac: string, code?: string) => {
  const payload = installing(await api.seed.establishment(person), mac, code);
  return api.inject('POST', '/installation-meter', { token: person.token, payload });
};
const verify = (person: SeededPerson, mac: string, code?: string, address = '203.0.113.1') =>
  api.inject('GET', `/meter/verify/${mac}`, {
    token: person.token,
    headers: { 'x-forwarded-for': address, ...(code === undefined ? {} : { 'claim-code': code }) },
  });
const validate = (person: SeededPerson, id: string, code?: string) =>
  api.inject('POST', '/board/validate', { token: person.token, payload: { id, code } });

test('a guessed MAC reveals at most that a board is in stock, and installs nothing', async () => {
  const [stocked, sold] = [await provision(), await provision()];
  const buyer = await api.seed.person();
  expect((await install(buyer, sold.mac, sold.code)).status).toBe(201);
  for (const mac of [stocked.mac, sold.mac, 'A4:CF:12:00:0C:FF']) {
    const thief = await api.seed.person();
    expect((await verify(thief, mac)).body).toEqual(HIDDEN);
    expect((await verify(thief, mac, A_CODE)).body).toEqual(HIDDEN);
    const hidden = { ok: true, exists: false, asksCode: true, model: null, type: null };
    const withoutCode = { ...hidden, exists: mac === stocked.mac };
    expect(await validate(thief, mac)).toMatchObject({ status: 200, body: withoutCode });
    expect(await validate(thief, mac, A_CODE)).toMatchObject({ status: 200, body: hidden });
    expect(await install(thief, mac)).toMatchObject({
      status: 400,
      body: { msg: 'Digite o código da etiqueta da placa.' },
    });
    expect(await install(thief, mac, A_CODE)).toMatchObject({ status: 404, body: { msg: NO_SUCH } });
  }
  expect((await install(buyer, stocked.mac, stocked.code)).status).toBe(201);
});

test('no call installs a board without its code', async () => {
  const person = await api.seed.person();
  const establishment = await api.seed.establishment(person);
  const own = await api.seed.meter(establishment);
  const board = await provision();
  const ways: readonly (readonly [string, (code?: string) => object])[] = [
    ['/installation-meter', (code) => installing(establishment, board.mac, code)],
    ['/board-new', (code) => ({ MACAddress: board.mac, Alias: 'Forno', location: LOCATION, code })],
    [`/installation-meter/${own.installationId}/replace`, (code) => ({ meter: board.mac, code })],
  ];
  for (const [url, payload] of ways) {
    const without = await api.inject('POST', url, { token: person.token, payload: payload() });
    expect(without).toMatchObject({ status: 400, body: { msg: 'Digite o código da etiqueta da placa.' } });
    const wrong = await api.inject('POST', url, { token: person.token, payload: payload(A_CODE) });
    expect(wrong).toMatchObject({ status: 404, body: { msg: NO_SUCH } });
  }
  const { rows } = await api.database.pool.query('select from installation where mac = $1', [board.mac]);
  expect(rows).toEqual([]);
  const [, , [url, payload]] = ways as [unknown, unknown, (typeof ways)[number]];
  const exchanged = await api.inject('POST', url, { token: person.token, payload: payload(board.code) });
  expect(exchanged.status).toBe(200);
});

test('the code or the key of a board returns its details', async () => {
  const person = await api.seed.person();
  const board = await provision();
  const typed = ` ${board.code.toLowerCase().replace('-', ' ')} `;
  for (const proof of [typed, board.key]) {
    const headers = { 'claim-code': proof };
    const url = `/meter/verify/${board.mac}`;
    const verified = await api.succeed(verifyMeter, url, { token: person.token, headers });
    expect(verified).toEqual({ ok: true, exists: true, installed: false, model: 'tri', type: 'eletric' });
    const payload = { id: board.mac, code: proof };
    expect(await api.succeed(validateBoard, '/board/validate', { token: person.token, payload })).toEqual({
      ok: true,
      exists: true,
      asksCode: true,
      model: 'tri',
      type: 'eletric',
    });
  }
  await api.succeed(registerMeter, '/board-new', {
    token: person.token,
    payload: { MACAddress: board.mac, Alias: 'Forno', location: LOCATION, code: board.key },
  });
  const inUse = { status: 403, body: { msg: 'Este MAC Address já esta sendo usado!' } };
  expect(await validate(person, board.mac)).toMatchObject(inUse);
  expect(await validate(await api.seed.person(), board.mac, board.code)).toMatchObject(inUse);
});

test('an Admin registers a board by its MAC alone', async () => {
  const board = await provision();
  const { token } = admin;
  const payload = { id: board.mac };
  expect(await api.succeed(validateBoard, '/board/validate', { token, payload })).toEqual({
    ok: true,
    exists: true,
    asksCode: false,
    model: 'tri',
    type: 'eletric',
  });
  expect((await install(admin, board.mac)).status).toBe(201);
  expect((await validate(admin, board.mac)).status).toBe(403);
});

const assign = (boards: readonly object[]) =>
  api.inject('POST', '/admin/boards/assign', { token: admin.token, payload: { boards } });
const emailOf = async ({ id }: SeededPerson): Promise<string> => {
  const { rows } = await api.database.pool.query<{ email: string }>(
    'select email from account where id = $1',
    [id],
  );
  return rows[0]?.email ?? '';
};

test('a Manager installs an assigned board by its MAC alone, once', async () => {
  const manager = await api.seed.person({ profile: 'Manager' });
  const [board, second] = [await provision(), await provision()];
  expect((await validate(manager, board.mac)).body).toMatchObject({ exists: true, asksCode: true });
  const email = await emailOf(manager);
  expect((await assign([{ mac: board.mac, email }])).body).toEqual({ ok: true, assigned: 1 });
  const url = `/admin/boards/${board.mac}`;
  expect((await api.succeed(readInventoryBoard, url, { token: admin.token })).board.assignedTo).toMatchObject(
    {
      email,
    },
  );
  expect((await validate(manager, board.mac)).body).toMatchObject({ asksCode: false, model: 'tri' });
  const another = await api.seed.person({ profile: 'Manager' });
  expect((await install(another, board.mac)).status).toBe(400);
  expect((await install(manager, second.mac)).status).toBe(400);
  expect((await install(manager, board.mac)).status).toBe(201);
  expect((await api.inject('DELETE', `/board/${board.mac}`, { token: manager.token })).status).toBe(200);
  expect((await install(manager, board.mac)).status).toBe(400);
});

test('assigns boards by a CSV file, all or nothing, and names every faulty line', async () => {
  const manager = await api.seed.person({ profile: 'Manager' });
  const [board, sold] = [await provision(), await provision()];
  expect((await install(await api.seed.person(), sold.mac, sold.code)).status).toBe(201);
  const email = await emailOf(manager);
  const sendCsv = (payload: string) =>
    api.inject('POST', '/admin/boards/assign', {
      token: admin.token,
      headers: { 'content-type': 'text/csv' },
      payload,
    });
  expect(await sendCsv(`mac;email\n${board.mac};${email}\nx;${email}`)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'linha 3', msg: 'Endereço MAC inválido' }] },
  });
  const absent = 'A4:CF:12:00:0C:FE';
  const refused = await sendCsv([board.mac, sold.mac, absent].map((mac) => `${mac};${email}`).join('\n'));
  expect(refused).toMatchObject({
    status: 400,
    body: {
      errors: [
        { path: 'boards.1', msg: `A placa ${sold.mac} está instalada: libere a placa antes de atribuir.` },
        { path: 'boards.2', msg: `Placa não encontrada: ${absent}.` },
      ],
    },
  });
  expect((await validate(manager, board.mac)).body).toMatchObject({ asksCode: true });
  expect((await assign([{ mac: board.mac, email: 'ninguem@loja.example' }])).body).toMatchObject({
    msg: 'Não há gestor com o e-mail ninguem@loja.example.',
  });
  expect((await sendCsv(`${board.mac};${email}`)).body).toEqual({ ok: true, assigned: 1 });
  expect((await validate(manager, board.mac)).body).toMatchObject({ asksCode: false });
  expect((await assign([{ mac: board.mac, email: null }])).status).toBe(200);
  expect((await validate(manager, board.mac)).body).toMatchObject({ asksCode: true });
});

test('reports a typing error in a code without counting it as a guess', async () => {
  const person = await api.seed.person();
  const board = await provision();
  const wrong = board.code.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  for (let time = 0; time < 15; time += 1)
    expect(await install(person, board.mac, wrong)).toMatchObject({
      status: 400,
      body: { msg: 'Confira o código: algum caractere não é o da etiqueta.' },
    });
  expect((await install(person, board.mac, board.code)).status).toBe(201);
});

test('slows code guesses by account and by address, and records them in the audit trail', async () => {
  const board = await provision();
  const guesser = await api.seed.person();
  const guess = async (person: SeededPerson, address: string) => verify(person, board.mac, A_CODE, address);
  for (let time = 0; time < 10; time += 1)
    expect((await guess(guesser, `198.51.100.${time}`)).status).toBe(200);
  const refused = await guess(guesser, '198.51.100.77');
  expect(refused).toMatchObject({
    status: 429,
    body: { msg: 'Muitas tentativas. Tente novamente em 30 segundos.' },
  });
  expect(refused.headers['retry-after']).toBe('30');

  let made = 0;
  for (let person = await api.seed.person(); made < 60; made += 1) {
    if (made % 9 === 0) person = await api.seed.person();
    if ((await guess(person, '192.0.2.9')).status === 429) break;
  }
  expect(made).toBe(30);

  const { events } = await api.succeed(readAuditTrail, '/admin/audit?action=claim-codes-guessed', {
    token: admin.token,
  });
  expect(events).toHaveLength(2);
  expect(events[1]).toMatchObject({ actor: { _id: guesser.id }, detail: { mac: board.mac } });
  expect((await install(await api.seed.person(), board.mac, board.code)).status).toBe(201);
});

test('limits the lookups of unknown MACs without a code by one account', async () => {
  const person = await api.seed.person();
  const { mac } = await provision();
  for (let time = 0; time < 10; time += 1)
    expect((await validate(person, `A4:CF:12:00:0E:0${time}`)).status).toBe(200);
  expect((await validate(person, mac)).status).toBe(429);
});

test('never delays an account that installs many boards by their codes', async () => {
  const person = await api.seed.person();
  for (let board = 0; board < 12; board += 1) {
    const { mac, code } = await provision();
    expect((await verify(person, mac, code)).body).toMatchObject({ exists: true });
    expect((await install(person, mac, code)).status).toBe(201);
  }
});

test('a label link uses the public address, whatever address the Admin opened', async () => {
  const { mac, code, link } = await provision();
  expect(link).toBe(`https://app.nascente.test/registerBoard?mac=${mac}&code=${code}`);
  const url = `/admin/boards/${mac}/claim-code`;
  const { board: renewed } = await api.succeed(rotateClaimCode, url, { token: admin.token });
  expect(renewed.link).toBe(`https://app.nascente.test/registerBoard?mac=${mac}&code=${renewed.code}`);
});

test('stores only a slow hash of a code, and a new code replaces the previous one', async () => {
  const board = await provision();
  const { rows } = await api.database.pool.query<{ text: string; claim_hash: Buffer }>(
    'select b::text as text, claim_hash from board b where mac = $1',
    [board.mac],
  );
  // Each try costs half a millisecond and 256 kB.
  const slowly = scryptSync(board.code, board.mac, 32, { N: 256, r: 8, p: 1 });
  expect(rows[0]?.claim_hash.equals(slowly)).toBe(true);
  expect(rows[0]?.text).not.toContain(board.code);
  const url = `/admin/boards/${board.mac}/claim-code`;
  const { board: renewed } = await api.succeed(rotateClaimCode, url, { token: admin.token });
  const person = await api.seed.person();
  expect((await install(person, board.mac, board.code)).status).toBe(404);
  expect((await install(person, board.mac, renewed.code)).status).toBe(201);
  expect(await api.fail('POST', url, { token: person.token })).toMatchObject({ status: 403 });
});

test('a board without a code is claimed by its key until an Admin creates a code', async () => {
  const person = await api.seed.person();
  const mac = await api.seed.board();
  const read = async () =>
    (await api.succeed(readInventoryBoard, `/admin/boards/${mac}`, { token: admin.token })).board;
  expect(await read()).toMatchObject({ hasClaimCode: false });
  expect((await install(person, mac, A_CODE)).status).toBe(404);
  const url = `/admin/boards/${mac}/claim-code`;
  const { board } = await api.succeed(rotateClaimCode, url, { token: admin.token });
  expect(await read()).toMatchObject({ hasClaimCode: true });
  expect((await install(person, mac, board.code)).status).toBe(201);
});

test('a board released by an Admin can be installed by its buyer, and its past readings stay', async () => {
  const [squatter, buyer] = [await api.seed.person(), await api.seed.person()];
  const board = await provision();
  const establishment = await api.seed.establishment(squatter, { name: 'Galpão' });
  const { installation } = await api.succeed(createInstallation, '/installation-meter', {
    token: squatter.token,
    payload: installing(establishment, board.mac, board.code),
  });
  await api.seed.readings({ installationId: Number(installation._id), mac: board.mac as never }, [
    { at: '2026-11-20T11:00:00Z', energy_a_mwh: 5_000 },
  ]);
  expect(await install(buyer, board.mac, board.code)).toMatchObject({ status: 409 });

  const url = `/admin/boards/${board.mac}/release`;
  expect(await api.fail('POST', url, { token: squatter.token })).toMatchObject({ status: 403 });
  const { board: released } = await api.succeed(releaseBoard, url, { token: admin.token });
  expect(released.installation).toBeNull();
  expect(await api.fail('POST', url, { token: admin.token })).toMatchObject({ status: 409 });
  expect(await api.fail('GET', `/board/${board.mac}`, { token: squatter.token })).toMatchObject({
    status: 404,
  });
  const { rows } = await api.database.pool.query('select from quarter where installation_id = $1', [
    installation._id,
  ]);
  expect(rows).toHaveLength(1);

  expect((await install(buyer, board.mac, board.code)).status).toBe(201);
  await api.succeed(readMeter, `/board/${board.mac}`, { token: buyer.token });
  await expect
    .poll(async () => (await api.mail.readMailbox()).map(({ to, subject }) => [to, subject]))
    .toEqual([[squatter.email, 'Uma placa foi retirada da sua conta']]);
  const { events } = await api.succeed(readAuditTrail, '/admin/audit?action=board-released', {
    token: admin.token,
  });
  expect(events).toMatchObject([
    { subject: { _id: squatter.id }, detail: { mac: board.mac, meter: 'Forno', establishment: 'Galpão' } },
  ]);
});
