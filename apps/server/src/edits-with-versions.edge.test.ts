import { addAlertRule, ruleSeen } from '@nascente/contract/alerts/alert-rules';
import { contractSeen, readContract } from '@nascente/contract/money/billing-terms';
import { tariffVersionSeen } from '@nascente/contract/sites/tariff-versions';
import { readTariff } from '@nascente/contract/sites/tariffs';
import { beforeEach, expect, it } from 'vitest';
import { aContract } from './testing/seeds/a-contract.ts';
import type { SeededPerson } from './testing/seeds/seed.ts';
import { createTestApi } from './testing/test-api.ts';

const api = await createTestApi('2026-11-20T12:00:00Z');
const prices = { valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' };
const tax = await api.seed.tariff([prices]);
let ana: SeededPerson;
let rui: SeededPerson;
let establishment = '';
let mac = '';

beforeEach(async () => {
  ana = await api.seed.person({ first_name: 'Ana', last_name: 'Lima' });
  rui = await api.seed.person({ profile: 'Admin', first_name: 'Rui', last_name: 'Souza' });
  establishment = await api.seed.establishment(ana);
  ({ mac } = await api.seed.meter(establishment));
});

const put = (path: string, payload: object, { token }: SeededPerson, seen: string | null) =>
  api.inject('PUT', path, {
    token,
    payload,
    ...(seen !== null && { headers: { 'if-match': `"${seen}"` } }),
  });
const BY_RUI = expect.stringMatching(/^Alterado por Rui Souza às 09:00/) as string;
const BY_ONESELF = expect.stringMatching(/^Alterado por você em outra aba ou aparelho às 09:00/) as string;

it('refuses the second of two edits of a contract', async () => {
  const path = `/establishment/${establishment}/contract`;
  const { contract } = await api.succeed(readContract, `${path}?type=eletric`, { token: ana.token });
  const seen = contractSeen(contract);
  const terms = aContract({ taxes: [], cosip: null });
  const save = (validFrom: string, by: SeededPerson, version: string | null) =>
    put(path, { type: 'eletric', validFrom, tax, terms }, by, version);
  expect((await save('2026-01-01', rui, null)).status).toBe(200);
  expect(await save('2026-02-01', ana, seen)).toMatchObject({
    status: 409,
    body: { type: 'changed', msg: BY_RUI },
  });
});

it('refuses the second of two corrections of a tariff version', async () => {
  const read = async () => (await api.succeed(readTariff, `/admin/tax/${tax}`, { token: rui.token })).tax;
  const before = await read();
  const rules = before.versions[0]?.rules;
  const path = `/admin/tax/${tax}/versions/2026-01-01`;
  const seen = tariffVersionSeen(before, '2026-01-01');
  expect((await put(path, { rules, source: 'Resolução 1' }, rui, seen)).status).toBe(200);
  const second = await put(path, { rules, source: 'Resolução 2' }, rui, seen);
  expect(second).toMatchObject({ status: 409, body: { msg: BY_ONESELF } });
  expect((await read()).versions[0]?.source).toBe('Resolução 1');
  const absent = await put(`/admin/tax/${tax}/versions/2025-01-01`, { rules, source: '' }, rui, seen);
  expect(absent.status).toBe(404);
});

const terms = {
  quantity: 'energy',
  span: 'quarter',
  test: 'above',
  limit: 10,
  hysteresis: 0,
  forMinutes: 30,
  hours: null,
};

it('refuses the second of two edits of a rule, and answers an unrelated account without details', async () => {
  const rule = { name: 'Forno', severity: 'serious', terms };
  const payload = { ...rule, target: { kind: 'meter', mac } };
  const { rules } = await api.succeed(addAlertRule, '/alerts/rules', { token: ana.token, payload });
  const seen = ruleSeen(rules[0]);
  const path = `/alerts/rules/${rules[0]?._id}`;
  expect((await put(path, { ...rule, name: 'Estufa', isOn: true }, ana, seen)).status).toBe(200);
  const second = await put(path, { ...rule, isOn: false }, ana, seen);
  expect(second).toMatchObject({ status: 409, body: { msg: BY_ONESELF } });

  const otherAccount = await api.seed.person();
  const foreign = await put(path, { ...rule, isOn: false }, otherAccount, seen);
  expect([foreign.status, JSON.stringify(foreign.body)]).toEqual([404, expect.not.stringContaining('Ana')]);
});
