import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { NoticesPage, WebhooksPage } from './settings-pages.tsx';

const notices = {
  preference: {
    email: 'never',
    emailFrom: 'serious',
    pushFrom: 'serious',
    quiet: { from: 1_320, until: 420 },
    throughQuiet: ['urgent'],
    zone: 'America/Sao_Paulo',
  },
  isChosen: true,
  pushKey: 'key',
  devices: [{ _id: '9', device: 'Chrome no Android', since: '2026-10-01T12:00:00.000Z' }],
};

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ path, method }) => {
    if (path === '/api/alerts/webhooks' && method === 'GET') return { body: { ok: true, webhooks: [] } };
    if (path === '/api/alerts/webhooks')
      return { status: 201, body: { ok: true, secret: 'só-uma-vez', webhooks: [] } };
    return { body: { ok: true, notices } };
  });
});
beforeEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = () => openSignedIn(aUser, NoticesPage, '/alerts/notices');

it('leads to the other settings that a profile may change, and back to the list', async () => {
  const tabs = async () => {
    const nav = within(await screen.findByRole('navigation', { name: 'Configurar avisos' }));
    return nav.getAllByRole('link').map(({ textContent }) => textContent?.trim());
  };
  const first = open();
  expect(await tabs()).toEqual(['E-mail e aparelho', 'Limites', 'Regras', 'Outros sistemas']);
  expect(screen.getByRole('link', { name: 'Ver avisos' }).getAttribute('href')).toBe('/alerts');
  first.unmount();
  openSignedIn({ ...aUser, profile: 'client' }, NoticesPage, '/alerts/notices');
  expect(await tabs()).toEqual(['E-mail e aparelho', 'Regras']);
});

describe('the settings of notifications', () => {
  const saved = () => api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

  it('stores the choice of e-mails, their minimum severity, and the hours of silence', async () => {
    open();
    const user = userEvent.setup();
    expect(await screen.findByText('Chrome no Android')).toBeDefined();
    expect(screen.queryByLabelText('Por e-mail, avisar de')).toBeNull();
    await user.selectOptions(screen.getByLabelText('E-mails'), 'at-once');
    await user.selectOptions(screen.getByLabelText('Por e-mail, avisar de'), 'notable');
    expect(screen.getByLabelText<HTMLInputElement>('Das').value).toBe('22:00');
    await user.click(screen.getByLabelText('Silêncio em um horário'));
    await user.click(screen.getByRole('button', { name: 'Salvar avisos' }));
    await expect.poll(saved).toMatchObject([{ email: 'at-once', emailFrom: 'notable', quiet: null }]);
  });

  it('lets each severity pass the silence or wait for its end', async () => {
    open();
    const user = userEvent.setup();
    const through = within(await screen.findByRole('group', { name: 'Avisar mesmo no silêncio' }));
    expect(through.getByLabelText<HTMLInputElement>('Urgente').checked).toBe(true);
    expect(screen.getByText(/espera e chega no fim do silêncio, uma vez por aviso/)).toBeDefined();
    await user.click(through.getByLabelText('Bom saber'));
    await user.click(through.getByLabelText('Urgente'));
    await user.click(screen.getByRole('button', { name: 'Salvar avisos' }));
    await expect.poll(saved).toMatchObject([{ throughQuiet: ['notable'] }]);
    await user.click(through.getByLabelText('Urgente'));
    await user.click(through.getByLabelText('Custa dinheiro'));
    expect(screen.queryByText(/espera e chega no fim/)).toBeNull();
  });

  it('reports a browser that shows no notices', async () => {
    open();
    expect(await screen.findByText(/Este navegador não mostra avisos/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Avisar neste aparelho' })).toBeNull();
  });
});

it('connects an own system, and shows its secret once', async () => {
  openSignedIn(aUser, WebhooksPage, '/alerts/webhooks');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Endereço'), 'https://exemplo.com.br/alertas');
  await user.click(screen.getByRole('button', { name: 'Ligar sistema' }));
  expect(await screen.findByText('Guarde o segredo: ele não aparece de novo.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Segredo da assinatura').value).toBe('só-uma-vez');
  expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
    url: 'https://exemplo.com.br/alertas',
    token: null,
    template: null,
  });
});
