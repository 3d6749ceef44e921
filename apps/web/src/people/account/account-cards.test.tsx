import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, sessionToken, startSession } from '../../shared/session-state/session.ts';
import { anAccountApi, anApiKey, sessions } from '../../testing/account-api.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { AccountPage } from './account-page.tsx';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(anAccountApi());
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(anAccountApi());
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = (user: Parameters<typeof openSignedIn>[0] = aUser) =>
  openSignedIn(user, AccountPage, '/account');
const sent = (call: string) => api.requests.filter(({ method, path }) => `${method} ${path}` === call);
const dialog = () => within(screen.getByRole('dialog'));

describe('API keys', () => {
  it('API keys are listed by name, scope, expiry and use', async () => {
    open();
    const list = await screen.findByRole('list', { name: 'Chaves de API' });
    expect(list.textContent).toContain('Planilha');
    expect(list.textContent).toContain('Ler medidas, Ler faturas');
    expect(list.textContent).toContain('vale até 01/11/2027');
    expect(list.textContent).toContain('600 pedidos por minuto');
    expect(list.textContent).toContain('criada em 01/11/2026');
    expect(list.textContent).toContain('nunca usada');
  });

  it('API keys are created by keyboard alone, shown once, and copied', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await screen.findByRole('button', { name: 'Criar chave de API' }));
    await user.keyboard('{Tab>11/}{Enter}');
    expect(await screen.findByText('Dê um nome à chave.')).toBeDefined();
    await user.keyboard('Painel{Tab}{Tab} {Tab>9/}{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Chave criada' })).toBeDefined();
    expect(sent('POST /api/user/generate-token').map(({ body }) => body)).toEqual([
      {
        name: 'Painel',
        scopes: ['read-measures', 'read-bills'],
        expiresOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      },
    ]);
    expect(dialog().getByLabelText<HTMLInputElement>('Chave de API').value).toBe('nsk_the-whole-key');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Chave copiada.')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe('nsk_the-whole-key');
    await user.click(screen.getByRole('button', { name: 'Fechar' }));
    expect(screen.queryByDisplayValue('nsk_the-whole-key')).toBeNull();
    await waitFor(() => expect(sent('GET /api/user/api-keys')).toHaveLength(2));
  });

  it('API keys with write access are not offered to the read-only profile', async () => {
    open({ ...aUser, profile: 'client' });
    await userEvent.click(await screen.findByRole('button', { name: 'Criar chave de API' }));
    expect(dialog().queryByLabelText('Escrever cadastro')).toBeNull();
    expect(dialog().getAllByRole('checkbox', { name: /^Ler / })).toHaveLength(3);
  });

  it('API keys may have no expiry, and require a scope', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await screen.findByRole('button', { name: 'Criar chave de API' }));
    await user.type(dialog().getByLabelText('Nome'), 'Painel');
    await user.click(dialog().getByRole('checkbox', { name: 'Ler medidas' }));
    await user.click(dialog().getByRole('checkbox', { name: 'Sem validade' }));
    await user.click(dialog().getByRole('button', { name: 'Criar chave' }));
    expect(await dialog().findByText('Escolha ao menos uma permissão.')).toBeDefined();
    await user.click(dialog().getByRole('checkbox', { name: 'Ler avisos' }));
    await user.click(dialog().getByRole('button', { name: 'Criar chave' }));
    expect(await screen.findByRole('dialog', { name: 'Chave criada' })).toBeDefined();
    expect(sent('POST /api/user/generate-token').map(({ body }) => body)).toEqual([
      { name: 'Painel', scopes: ['read-alerts'], expiresOn: null },
    ]);
  });

  it('API keys show that they expired, and that they reached their limit', async () => {
    const key = { ...anApiKey, expiresAt: '2026-11-02T03:00:00.000Z', limitedAt: new Date().toISOString() };
    api.answerWith(anAccountApi({ 'GET /api/user/api-keys': { body: { ok: true, apiKeys: [key] } } }));
    open();
    const list = await screen.findByRole('list', { name: 'Chaves de API' });
    expect(within(list).getByText('Vencida')).toBeDefined();
    expect(within(list).getByText('Limite atingido')).toBeDefined();
  });

  const typeRate = async (typed: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Alterar limite de Planilha' }));
    const field = dialog().getByLabelText('Pedidos por minuto');
    await userEvent.clear(field);
    await userEvent.type(field, `${typed}{Enter}`);
  };

  it.each([
    ['60', 60],
    ['600', null],
  ])('API keys accept a rate of %s requests a minute', async (typed, perMinute) => {
    open();
    await typeRate(typed);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('PATCH /api/user/api-keys/k1').map(({ body }) => body)).toEqual([{ perMinute }]);
  });

  it.each(['zero', '0', '70000', '1,5'])('API keys refuse a rate of %s', async (typed) => {
    open();
    await typeRate(typed);
    expect(dialog().getByText('Informe de 1 a 60.000 pedidos por minuto.')).toBeDefined();
    expect(sent('PATCH /api/user/api-keys/k1')).toEqual([]);
  });

  it('API keys are revoked after a question', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Revogar Planilha' }));
    expect(screen.getByRole('dialog', { name: 'Revogar Planilha?' })).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Revogar' }));
    expect(await screen.findByText('Chave revogada.')).toBeDefined();
    expect(sent('DELETE /api/user/api-keys/k1')).toHaveLength(1);
  });
});

describe('sessions', () => {
  it('shows the present session separately, without a button to end it', async () => {
    open();
    const list = await screen.findByRole('list', { name: 'Sessões' });
    const [here, there] = within(list).getAllByRole('listitem');
    expect(here?.textContent).toContain('Este dispositivo');
    expect(there?.textContent).toContain('Chrome no Android');
    expect(within(list).getAllByRole('button')).toHaveLength(1);
  });

  it('shows four sessions at first, and all on request', async () => {
    const many = Array.from({ length: 6 }, (_, index) => ({ ...sessions[1], id: `s${index}` }));
    api.answerWith(anAccountApi({ 'GET /api/user/sessions': { body: { ok: true, sessions: many } } }));
    open();
    const list = await screen.findByRole('list', { name: 'Sessões' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(4);
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar todas (6)' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(6);
  });

  it.each([
    ['Encerrar sessão em Chrome no Android', 'DELETE /api/user/sessions/s2'],
    ['Encerrar todas as outras', 'DELETE /api/user/sessions'],
  ])('sessions end by "%s"', async (name, call) => {
    open();
    await userEvent.click(await screen.findByRole('button', { name }));
    await userEvent.click(dialog().getByRole('button', { name: 'Encerrar' }));
    await waitFor(() => expect(sent('GET /api/user/sessions')).toHaveLength(2));
    expect(sent(call)).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('removing the account', () => {
  const ask = async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Remover conta' }));
    await screen.findByText('3 medidores ficam livres.');
  };

  it('states the effect, asks the user for the password, and ends the session', async () => {
    await ask();
    await userEvent.click(dialog().getByRole('button', { name: 'Remover conta' }));
    expect(await screen.findByText('Informe a senha.')).toBeDefined();
    await userEvent.type(dialog().getByLabelText('Sua senha'), 'Trigo#7Nove{Enter}');
    await waitFor(() => expect(sessionToken()).toBeNull());
    expect(sent('DELETE /api/user').map(({ body }) => body)).toEqual([{ password: 'Trigo#7Nove' }]);
  });

  it('shows a wrong password at its field, and removes nothing', async () => {
    const body = { ok: false, type: 'error', msg: 'Senha incorreta.' };
    api.answerWith(anAccountApi({ 'DELETE /api/user': { status: 401, body } }));
    await ask();
    await userEvent.type(dialog().getByLabelText('Sua senha'), 'x{Enter}');
    expect(await screen.findByText('Senha incorreta.')).toBeDefined();
    expect(sessionToken()).toBe('mine');
  });

  it('Escape cancels the removal of the account', async () => {
    await ask();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('DELETE /api/user')).toEqual([]);
  });
});

it('asks the user for the password before the download of personal data', async () => {
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Baixar meus dados' }));
  await userEvent.type(dialog().getByLabelText('Sua senha'), 'pão{Enter}');
  expect(await screen.findByText('Não encontrado.')).toBeDefined();
  expect(api.requests.find(({ path }) => path === '/api/user/export')?.headers.password).toBe('p%C3%A3o');
});
