import type { Invitation } from '@nascente/contract/people/invitations';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { aBoard } from '../../testing/a-board.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { ClientUsersPage } from './client-users-page.tsx';

const manager = { ...aUser, profile: 'Manager' } as const;
const ovens = aBoard({ name: 'Fornos', macAddress: 'AA:BB:CC:DD:EE:01' });
const LINK = 'https://app.nascente.example/invitation/abc';
const anInvitation = (overrides: Partial<Invitation> = {}): Invitation => ({
  id: 'v1',
  name: 'Rui',
  email: 'rui@loja.example',
  boards: [],
  invitedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  ...overrides,
});

let api: Awaited<ReturnType<typeof startApi>>;
type AnswerWith = { status?: number; body: unknown };
const read = (path: string, invitations: readonly Invitation[]): object => {
  if (path === '/api/Consumers') return { users: [] };
  return path === '/api/installation-meter' ? { installationsMeter: [ovens] } : { invitations };
};
const answering =
  (invitations: readonly Invitation[], answers: Record<string, AnswerWith> = {}) =>
  ({ method, path, body }: { method: string; path: string; body: unknown }): AnswerWith => {
    const own = answers[`${method} ${path}`];
    if (own) return own;
    if (method !== 'POST') return { body: { ok: true, ...(method === 'GET' && read(path, invitations)) } };
    const isRenewed = path.endsWith('/renew');
    const { email } = isRenewed ? (invitations[0] ?? anInvitation()) : (body as Invitation);
    const link = email === null ? LINK : null;
    return { status: isRenewed ? 200 : 201, body: { ok: true, invitation: anInvitation(), link } };
  };

beforeAll(async () => {
  api = await startApi(answering([]));
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(answering([]));
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const sent = (method: string) => api.requests.filter((requested) => requested.method === method);
const open = async () => {
  const opened = openSignedIn(manager, ClientUsersPage, '/users');
  await screen.findByRole('radio', { name: 'Convidar' });
  return opened;
};
const dialog = () => within(screen.getByRole('dialog'));

describe('inviting a client', () => {
  it('an invitation by e-mail needs no password, and is the first option', async () => {
    await open();
    const user = userEvent.setup();
    expect(screen.queryByLabelText('Senha')).toBeNull();
    await user.type(screen.getByLabelText('Nome'), 'Rui');
    await user.type(screen.getByLabelText('E-mail'), ' Rui@Loja.example');
    await user.click(screen.getByRole('checkbox', { name: /Fornos/ }));
    await user.click(screen.getByRole('button', { name: 'Enviar convite' }));
    expect(await screen.findByText('Convite enviado!')).toBeDefined();
    expect(sent('POST').map(({ path, body }) => [path, body])).toEqual([
      ['/api/Consumer/invitations', { name: 'Rui', email: 'rui@loja.example', boards: [ovens.macAddress] }],
    ]);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe(''));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('an invitation by a link shows the link once, to be copied', async () => {
    await open();
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Por link' }));
    expect(screen.queryByLabelText('E-mail')).toBeNull();
    await user.type(screen.getByLabelText('Nome'), 'Rui');
    await user.click(screen.getByRole('button', { name: 'Criar link' }));
    expect(await screen.findByRole('dialog', { name: 'Link para Rui' })).toBeDefined();
    expect(sent('POST')).toMatchObject([{ body: { name: 'Rui', email: null, boards: [] } }]);
    await user.click(dialog().getByRole('button', { name: 'Copiar link' }));
    await dialog().findByRole('button', { name: 'Copiado' });
    expect(await navigator.clipboard.readText()).toBe(LINK);
    await user.click(dialog().getByRole('button', { name: 'Fechar' }));
    expect(screen.queryByDisplayValue(LINK)).toBeNull();
  });

  it.each([
    ['Nome', { name: ' ', email: 'rui@loja.example' }, 'Verifique os dados inseridos'],
    ['E-mail', { name: 'Rui', email: 'rui' }, 'Envie um email válido.'],
  ])('an invitation is refused at the field %s', async (label, typed, said) => {
    await open();
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Nome'), typed.name);
    await user.type(screen.getByLabelText('E-mail'), typed.email);
    await user.click(screen.getByRole('button', { name: 'Enviar convite' }));
    expect(await screen.findByText(said)).toBeDefined();
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    expect(sent('POST')).toEqual([]);
  });

  it('reports at the field that an address is in use', async () => {
    const body = { ok: false, type: 'duplicate', msg: 'Este email já esta sendo usado!' };
    api.answerWith(answering([], { 'POST /api/Consumer/invitations': { status: 409, body } }));
    await open();
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Nome'), 'Rui');
    await user.type(screen.getByLabelText('E-mail'), 'rui@loja.example');
    await user.click(screen.getByRole('button', { name: 'Enviar convite' }));
    expect(await screen.findByText('Este email já esta sendo usado!')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Rui');
  });

  it('offers the form with a password behind a switch, at its own address', async () => {
    const { router } = await open();
    await userEvent.click(screen.getByRole('radio', { name: 'Definir a senha' }));
    expect(router.state.location.search).toBe('?como=senha');
    expect(screen.getByLabelText('Senha')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Cadastrar' })).toBeDefined();
  });

  it('reports the limit of ten clients and open invitations', async () => {
    api.answerWith(answering(Array.from({ length: 10 }, (_, index) => anInvitation({ id: `v${index}` }))));
    await open();
    expect(
      screen.getByText(
        'Número máximo de usuários cadastrados! limite: 10. Cancele um convite para fazer outro.',
      ),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Enviar convite' })).toBeNull();
  });
});

describe('open invitations', () => {
  it('open invitations are listed, sent again and cancelled', async () => {
    const expired = anInvitation({ id: 'v2', name: 'Bia', expiresAt: new Date(0).toISOString() });
    api.answerWith(answering([anInvitation(), expired]));
    await open();
    const rows = within(screen.getByRole('list', { name: 'Convites' })).getAllByRole('listitem');
    expect(rows[0]?.textContent).toMatch(/^Ruirui@loja\.examplevale até/);
    expect(rows[1]?.textContent).toContain('Expirado');
    await userEvent.click(screen.getByRole('button', { name: 'Reenviar a Rui' }));
    expect(await screen.findByText('Convite enviado!')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar o convite de Bia' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Cancelar convite' }));
    expect(await screen.findByText('Convite cancelado.')).toBeDefined();
    expect([...sent('POST'), ...sent('DELETE')].map(({ path }) => path)).toEqual([
      '/api/Consumer/invitations/v1/renew',
      '/api/Consumer/invitations/v2',
    ]);
  });

  it('replaces the link of an open invitation with another link', async () => {
    api.answerWith(answering([anInvitation({ email: null })]));
    await open();
    expect(screen.getByText('por link')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Novo link para Rui' }));
    expect(await screen.findByDisplayValue(LINK)).toBeDefined();
  });
});
