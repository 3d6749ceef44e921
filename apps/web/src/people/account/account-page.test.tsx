import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, sessionToken, startSession } from '../../shared/session-state/session.ts';
import { anAccountApi } from '../../testing/account-api.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { AccountPage } from './account-page.tsx';

let api: Awaited<ReturnType<typeof startApi>>;
const failing = (status: number, type: string, msg: string, errors?: object[]) => ({
  'PATCH /api/user': { status, body: { ok: false, type, msg, ...(errors && { errors }) } },
});

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

const open = (
  user: Parameters<typeof openSignedIn>[0] = aUser,
  address: Parameters<typeof openSignedIn>[2] = '/account',
) => openSignedIn(user, AccountPage, address);
const field = (label: string) =>
  within(screen.getByRole('form', { name: 'Dados pessoais' })).getByLabelText<HTMLInputElement>(label);
const sent = (method: string, path: string) =>
  api.requests.filter((requested) => requested.method === method && requested.path === path);

const change = async (lastName = 'Lima') => {
  const user = userEvent.setup();
  await user.clear(field('Sobrenome'));
  await user.type(field('Sobrenome'), lastName);
  await user.click(screen.getByRole('button', { name: 'Confirmar alterações' }));
  return user;
};
const confirm = async () => {
  const user = await change();
  await user.click(await screen.findByRole('button', { name: 'Confirmar' }));
  return user;
};

describe('personal data', () => {
  it('personal data are shown with the e-mail read-only, and nothing to save', () => {
    open({ ...aUser, birth: '14/03/1987', gender: 'Female' });
    expect(field('Nome').value).toBe('Marina');
    expect(field('E-mail').readOnly).toBe(true);
    expect(field('Data de nascimento').value).toBe('14/03/1987');
    expect(field('Gênero').value).toBe('Female');
    const options = within(field('Gênero')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Não informado',
      'Masculino',
      'Feminino',
      'Outro',
    ]);
    expect(screen.getByText('Tudo salvo.')).toBeDefined();
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirmar alterações' });
    expect(save.disabled).toBe(true);
  });

  it('personal data are stored after a confirmation, in the format of the contract', async () => {
    open();
    const user = userEvent.setup();
    await user.type(field('Data de nascimento'), '14/03/1987');
    await user.selectOptions(field('Gênero'), 'Outro');
    await change();
    expect(await screen.findByRole('dialog', { name: 'Confirmar alterações?' })).toBeDefined();
    expect(sent('PATCH', '/api/user')).toEqual([]);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Usuário Atualizado!')).toBeDefined();
    expect(sent('PATCH', '/api/user').map(({ body }) => body)).toEqual([
      {
        _id: '1',
        firstName: 'Marina',
        lastName: 'Lima',
        accountType: 'comerc',
        gender: 'Other',
        birth: '14/03/1987',
      },
    ]);
    expect(await screen.findByText('Tudo salvo.')).toBeDefined();
  });

  it('personal data stay as typed when the user cancels the confirmation', async () => {
    open();
    const user = await change();
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
    expect(field('Sobrenome').value).toBe('Lima');
    expect(screen.getByText('Há alterações não salvas.')).toBeDefined();
    expect(sent('PATCH', '/api/user')).toEqual([]);
  });

  it('requires a name in the personal data', async () => {
    open();
    const user = userEvent.setup();
    await user.clear(field('Nome'));
    await user.type(field('Nome'), '  ');
    await user.click(screen.getByRole('button', { name: 'Confirmar alterações' }));
    expect(await screen.findByText('Não podem haver campos em branco')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('reports a surname that is too long', async () => {
    open();
    fireEvent.change(field('Sobrenome'), { target: { value: 'x'.repeat(121) } });
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar alterações' }));
    expect(await screen.findByText('O sobrenome pode ter no máximo 120 caracteres.')).toBeDefined();
  });

  it('refuses a profile picture that is not a picture', async () => {
    open();
    const user = userEvent.setup({ applyAccept: false });
    const empty = new File([], 'foto.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('Foto do perfil: arquivo'), empty);
    expect(await screen.findByText('Imagem invalida')).toBeDefined();
  });

  it('offers the company logo only to a Manager', () => {
    const first = open();
    expect(screen.queryByLabelText('Logotipo da empresa: arquivo')).toBeNull();
    first.unmount();
    open({ ...aUser, profile: 'Manager' });
    expect(screen.getByLabelText('Logotipo da empresa: arquivo')).toBeDefined();
  });

  it('offers the logo of the drawer to a partner', async () => {
    const logoPartner = 'data:image/png;base64,iVBORw0KGgo=';
    open({ ...aUser, profile: 'partner', logoPartner });
    const logo = within(screen.getByRole('group', { name: 'Logotipo de parceiro' }));
    await userEvent.click(logo.getByRole('button', { name: 'Remover' }));
    await confirm();
    expect(await screen.findByText('Usuário Atualizado!')).toBeDefined();
    expect(sent('PATCH', '/api/user')).toMatchObject([{ body: { logoPartner: null } }]);
  });

  it('shows a partner the registration link', async () => {
    const user = userEvent.setup();
    open({ ...aUser, profile: 'partner' });
    const link = screen.getByLabelText<HTMLInputElement>('Link de cadastro');
    expect(link.value).toBe(`${window.location.origin}/signup?parceiro=1`);
    await user.click(screen.getByRole('button', { name: 'Copiar link' }));
    expect(await screen.findByRole('button', { name: 'Copiado' })).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(link.value);
  });

  it('offers the partner logo only to a partner', () => {
    open({ ...aUser, profile: 'Manager', logoPartner: 'data:image/png;base64,iVBORw0KGgo=' });
    expect(screen.queryByLabelText('Logotipo de parceiro: arquivo')).toBeNull();
    expect(screen.queryByLabelText('Link de cadastro')).toBeNull();
  });

  it('reports a failure to save the personal data', async () => {
    api.answerWith(anAccountApi(failing(503, 'unavailable', 'x')));
    open();
    await confirm();
    expect(await screen.findByText('Erro no pedido, tente novamente mais tarde')).toBeDefined();
    expect(field('Sobrenome').value).toBe('Lima');
  });

  it('reports a change of personal data in another tab, and retains the input', async () => {
    const msg = 'Alterado por você em outra aba ou aparelho às 09:00, enquanto você editava.';
    api.answerWith(anAccountApi(failing(409, 'changed', msg)));
    open();
    await confirm();
    expect(await screen.findByText(msg)).toBeDefined();
    expect(field('Sobrenome').value).toBe('Lima');
  });

  it('shows a refusal of the server at the field of the personal data', async () => {
    const errors = [{ path: 'lastName', msg: 'O nome tem caracteres inválidos.' }];
    api.answerWith(anAccountApi(failing(400, 'validation', 'x', errors)));
    open();
    await confirm();
    expect(await screen.findByText('O nome tem caracteres inválidos.')).toBeDefined();
  });

  it('ends the session when it expired during a save', async () => {
    api.answerWith(anAccountApi(failing(401, 'expired', 'x')));
    open();
    await confirm();
    expect(await screen.findByText('Sessão expirada. Logue novamente.')).toBeDefined();
    expect(sessionToken()).toBeNull();
  });

  it('asks the user before unsaved personal data are left behind', async () => {
    const { router } = open();
    await userEvent.type(field('Nome'), 'x');
    void router.navigate('/elsewhere');
    expect(await screen.findByRole('dialog', { name: 'Sair sem salvar?' })).toBeDefined();
  });
});

describe('the e-mail of the account', () => {
  it('requests a confirmation link while the e-mail is unconfirmed', async () => {
    open({ ...aUser, active: false });
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar e-mail' }));
    expect(await screen.findByText('Enviado! Cheque sua caixa de email.')).toBeDefined();
    expect(sent('GET', '/api/user/requestActivateEmail')).toHaveLength(1);
  });

  it('confirms the e-mail by a button after the link, and not before', async () => {
    const confirmed = { body: { ok: true, msg: 'E-mail confirmado!' } };
    api.answerWith(anAccountApi({ 'POST /api/user/activate': confirmed }));
    open({ ...aUser, active: false }, '/account?confirm=abc');
    expect(sent('POST', '/api/user/activate')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar este e-mail' }));
    expect(await screen.findByText('E-mail confirmado!')).toBeDefined();
    expect(sent('POST', '/api/user/activate')).toMatchObject([{ body: { token: 'abc' } }]);
  });

  it('reports an expired confirmation link, and offers another', async () => {
    const msg = 'Este link de confirmação não vale mais para esta conta. Peça um novo.';
    const expired = { status: 404, body: { ok: false, type: 'not-found', msg } };
    api.answerWith(anAccountApi({ 'POST /api/user/activate': expired }));
    open({ ...aUser, active: false }, '/account?confirm=abc');
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar este e-mail' }));
    expect(await screen.findByText(msg)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Confirmar e-mail' })).toBeDefined();
  });

  it('shows no confirmation text for a confirmed e-mail', () => {
    open();
    expect(screen.queryByText(/E-mail não confirmado/)).toBeNull();
  });
});

describe('the profile of the account', () => {
  const requestedAt = '2026-11-20T12:00:00.000Z';
  const after = (request: object | null) =>
    anAccountApi({ 'GET /api/user/upgrade': { body: { ok: true, request } } });
  const ask = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Solicitar perfil de gestor' });

  it('requests the Manager profile once, and shows the request as pending', async () => {
    let request: object | null = null;
    api.answerWith((requested) => {
      if (requested.path === '/api/user/upgrade/profile')
        request = { requestedAt, decidedAt: null, approved: null };
      return after(request)(requested);
    });
    open();
    await waitFor(async () => expect((await ask()).disabled).toBe(false));
    await userEvent.click(await ask());
    expect(await screen.findByText('Solicitacao feita com sucesso!')).toBeDefined();
    const requested = await screen.findByRole<HTMLButtonElement>('button', { name: 'Solicitado!!' });
    expect(requested.disabled).toBe(true);
    expect(
      screen.getByText('Pedido feito em 20/11/2026. O administrador do sistema ainda não decidiu.'),
    ).toBeDefined();
  });

  it('shows a refused request, and lets the user repeat it', async () => {
    api.answerWith(after({ requestedAt, decidedAt: '2026-11-22T01:00:00.000Z', approved: false }));
    open(aUser, { route: '/account', at: '/account#gestor' });
    expect(
      await screen.findByText(
        'Pedido feito em 20/11/2026 e recusado em 21/11/2026. Você pode pedir de novo.',
      ),
    ).toBeDefined();
    expect((await ask()).disabled).toBe(false);
  });

  it('shows the refusal of the server', async () => {
    const body = { ok: false, type: 'forbidden', msg: 'Você já é gestor.' };
    api.answerWith(anAccountApi({ 'GET /api/user/upgrade/profile': { status: 403, body } }));
    open();
    await waitFor(async () => expect((await ask()).disabled).toBe(false));
    await userEvent.click(await ask());
    expect(await screen.findByText('Você já é gestor.')).toBeDefined();
  });

  it('names the profile, and offers no upgrade to a Manager', () => {
    open({ ...aUser, profile: 'Manager' });
    expect(screen.getByText('Gestor')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Solicitar perfil de gestor' })).toBeNull();
  });
});
