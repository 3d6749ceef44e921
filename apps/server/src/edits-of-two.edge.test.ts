import { listAlertSettings, settingSeen } from '@nascente/contract/alerts/alert-rules';
import { everyCall } from '@nascente/contract/every-call';
import { datesSeen } from '@nascente/contract/money/billing-terms';
import { budgetSeen } from '@nascente/contract/money/budgets';
import { accountSeen, readUser } from '@nascente/contract/people/account';
import { readSelf } from '@nascente/contract/people/session';
import { establishmentSeen, readEstablishment } from '@nascente/contract/sites/establishments';
import { groupSeen, readGroup } from '@nascente/contract/sites/groups';
import { meterSeen } from '@nascente/contract/sites/meter-changes';
import { readMeter } from '@nascente/contract/sites/meters';
import { beforeEach, expect, it } from 'vitest';
import type { SeededPerson } from './testing/seeds/seed.ts';
import { createTestApi } from './testing/test-api.ts';

const api = await createTestApi('2026-11-20T12:00:00Z');
let ana: SeededPerson;
let establishment = '';
let mac = '';
const prices = { valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' };
const tax = await api.seed.tariff([prices]);

beforeEach(async () => {
  ana = await api.seed.person({ first_name: 'Ana', last_name: 'Lima' });
  establishment = await api.seed.establishment(ana);
  ({ mac } = await api.seed.meter(establishment));
});

const ask = (method: 'PATCH' | 'POST' | 'PUT', path: string, payload: object, seen: string | null) =>
  api.inject(method, path, {
    token: ana.token,
    payload,
    ...(seen !== null && { headers: { 'if-match': `"${seen}"` } }),
  });
const statusOf = async (asking: ReturnType<typeof ask>) => (await asking).status;

it('version checks cover every kind of object that two people edit', () => {
  expect(everyCall.flatMap(({ name, edit }) => (edit === undefined ? [] : [name])).toSorted()).toEqual([
    'correctTariffVersion',
    'editAlertRule',
    'editGroup',
    'editSelf',
    'editUser',
    'saveAlertSetting',
    'saveBudgetYear',
    'saveContract',
    'saveReadingDates',
    'updateEstablishment',
    'updateMeter',
  ]);
});

const board = async () => (await api.succeed(readMeter, `/board/${mac}`, { token: ana.token })).board;
const rename = async (name: string, seen: string | null) => {
  const { id, isGeral, tension } = await board();
  const body = { id, Alias: name, macAddress: mac, Comment: '', isGeral, tax, tension };
  return ask('PATCH', `/installation-meter/${id}`, body, seen);
};

it('refuses the second of two edits of a meter, and names the first editor and the time', async () => {
  const seen = meterSeen(await board());
  expect((await rename('Forno', seen)).status).toBe(200);
  const refused = await rename('Estufa', seen);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    type: 'changed',
    msg: expect.stringMatching(
      /^Alterado por você em outra aba ou aparelho às 09:00, enquanto você editava\./,
    ) as string,
    seen: meterSeen(await board()),
  });
  expect((await board()).name).toBe('Forno');
  // An editor who has seen the newer version may replace it.
  expect((await rename('Estufa', (refused.body as { seen: string }).seen)).status).toBe(200);
  expect((await board()).name).toBe('Estufa');
});

it('names another editor in the refusal', async () => {
  const admin = await api.seed.person({ profile: 'Admin', first_name: 'Rui', last_name: 'Souza' });
  const seen = meterSeen(await board());
  const { id, isGeral, tension } = await board();
  const payload = { id, Alias: 'Forno', macAddress: mac, Comment: '', isGeral, tax, tension };
  await api.inject('PATCH', `/installation-meter/${id}`, { token: admin.token, payload });
  expect((await rename('Estufa', seen)).body).toMatchObject({
    msg: expect.stringMatching(/^Alterado por Rui Souza às 09:00/) as string,
  });
});

it('accepts one of ten simultaneous edits, and every edit without a version', async () => {
  const seen = meterSeen(await board());
  const statuses = await Promise.all(
    Array.from({ length: 10 }, (_, one) => statusOf(rename(`Forno ${one}`, seen))),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  expect((await rename('Estufa', null)).status).toBe(200);
});

it('refuses a malformed version, and accepts * as any version', async () => {
  for (const version of ['x"', '0000', `0123456789abcdef", "0123456789abcdef`])
    expect((await rename('B', version)).status).toBe(400);
  const { id, isGeral, tension } = await board();
  const payload = { id, Alias: 'C', macAddress: mac, Comment: '', isGeral, tax, tension };
  const any = { token: ana.token, payload, headers: { 'if-match': '*' } };
  expect((await api.inject('PATCH', `/installation-meter/${id}`, any)).status).toBe(200);
});

it('compares the fields of an establishment, and not its meters', async () => {
  const read = async () =>
    (await api.succeed(readEstablishment, `/establishment/${establishment}`, { token: ana.token }))
      .establishment;
  const seen = establishmentSeen(await read());
  await rename('Forno', null);
  const path = `/establishment/${establishment}`;
  expect(await statusOf(ask('PATCH', path, { area: 120 }, seen))).toBe(200);
  expect(await statusOf(ask('PATCH', path, { area: 130 }, seen))).toBe(409);
  expect((await read()).area).toBe(120);
});

it('checks versions of groups and budgets, also of an empty budget', async () => {
  const group = { groupName: `Turno ${mac}`, groupType: 'eletric', boardsMAC: [mac] };
  const made = await ask('POST', '/group/new', group, null);
  const { _id } = (made.body as { group: { _id: string } }).group;
  const { group: before } = await api.succeed(readGroup, `/group/${_id}`, { token: ana.token });
  const edit = (name: string) => ask('POST', '/group/edit', { group: { _id, name } }, groupSeen(before));
  expect([await statusOf(edit(`A ${mac}`)), await statusOf(edit(`B ${mac}`))]).toEqual([200, 409]);

  const amounts: (number | null)[] = Array.from({ length: 12 }, () => null);
  const plan = (first: number) =>
    ask(
      'POST',
      '/budgets',
      {
        target: { kind: 'group', id: _id },
        measure: 'energy',
        year: '2026',
        amounts: amounts.with(0, first),
      },
      budgetSeen(Array.from({ length: 12 }, () => null)),
    );
  expect([await statusOf(plan(100)), await statusOf(plan(200))]).toEqual([200, 409]);
});

type Save = (token: string, seen: string | null) => ReturnType<typeof api.inject>;

const saver =
  (method: 'PATCH' | 'POST' | 'PUT', path: string, payload: object): Save =>
  (token, seen) =>
    api.inject(method, path, {
      token,
      payload,
      ...(seen !== null && { headers: { 'if-match': `"${seen}"` } }),
    });

it.each(['an Admin', 'the editor in another window'] as const)(
  'names %s as the first editor',
  async (who) => {
    const isAdmin = who === 'an Admin';
    const rui = await api.seed.person({ profile: 'Admin', first_name: 'Rui', last_name: 'Souza' });
    const first = isAdmin ? rui : ana;
    const text = isAdmin
      ? /^Alterado por Rui Souza às 09:00/
      : /^Alterado por você em outra aba ou aparelho às 09:00/;
    const expectRefusal = async (save: Save, seen: string) => {
      expect((await save(first.token, null)).status).toBe(200);
      const { status, body } = await save(ana.token, seen);
      expect(status).toBe(409);
      expect((body as { msg: string }).msg).toMatch(text);
    };
    const dates = { type: 'eletric', dates: ['2026-10-05', '2026-11-05'] };
    await expectRefusal(saver('PUT', `/establishment/${establishment}/reading-dates`, dates), datesSeen([]));

    if (isAdmin) {
      const { user } = await api.succeed(readUser, `/user/${ana.id}`, { token: ana.token });
      await expectRefusal(saver('PATCH', `/user/${ana.id}`, { firstName: 'Bia' }), accountSeen(user));
      return;
    }
    const path = `/alerts/settings/${establishment}`;
    const { settings } = await api.succeed(listAlertSettings, path, { token: ana.token });
    const leak = settings.find(({ kind }) => kind === 'leak');
    const switched = { kind: 'leak', isOn: false, threshold: null, day: null };
    await expectRefusal(saver('PUT', path, switched), settingSeen(leak));

    const amounts = Array.from({ length: 12 }, () => 100);
    const target = { kind: 'establishment', id: establishment };
    const plan = { target, measure: 'energy', year: '2026', amounts };
    await expectRefusal(saver('POST', '/budgets', plan), budgetSeen(amounts.map(() => null)));
  },
);

it('reports a change of the own account in another tab, by either call', async () => {
  const text = /^Alterado por você em outra aba ou aparelho às 09:00, enquanto você editava\./;
  for (const path of ['/user', `/user/${ana.id}`]) {
    const { user } = await api.succeed(readSelf, '/user', { token: ana.token });
    expect(await statusOf(ask('PATCH', path, { lastName: `Lima ${path}` }, null))).toBe(200);
    const { status, body } = await ask('PATCH', path, { lastName: 'Souza' }, accountSeen(user));
    expect([status, body]).toMatchObject([409, { msg: expect.stringMatching(text) as string }]);
  }
});

it('does not name an editor of another customer for an object of the same name', async () => {
  const otherAccount = await api.seed.person({ first_name: 'Zeca', last_name: 'Outro' });
  const namesake = await api.seed.establishment(otherAccount);
  const { establishment: before } = await api.succeed(readEstablishment, `/establishment/${establishment}`, {
    token: ana.token,
  });
  const seen = establishmentSeen(before);
  expect(await statusOf(ask('PATCH', `/establishment/${establishment}`, { area: 120 }, null))).toBe(200);
  const payload = { area: 1 };
  await api.inject('PATCH', `/establishment/${namesake}`, { token: otherAccount.token, payload });
  const { body } = await ask('PATCH', `/establishment/${establishment}`, { area: 130 }, seen);
  expect(body).toMatchObject({ msg: expect.stringMatching(/^Alterado por você/) as string });
});

it('answers 404 when the caller cannot see the edited object', async () => {
  const otherAccount = await api.seed.person();
  const payload = { area: 1 };
  const headers = { 'if-match': '"0123456789abcdef"' };
  const requested = { token: otherAccount.token, payload, headers };
  expect((await api.inject('PATCH', `/establishment/${establishment}`, requested)).status).toBe(404);
});
