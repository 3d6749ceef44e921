import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anEstablishment } from '../../../testing/an-establishment.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { LimitsPage, WebhooksPage } from './settings-pages.tsx';

let establishments: unknown[];
/** What is answered once a setting was saved. */
let saved: unknown[];
const settings = [
  {
    kind: 'night-use',
    isOn: true,
    threshold: null,
    day: null,
    opinions: { helpful: 0, unhelpful: 2 },
    inForce: 36,
  },
  {
    kind: 'silent',
    isOn: false,
    threshold: null,
    day: null,
    opinions: { helpful: 0, unhelpful: 0 },
    inForce: null,
  },
];
let webhooks: (() => { readonly status?: number; readonly body: unknown }) | null;
type Refusal = { readonly status: number; readonly body: unknown };
/** What the server says instead of taking what was sent. */
let refusal: Refusal | Promise<Refusal> | null;
const refused = (...errors: readonly { readonly path: string; readonly msg: string }[]) => ({
  status: 400,
  body: { ok: false, type: 'validation', msg: errors[0]?.msg, errors },
});
const EMPTY = { body: { ok: true, rules: [], alerts: [], webhooks: [], total: 0, open: 0, waiting: 0 } };
type Answer = { status?: number; body: unknown };
const ANSWERS: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
  'POST /api/alerts/webhooks': () =>
    refusal ?? { status: 201, body: { ok: true, secret: 's', webhooks: [] } },
  'GET /api/alerts/webhooks': () => webhooks?.() ?? EMPTY,
  'PUT /api/alerts/settings/1': () => refusal ?? { body: { ok: true, settings: saved } },
  'GET /api/alerts/settings/1': () => ({ body: { ok: true, settings: saved } }),
  'GET /api/establishment': () => ({ body: { ok: true, establishments } }),
  'GET /api/installation-meter': () => ({ body: { ok: true, installationsMeter: [] } }),
};
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ path, method }) => ANSWERS[`${method} ${path.split('?')[0]}`]?.() ?? EMPTY);
});
beforeEach(() => {
  establishments = [];
  refusal = null;
  webhooks = null;
  saved = settings;
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = () => openSignedIn(aUser, LimitsPage, '/alerts/limits');
const openWebhooks = () => openSignedIn(aUser, WebhooksPage, '/alerts/webhooks');

it('sets the reported alerts and their limits by establishment', async () => {
  establishments = [anEstablishment({ _id: '1' })];
  open();
  const user = userEvent.setup();
  const list = await screen.findByRole('list', { name: 'O que é avisado' });
  expect(list.textContent).toContain('Padrão: 30. Com as opiniões: 36.');
  const limit = within(list).getByLabelText('Avisar acima de (%)');
  await user.type(limit, '50');
  await user.click(within(list).getByRole('button', { name: 'Salvar' }));
  const [put] = api.requests.filter(({ method }) => method === 'PUT');
  expect(put).toMatchObject({
    path: '/api/alerts/settings/1',
    body: { kind: 'night-use', isOn: true, threshold: 50, day: null },
  });
});

it('starts a webhook from a body that is ready for WhatsApp Business', async () => {
  openWebhooks();
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByLabelText('Começar de'), 'whatsapp');
  const body = screen.getByLabelText('Modelo da mensagem (opcional)') as HTMLTextAreaElement;
  expect(JSON.parse(body.value)).toMatchObject({ messaging_product: 'whatsapp', type: 'text' });
});

it('shows the errors of a webhook at their fields', async () => {
  refusal = refused(
    { path: 'url', msg: 'Use um endereço https://: por ele passam dados do seu consumo.' },
    { path: 'template', msg: 'O modelo não é um JSON válido.' },
  );
  openWebhooks();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Ligar sistema' }));
  const address = screen.getByLabelText('Endereço');
  await expect.poll(() => document.activeElement).toBe(address);
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Modelo da mensagem (opcional)').getAttribute('aria-invalid')).toBe('true');
  await user.selectOptions(screen.getByLabelText('Começar de'), 'whatsapp');
  expect(address.getAttribute('aria-invalid')).toBeNull();
  expect(screen.queryByText('O modelo não é um JSON válido.')).toBeNull();
});

it('shows the error of a setting at its field, and refuses text as a number', async () => {
  establishments = [anEstablishment({ _id: '1' })];
  open();
  const user = userEvent.setup();
  const list = within(await screen.findByRole('list', { name: 'O que é avisado' }));
  const limit = list.getByLabelText('Avisar acima de (%)');
  await user.type(limit, '1.5');
  await user.click(list.getByRole('button', { name: 'Salvar' }));
  expect(list.getByText('Informe um número, como 12,5.')).toBeDefined();
  expect(document.activeElement).toBe(limit);
  expect(api.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  await user.clear(limit);
  await user.type(limit, '99999999999');
  expect(list.queryByText('Informe um número, como 12,5.')).toBeNull();
  refusal = refused({ path: 'threshold', msg: 'Limite inválido.' });
  await user.click(list.getByRole('button', { name: 'Salvar' }));
  expect(await list.findByText('Limite inválido.')).toBeDefined();
  expect(limit.getAttribute('aria-invalid')).toBe('true');
});

it('switches a setting off without the unsaved input', async () => {
  establishments = [anEstablishment({ _id: '1' })];
  open();
  const user = userEvent.setup();
  const list = within(await screen.findByRole('list', { name: 'O que é avisado' }));
  await user.type(list.getByLabelText('Avisar acima de (%)'), '5');
  await user.click(list.getByRole('checkbox', { name: 'Consumo com o estabelecimento fechado' }));
  await expect
    .poll(() => api.requests.find(({ method }) => method === 'PUT')?.body)
    .toEqual({ kind: 'night-use', isOn: false, threshold: null, day: null });
});

it('shows a switched-off setting at once, and restores it when the server refuses', async () => {
  establishments = [anEstablishment({ _id: '1' })];
  open();
  const user = userEvent.setup();
  const list = within(await screen.findByRole('list', { name: 'O que é avisado' }));
  const switched = list.getByRole<HTMLInputElement>('checkbox', {
    name: 'Consumo com o estabelecimento fechado',
  });
  let refuse: () => void = () => undefined;
  refusal = new Promise((resolve) => {
    refuse = () =>
      resolve({ status: 503, body: { ok: false, type: 'unavailable', msg: 'Tente mais tarde.' } });
  });
  await user.click(switched);
  expect(switched.checked).toBe(false);
  refuse();
  expect(await list.findByText('Tente mais tarde.')).toBeDefined();
  expect(switched.checked).toBe(true);
});

it('leaves nothing to save when a saved number was typed in another notation', async () => {
  establishments = [anEstablishment({ _id: '1' })];
  open();
  const user = userEvent.setup();
  const list = within(await screen.findByRole('list', { name: 'O que é avisado' }));
  await user.type(list.getByLabelText('Avisar acima de (%)'), '12,50');
  saved = [{ ...settings[0], threshold: 12.5 }, settings[1]];
  await user.click(list.getByRole('button', { name: 'Salvar' }));
  await expect.poll(() => list.queryByRole('button', { name: 'Salvar' })).toBeNull();
});

it('shows the starting body of a webhook, and retains a typed address', async () => {
  openWebhooks();
  const user = userEvent.setup();
  const from = await screen.findByLabelText<HTMLSelectElement>('Começar de');
  const address = screen.getByLabelText<HTMLInputElement>('Endereço');
  const body = screen.getByLabelText<HTMLTextAreaElement>('Modelo da mensagem (opcional)');
  await user.selectOptions(from, 'whatsapp');
  expect(from.value).toBe('whatsapp');
  expect(address.value).toContain('graph.facebook.com');
  await user.selectOptions(from, '');
  expect([address.value, body.value]).toEqual(['', '']);
  await user.type(address, 'https://avisos.padaria.test');
  await user.selectOptions(from, 'json');
  expect(address.value).toBe('https://avisos.padaria.test');
  expect(body.value).toContain('{{titulo}}');
});

it('does not show webhooks that failed to load as an empty list', async () => {
  webhooks = () => ({ status: 500, body: { ok: false, type: 'error', msg: 'Fora do ar.' } });
  openWebhooks();
  const card = within(await screen.findByRole('region', { name: 'Sistemas próprios' }));
  expect(await card.findByText('Fora do ar.')).toBeDefined();
  expect(card.getByRole('button', { name: 'Tentar novamente' })).toBeDefined();
});
