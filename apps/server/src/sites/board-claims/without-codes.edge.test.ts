import { createInstallation, validateBoard, verifyMeter } from '@nascente/contract/sites/meters';
import { registerMeter } from '@nascente/contract/sites/registration';
import { provisionBoards } from '@nascente/contract/telemetry/inventory';
import { beforeAll, expect, test } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const LOCATION = { name: 'Loja', address: 'Rua das Flores, 12', postalCode: '01310100' };
const MACS = ['A4:CF:12:00:0D:01', 'A4:CF:12:00:0D:02', 'A4:CF:12:00:0D:03'] as const;

let api: TestApi;
let owner: SeededPerson;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z', { claimCodes: false });
  const admin = await api.seed.person({ profile: 'Admin' });
  owner = await api.seed.person();
  const boards = MACS.map((mac) => ({ mac, type: 'eletric', model: 'tri', equipment: 'emd3p' }));
  await api.succeed(provisionBoards, '/admin/boards', { token: admin.token, payload: { boards } });
});

test('with CLAIM_CODES=off a board in stock is validated by its MAC alone', async () => {
  const { token } = owner;
  expect(await api.succeed(verifyMeter, `/meter/verify/${MACS[0]}`, { token })).toMatchObject({
    exists: true,
    installed: false,
    model: 'tri',
    type: 'eletric',
  });
  expect(
    await api.succeed(validateBoard, '/board/validate', { token, payload: { id: MACS[0] } }),
  ).toMatchObject({
    ok: true,
  });
});

test('with CLAIM_CODES=off every way of installing a meter works with the MAC alone', async () => {
  const { token } = owner;
  const [first, second, third] = MACS;
  const establishment = await api.seed.establishment(owner);
  const installed = { locationCode: establishment, name: 'Geral', meter: first };
  await api.succeed(createInstallation, '/installation-meter', { token, payload: installed });
  const registered = { MACAddress: second, Alias: 'Forno', location: LOCATION };
  await api.succeed(registerMeter, '/board-new', { token, payload: registered });
  const { rows } = await api.database.pool.query<{ id: string }>(
    'select id from installation where mac = $1 and removed_at is null',
    [first],
  );
  const replaced = await api.inject('POST', `/installation-meter/${rows[0]?.id}/replace`, {
    token,
    payload: { meter: third },
  });
  expect(replaced.status).toBe(200);
  const stored = await api.database.pool.query<{ mac: string }>('select mac from installation order by mac');
  expect(stored.rows.map(({ mac }) => mac)).toEqual(expect.arrayContaining([second, third]));
});

test('with CLAIM_CODES=off an installed board cannot be installed by another account', async () => {
  const other = await api.seed.person();
  const payload = { locationCode: await api.seed.establishment(other), name: 'Geral', meter: MACS[2] };
  expect((await api.inject('POST', '/installation-meter', { token: other.token, payload })).status).toBe(409);
});
