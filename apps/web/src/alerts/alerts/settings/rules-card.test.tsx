import type { Alert } from '@nascente/contract/alerts/alerts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aGroup } from '../../../testing/a-group.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { AlertsPage } from '../alerts-page.tsx';
import { RulesPage } from './settings-pages.tsx';

const DAY = '2026-11-20T12:00:00.000Z';
const terms = {
  quantity: 'energy',
  span: 'quarter',
  test: 'above',
  limit: 10,
  hysteresis: 5,
  forMinutes: 30,
  hours: null,
} as const;
const rule = {
  _id: '01a00000-0000-7000-8000-000000000021',
  name: 'Forno ligado',
  severity: 'serious',
  terms,
  target: { kind: 'meter', id: 'AA:BB:CC:DD:EE:01', name: 'Forno' },
  isOn: true,
  opinions: { helpful: 0, unhelpful: 1 },
  limitInForce: 11,
};
const alert: Alert = {
  _id: '01a00000-0000-7000-8000-000000000001',
  kind: 'own',
  severity: 'serious',
  establishment: { _id: '1', name: 'Padaria Aurora', zone: 'America/Sao_Paulo' },
  meters: [{ mac: 'AA:BB:CC:DD:EE:01', name: 'Forno' }],
  beganAt: DAY,
  endedAt: null,
  notifiedAt: DAY,
  undoneAt: null,
  isLate: false,
  times: 1,
  facts: {
    kind: 'own',
    rule: 'Forno ligado',
    quantity: 'energy',
    span: 'quarter',
    worst: { value: 12, limit: 10, at: DAY },
  },
  cost: null,
  acknowledged: null,
  mutedUntil: null,
  isHelpful: null,
};
const curve = {
  quantity: 'Consumo de energia',
  unit: 'kW',
  limit: 10,
  stepMinutes: 15,
  points: [
    { at: '2026-11-20T11:45:00.000Z', value: 8 },
    { at: DAY, value: 12 },
    { at: '2026-11-20T12:15:00.000Z', value: null },
  ],
};
const sentence = 'Nos últimos 90 dias esta regra teria avisado 2 vezes: em 15 nov e 19 nov.';

let establishments: unknown[];
let rules: (typeof rule)[];
/** What the server says instead of taking a rule. */
let refusal: { readonly status: number; readonly body: unknown } | null;
const refused = (...errors: readonly { readonly path: string; readonly msg: string }[]) => ({
  status: 400,
  body: { ok: false, type: 'validation', msg: errors[0]?.msg, errors },
});
const POST = {
  '/api/alerts/rules/try': () =>
    refusal ?? { body: { ok: true, sentence, days: 90, times: 2, intervals: [] } },
  '/api/alerts/rules': () => refusal ?? { status: 201, body: { ok: true, rules } },
};
const GET = {
  '/api/groups': () => ({ body: { ok: true, groups: [aGroup()] } }),
  '/api/alerts/rules': () => ({ body: { ok: true, rules } }),
  [`/api/alerts/${alert._id}`]: () => ({ body: { ok: true, alert } }),
  [`/api/alerts/${alert._id}/curve`]: () => ({ body: { ok: true, curve } }),
  '/api/establishment': () => ({ body: { ok: true, establishments } }),
  '/api/installation-meter': () => ({
    body: { ok: true, installationsMeter: [] },
  }),
};
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ path, method }) => {
    const answers = (method === 'POST' ? POST : GET) as Readonly<Record<string, () => { body: unknown }>>;
    return (
      answers[path.split('?')[0] ?? '']?.() ?? {
        body: { ok: true, rules, alerts: [], total: 0, open: 0, waiting: 0 },
      }
    );
  });
});
beforeEach(() => {
  rules = [rule];
  establishments = [];
  refusal = null;
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = () => openSignedIn(aUser, RulesPage, '/alerts/rules');

it('shows the condition of each rule, and its limit after opinions', async () => {
  open();
  const list = await screen.findByRole('list', { name: 'Regras' });
  expect(list.textContent?.replaceAll('\u00a0', ' ')).toContain(
    'Consumo de energia passar de 10,0 kW a cada quarto de hora, por 30 min',
  );
  expect(list.textContent?.replaceAll('\u00a0', ' ')).toContain(
    'com as opiniões, avisa em 11,0 kW (1 não úteis)',
  );
  await userEvent.click(within(list).getByRole('button', { name: 'Desligar' }));
  const [put] = api.requests.filter(({ method }) => method === 'PUT');
  expect(put).toMatchObject({
    path: `/api/alerts/rules/${rule._id}`,
    body: { name: 'Forno ligado', isOn: false },
  });
});

it('tries a rule against the past before it is saved', async () => {
  rules = [];
  open();
  const user = userEvent.setup();
  expect(await screen.findByText('Nenhuma regra ainda.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Nova regra' }));
  await user.type(screen.getByLabelText('Nome'), 'Forno ligado');
  await user.type(screen.getByLabelText('Limite (kW)'), '1.250,5');
  await user.selectOptions(screen.getByLabelText('Em que horário'), 'weekend');
  await user.click(screen.getByRole('button', { name: 'Experimentar no passado' }));
  expect(await screen.findByText(sentence)).toBeDefined();
  const [tried] = api.requests.filter(({ method }) => method === 'POST');
  expect(tried?.body).toMatchObject({ terms: { limit: 1250.5, hours: { days: [0, 6] } } });
  await user.click(screen.getByRole('button', { name: 'Salvar regra' }));
  expect(await screen.findByRole('button', { name: 'Nova regra' })).toBeDefined();
});

it('edits an existing rule, tests it against the past again, and retains unusual hours', async () => {
  const hours = { days: [2], from: 60, until: 120 };
  rules = [{ ...rule, terms: { ...terms, forMinutes: 45, hours } as never }];
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Editar Forno ligado' }));
  const form = within(screen.getByRole('form', { name: 'Regra Forno ligado' }));
  expect(form.getByLabelText<HTMLInputElement>('Medidor, estabelecimento ou grupo').value).toBe('Forno');
  const limit = form.getByLabelText<HTMLInputElement>('Limite (kW)');
  expect(limit.value).toBe('10');
  await user.clear(limit);
  await user.type(limit, '12,5');
  await user.click(form.getByRole('button', { name: 'Experimentar no passado' }));
  expect(await form.findByText(sentence)).toBeDefined();
  const [tried] = api.requests.filter(({ method }) => method === 'POST');
  const changed = { ...terms, limit: 12.5, forMinutes: 45, hours };
  expect(tried?.body).toEqual({ terms: changed, target: { kind: 'meter', mac: 'AA:BB:CC:DD:EE:01' } });
  await user.click(form.getByRole('button', { name: 'Salvar regra' }));
  expect(await screen.findByRole('button', { name: 'Editar Forno ligado' })).toBeDefined();
  const [put] = api.requests.filter(({ method }) => method === 'PUT');
  expect(put).toMatchObject({
    path: `/api/alerts/rules/${rule._id}`,
    body: { name: 'Forno ligado', severity: 'serious', terms: changed, isOn: true },
  });
});

it('moves the focus into the opened form, and back to the button afterwards', async () => {
  open();
  const user = userEvent.setup();
  for (const name of ['Nova regra', 'Editar Forno ligado']) {
    await user.click(await screen.findByRole('button', { name }));
    expect(document.activeElement, name).toBe(screen.getByLabelText('Nome'));
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(document.activeElement, name).toBe(screen.getByRole('button', { name }));
  }
});

it('shows an error at each wrong field until it changes', async () => {
  rules = [];
  const wrongLimit = { path: 'terms.limit', msg: 'Limite inválido.' };
  const noTarget = { path: 'target.id', msg: 'Escolha um medidor, um estabelecimento ou um grupo.' };
  refusal = refused(wrongLimit, { path: 'name', msg: 'Dê um nome à regra.' }, noTarget);
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Nova regra' }));
  await user.click(screen.getByRole('button', { name: 'Salvar regra' }));
  const said = (label: string) => screen.getByLabelText(label);
  await expect.poll(() => said('Nome').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(said('Nome'));
  expect(screen.getByText('Limite inválido.')).toBeDefined();
  expect(said('Medidor, estabelecimento ou grupo').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText('Dê um nome à regra.')).toHaveLength(1);
  await user.type(said('Nome'), 'Forno');
  expect(screen.queryByText('Dê um nome à regra.')).toBeNull();
  expect(screen.getByText('Limite inválido.')).toBeDefined();
  refusal = refused(wrongLimit, noTarget);
  await user.click(screen.getByRole('button', { name: 'Experimentar no passado' }));
  await expect.poll(() => document.activeElement).toBe(said('Medidor, estabelecimento ou grupo'));
});

it('shows below the form an error that belongs to no field', async () => {
  rules = [];
  const msg = 'Não encontramos este medidor, estabelecimento ou grupo entre os seus.';
  refusal = { status: 404, body: { ok: false, type: 'not-found', msg } };
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Nova regra' }));
  await user.click(screen.getByRole('button', { name: 'Salvar regra' }));
  expect(await screen.findByText(msg)).toBeDefined();
});

it('creates a rule for a chosen group', async () => {
  rules = [];
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Nova regra' }));
  await screen.findByRole('option', { name: 'Grupo Cozinha' });
  await user.selectOptions(screen.getByLabelText('Medidor, estabelecimento ou grupo'), 'Grupo Cozinha');
  await user.type(screen.getByLabelText('Nome'), 'Cozinha');
  await user.type(screen.getByLabelText('Limite (kW)'), '5');
  await user.click(screen.getByRole('button', { name: 'Salvar regra' }));
  await screen.findByRole('button', { name: 'Nova regra' });
  const [added] = api.requests.filter(({ method }) => method === 'POST');
  expect(added?.body).toMatchObject({ name: 'Cozinha', target: { kind: 'group', id: 'g1' } });
});

it('draws the measurements around the opened alert, with its limit', async () => {
  openSignedIn(aUser, AlertsPage, { route: '/alerts', at: `/alerts?alerta=${alert._id}` });
  const led = await screen.findByRole('region', { name: 'O aviso' });
  expect(await within(led).findByRole('heading', { name: 'Forno ligado: Forno' })).toBeDefined();
  expect(
    (await within(led).findAllByLabelText(/Consumo de energia em volta do aviso/)).length,
  ).toBeGreaterThan(0);
});
