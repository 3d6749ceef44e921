import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PeoplePage } from './people-page.tsx';
import { anAdminApi, answering, dialog, openAsAdmin, ze } from './testing/open-admin.tsx';

const { answerWith, requests, sent } = anAdminApi();

describe('the list of people', () => {
  it('searches, filters and pages people, and stores that in the address', async () => {
    const { router } = openAsAdmin(PeoplePage, '/people');
    const user = userEvent.setup();
    expect(await screen.findByText('Página 1 de 3')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Próxima página' }));
    expect(await screen.findByText('Página 2 de 3')).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Buscar pessoa' }), 'zé');
    await waitFor(() => expect(router.state.location.search).toBe('?busca=z%C3%A9'));
    await user.selectOptions(screen.getByLabelText('Perfil'), 'Gestor');
    await user.selectOptions(screen.getByLabelText('Situação'), 'Contas desativadas');
    expect(router.state.location.search).toBe('?busca=z%C3%A9&perfil=Manager&situacao=disabled');
    await waitFor(() =>
      expect(requests('/api/admin/users').at(-1)).toBe(
        '/api/admin/users?search=z%C3%A9&profile=Manager&state=disabled&limit=20&skip=0',
      ),
    );
    expect(requests('/api/admin/users')).toContain('/api/admin/users?limit=20&skip=20');
  });

  it('reports that no person matches the search', async () => {
    answerWith(answering({ 'GET /api/admin/users': { body: { ok: true, users: [], total: 0 } } }));
    const { router } = openAsAdmin(PeoplePage, '/people?busca=xyz');
    expect(await screen.findByText('Ninguém foi encontrado com essa busca.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar todas' }));
    expect(router.state.location.search).toBe('');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
  });

  it('opens a person by keyboard, and changes the profile', async () => {
    openAsAdmin(PeoplePage, '/people');
    const row = await screen.findByRole('button', { name: /Mercearia do Zé/ });
    row.focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('dialog', { name: 'Mercearia do Zé' })).toBeDefined();
    await userEvent.selectOptions(dialog().getByLabelText('Perfil'), 'Gestor');
    await userEvent.click(dialog().getByRole('button', { name: 'Alterar perfil' }));
    expect(await screen.findByText('Perfil alterado.')).toBeDefined();
    expect(sent('PATCH')).toMatchObject([{ path: '/api/admin/users/p1', body: { profile: 'Manager' } }]);
    await waitFor(() => expect(requests('/api/admin/users?limit=20&skip=0')).toHaveLength(2));
  });

  it.each([
    [false, 'Desativar conta', 'Conta desativada.'],
    [true, 'Ativar conta', 'Conta ativada.'],
  ])('switches access when disabled is %s', async (disabled, name, said) => {
    const body = { ok: true, users: [{ ...ze, disabled }], total: 1 };
    answerWith(answering({ 'GET /api/admin/users': { body } }));
    openAsAdmin(PeoplePage, '/people');
    await userEvent.click(await screen.findByRole('button', { name: /Mercearia do Zé/ }));
    await userEvent.click(dialog().getByRole('button', { name }));
    expect(await screen.findByText(said)).toBeDefined();
    expect(sent('PATCH')).toMatchObject([{ body: { disabled: !disabled } }]);
  });

  it.each([
    [0, 'Desativar conta', false],
    [2, 'Desativar conta', true],
  ])('warns of %s client users before it disables their Manager', async (clientUsers, name, isWarned) => {
    const body = { ok: true, users: [{ ...ze, clientUsers }], total: 1 };
    answerWith(answering({ 'GET /api/admin/users': { body } }));
    openAsAdmin(PeoplePage, '/people');
    await userEvent.click(await screen.findByRole('button', { name: /Mercearia do Zé/ }));
    expect(dialog().getByRole('button', { name })).toBeDefined();
    expect(dialog().queryByText(/usuários clientes dela também perdem o acesso/) !== null).toBe(isWarned);
  });

  it('shows in the dialog the refusal of the server', async () => {
    const body = { ok: false, type: 'forbidden', msg: 'Este é o último administrador.' };
    answerWith(answering({ 'PATCH /api/admin/users/p1': { status: 403, body } }));
    openAsAdmin(PeoplePage, '/people');
    await userEvent.click(await screen.findByRole('button', { name: /Mercearia do Zé/ }));
    await userEvent.click(dialog().getByRole('button', { name: 'Desativar conta' }));
    expect((await dialog().findByRole('alert')).textContent).toContain('Este é o último administrador.');
  });

  it('does not let an Admin disable the own account', async () => {
    const body = { ok: true, users: [{ ...ze, _id: 'a1' }], total: 1 };
    answerWith(answering({ 'GET /api/admin/users': { body } }));
    openAsAdmin(PeoplePage, '/people');
    await userEvent.click(await screen.findByRole('button', { name: /Mercearia do Zé/ }));
    expect(dialog().queryByRole('button', { name: 'Desativar conta' })).toBeNull();
    expect(dialog().queryByLabelText('Perfil')).toBeNull();
  });
});
