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
  api.asked.length = 0;
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
  api.asked.filter((requested) => requested.method === method && requested.path === path);

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
  it('are shown, the e-mail read-only, with nothing to save', () => {
    open({ ...aUser, birth: '14/03/1987', gender: 'Female' });
    expect(field('Nome').value).toBe('Marina');
    expect(field('E-mail').readOnly).toBe(true);
    expect(field('Data de nascimento').value).toBe('1987-03-14');
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

  it('are asked about once more, then saved in the forms of the contract', async () => {
    open();
    const user = userEvent.setup();
    await user.type(field('Data de nascimento'), '1987-03-14');
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

  it('stay as typed when the question is answered with no', async () => {
    open();
    const user = await change();
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
    expect(field('Sobrenome').value).toBe('Lima');
    expect(screen.getByText('Há alterações não salvas.')).toBeDefined();
    expect(sent('PATCH', '/api/user')).toEqual([]);
  });

  it('need a name', async () => {
    open();
    const user = userEvent.setup();
    await user.clear(field('Nome'));
    await user.type(field('Nome'), '  ');
    await user.click(screen.getByRole('button', { name: 'Confirmar alterações' }));
    expect(await screen.findByText('Não podem haver campos em branco')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('say of a surname that is too long that it is the surname', async () => {
    open();
    fireEvent.change(field('Sobrenome'), { target: { value: 'x'.repeat(121) } });
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar alterações' }));
    expect(await screen.findByText('O sobrenome pode ter no máximo 120 caracteres.')).toBeDefined();
  });

  it('refuse a file that is no picture', async () => {
    open();
    const user = userEvent.setup({ applyAccept: false });
    const empty = new File([], 'foto.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('Foto do perfil: arquivo'), empty);
    expect(await screen.findByText('Imagem invalida')).toBeDefined();
  });

  it('offer the company logo to a Manager only', () => {
    const first = open();
    expect(screen.queryByLabelText('Logotipo da empresa: arquivo')).toBeNull();
    first.unmount();
    open({ ...aUser, profile: 'Manager' });
    expect(screen.getByLabelText('Logotipo da empresa: arquivo')).toBeDefined();
  });

  it('offer the logo of the drawer to a partner', async () => {
    const logoPartner = 'data:image/png;base64,iVBORw0KGgo=';
    open({ ...aUser, profile: 'partner', logoPartner });
    const logo = within(screen.getByRole('group', { name: 'Logotipo de parceiro' }));
    await userEvent.click(logo.getByRole('button', { name: 'Remover' }));
    await confirm();
    expect(await screen.findByText('Usuário Atualizado!')).toBeDefined();
    expect(sent('PATCH', '/api/user')).toMatchObject([{ body: { logoPartner: null } }]);
  });

  it('give a partner the link by which accounts come', async () => {
    const user = userEvent.setup();
    open({ ...aUser, profile: 'partner' });
    const link = screen.getByLabelText<HTMLInputElement>('Link de cadastro');
    expect(link.value).toBe(`${window.location.origin}/signup?parceiro=1`);
    await user.click(screen.getByRole('button', { name: 'Copiar link' }));
    expect(await screen.findByRole('button', { name: 'Copiado' })).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(link.value);
  });

  it('ask nobody but a partner for its logo, though all that it brought wear it', () => {
    open({ ...aUser, profile: 'Manager', logoPartner: 'data:image/png;base64,iVBORw0KGgo=' });
    expect(screen.queryByLabelText('Logotipo de parceiro: arquivo')).toBeNull();
    expect(screen.queryByLabelText('Link de cadastro')).toBeNull();
  });

  it('say that saving failed', async () => {
    api.answerWith(anAccountApi(failing(503, 'unavailable', 'x')));
    open();
    await confirm();
    expect(await screen.findByText('Erro no pedido, tente novamente mais tarde')).toBeDefined();
    expect(field('Sobrenome').value).toBe('Lima');
  });

  it('say that they were changed in another tab, and stay as typed', async () => {
    const msg = 'Alterado por você em outra aba ou aparelho às 09:00, enquanto você editava.';
    api.answerWith(anAccountApi(failing(409, 'changed', msg)));
    open();
    await confirm();
    expect(await screen.findByText(msg)).toBeDefined();
    expect(field('Sobrenome').value).toBe('Lima');
  });

  it('show at the field what the server refuses', async () => {
    const errors = [{ path: 'lastName', msg: 'O nome tem caracteres inválidos.' }];
    api.answerWith(anAccountApi(failing(400, 'validation', 'x', errors)));
    open();
    await confirm();
    expect(await screen.findByText('O nome tem caracteres inválidos.')).toBeDefined();
  });

  it('end the session when it expired', async () => {
    api.answerWith(anAccountApi(failing(401, 'expired', 'x')));
    open();
    await confirm();
    expect(await screen.findByText('Sessão expirada. Logue novamente.')).toBeDefined();
    expect(sessionToken()).toBeNull();
  });

  it('are not left behind unsaved without a question', async () => {
    const { router } = open();
    await userEvent.type(field('Nome'), 'x');
    void router.navigate('/elsewhere');
    expect(await screen.findByRole('dialog', { name: 'Sair sem salvar?' })).toBeDefined();
  });
});

describe('the e-mail', () => {
  it('is confirmed by a link that can be asked for while it is not', async () => {
    open({ ...aUser, active: false });
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar e-mail' }));
    expect(await screen.findByText('Enviado! Cheque sua caixa de email.')).toBeDefined();
    expect(sent('GET', '/api/user/requestActivateEmail')).toHaveLength(1);
  });

  it('is confirmed by a button where the link of the letter leads, and not before', async () => {
    const confirmed = { body: { ok: true, msg: 'E-mail confirmado!' } };
    api.answerWith(anAccountApi({ 'POST /api/user/activate': confirmed }));
    open({ ...aUser, active: false }, '/account?confirm=abc');
    expect(sent('POST', '/api/user/activate')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar este e-mail' }));
    expect(await screen.findByText('E-mail confirmado!')).toBeDefined();
    expect(sent('POST', '/api/user/activate')).toMatchObject([{ body: { token: 'abc' } }]);
  });

  it('says that the followed link was too old, and offers another', async () => {
    const msg = 'Este link de confirmação não vale mais para esta conta. Peça um novo.';
    const expired = { status: 404, body: { ok: false, type: 'not-found', msg } };
    api.answerWith(anAccountApi({ 'POST /api/user/activate': expired }));
    open({ ...aUser, active: false }, '/account?confirm=abc');
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar este e-mail' }));
    expect(await screen.findByText(msg)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Confirmar e-mail' })).toBeDefined();
  });

  it('is not spoken of once confirmed', () => {
    open();
    expect(screen.queryByText(/E-mail não confirmado/)).toBeNull();
  });
});

describe('the profile', () => {
  const requestedAt = '2026-11-20T12:00:00.000Z';
  const after = (request: object | null) =>
    anAccountApi({ 'GET /api/user/upgrade': { body: { ok: true, request } } });
  const ask = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Solicitar perfil de gestor' });

  it('of a Manager can be asked for once, and says that it waits', async () => {
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

  it('tells of a request that was refused, and lets it be made again', async () => {
    api.answerWith(after({ requestedAt, decidedAt: '2026-11-22T01:00:00.000Z', approved: false }));
    open(aUser, { route: '/account', at: '/account#gestor' });
    expect(
      await screen.findByText(
        'Pedido feito em 20/11/2026 e recusado em 21/11/2026. Você pode pedir de novo.',
      ),
    ).toBeDefined();
    expect((await ask()).disabled).toBe(false);
  });

  it('tells what the server says against it', async () => {
    const body = { ok: false, type: 'forbidden', msg: 'Você já é gestor.' };
    api.answerWith(anAccountApi({ 'GET /api/user/upgrade/profile': { status: 403, body } }));
    open();
    await waitFor(async () => expect((await ask()).disabled).toBe(false));
    await userEvent.click(await ask());
    expect(await screen.findByText('Você já é gestor.')).toBeDefined();
  });

  it('is named, and offered no further to who is more than a user', () => {
    open({ ...aUser, profile: 'Manager' });
    expect(screen.getByText('Gestor')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Solicitar perfil de gestor' })).toBeNull();
  });
});
