import type { ClientUser } from '@nascente/contract/sites/client-users';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { aBoard } from '../../testing/a-board.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { ClientUsersPage, GuestsPage } from './client-users-page.tsx';

const manager = { ...aUser, profile: 'Manager' } as const;
const ovens = aBoard({ name: 'Fornos', macAddress: 'AA:BB:CC:DD:EE:01' });
const lights = aBoard({ name: 'Iluminação', macAddress: 'AA:BB:CC:DD:EE:02' });
const cafe: ClientUser = {
  _id: 'c1',
  name: 'Café da Praça',
  email: 'cafe@praca.example',
  birth: '01/02/1990',
  boards: [ovens.macAddress],
  pictureUrl: null,
  active: true,
  managerId: '1',
};

let api: Awaited<ReturnType<typeof startApi>>;
type AnswerWith = { status?: number; body: unknown };
const answering =
  (users: readonly ClientUser[], answers: Record<string, AnswerWith> = {}, boards = [ovens, lights]) =>
  ({ method, path }: { method: string; path: string }): AnswerWith => {
    const own = answers[`${method} ${path}`];
    if (own) return own;
    if (path === '/api/Consumers') return { body: { ok: true, users } };
    if (path === '/api/Consumer/invitations' && method === 'GET')
      return { body: { ok: true, invitations: [] } };
    if (path === '/api/installation-meter') return { body: { ok: true, installationsMeter: boards } };
    if (method === 'POST') return { status: 201, body: { ok: true, msg: 'Cliente cadastrado!', user: cafe } };
    return { body: { ok: true, msg: 'Alterações feitas!', user: cafe } };
  };

beforeAll(async () => {
  api = await startApi(answering([cafe]));
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(answering([cafe]));
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = async (user: Parameters<typeof openSignedIn>[0] = manager) => {
  const opened = openSignedIn(user, ClientUsersPage, '/users?como=senha');
  await screen.findByRole('list', { name: 'Clientes cadastrados' }).catch(() => undefined);
  return opened;
};
const sent = (method: string) => api.requests.filter((requested) => requested.method === method);
const dialog = () => within(screen.getByRole('dialog'));
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });

const fill = async (values: { name?: string; email?: string; password?: string } = {}) => {
  const { name = 'Oficina', email = 'Oficina@Jorge.example', password = 'Trigo#7Nove' } = values;
  const user = userEvent.setup();
  if (name) await user.type(screen.getByLabelText('Nome'), name);
  if (email) await user.type(screen.getByLabelText('E-mail'), email);
  if (password) await user.type(screen.getByLabelText('Senha'), password);
  return user;
};

it.each(['user', 'partner', 'client'] as const)('leads the profile %s home', async (profile) => {
  openSignedIn({ ...aUser, profile }, ClientUsersPage, '/users');
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
  expect(api.requests).toEqual([]);
});

it('lets an owner invite guests, and edit their meters without e-mail or password', async () => {
  openSignedIn({ ...aUser, profile: 'user' }, GuestsPage, '/guests?como=senha');
  expect(await screen.findByRole('heading', { name: 'Convidados' })).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Enviar convite' })).toBeDefined();
  expect(screen.queryByLabelText('Senha')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: `Editar ${cafe.name}` }));
  expect(await screen.findByRole('button', { name: 'Salvar alterações' })).toBeDefined();
  expect(screen.queryByLabelText('E-mail')).toBeNull();
  expect(screen.queryByLabelText('Nova senha')).toBeNull();
});

describe('a new client user', () => {
  it('a new client user is created by keyboard after a question, with the default date and the chosen meters', async () => {
    await open();
    const user = await fill();
    // The strength of the password, the birth, its calendar.
    for (let stops = 0; stops < 4; stops++) await user.tab();
    expect(document.activeElement).toBe(box('Selecionar todos'));
    await user.keyboard('{Tab}{Tab} ');
    expect(screen.getByText('Medidores atribuídos: 1')).toBeDefined();
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cadastrar' }));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Confirmar Cadastro?' })).toBeDefined();
    expect(sent('POST')).toEqual([]);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Cliente cadastrado!')).toBeDefined();
    expect(sent('POST').map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/newUser/costumer',
        {
          name: 'Oficina',
          email: 'oficina@jorge.example',
          password: 'Trigo#7Nove',
          birth: formatDay(civilDateAt(instant(Date.now()), DEFAULT_ZONE)),
          boards: [lights.macAddress],
        },
      ],
    ]);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe(''));
  });

  it.each([
    ['Nome', { name: '  ' }],
    ['E-mail', { email: 'oficina' }],
    ['Senha', { password: '' }],
  ])('a new client user is refused at the field %s', async (label, values) => {
    await open();
    const user = await fill(values);
    await user.click(screen.getByRole('button', { name: 'Cadastrar' }));
    expect(await screen.findByText('Verifique os dados inseridos')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['limit', 'Número máximo de usuários cadastrados! limite: 10'],
    ['duplicate', 'Este email já esta sendo usado!'],
  ])('a new client user is refused by the server for %s, with its message', async (type, msg) => {
    const body = { ok: false, type, msg };
    api.answerWith(answering([cafe], { 'POST /api/newUser/costumer': { status: 409, body } }));
    await open();
    const user = await fill();
    await user.click(screen.getByRole('button', { name: 'Cadastrar' }));
    await user.click(dialog().getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText(msg)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Oficina');
  });

  it('edits another client without a question after the tenth was created', async () => {
    const nine = Array.from({ length: 9 }, (_, index) => ({
      ...cafe,
      _id: `c${index}`,
      name: `Café ${index}`,
    }));
    api.answerWith(answering(nine));
    await open();
    const user = await fill();
    api.answerWith(answering([...nine, { ...cafe, _id: 'c9', name: 'Oficina' }]));
    await user.click(screen.getByRole('button', { name: 'Cadastrar' }));
    await user.click(dialog().getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText('10 de 10')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Editar Café 1' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Café 1');
  });

  it('offers no new client user beyond ten', async () => {
    api.answerWith(answering(Array.from({ length: 10 }, (_, index) => ({ ...cafe, _id: `c${index}` }))));
    await open();
    expect(await screen.findByText('Número máximo de usuários cadastrados! limite: 10')).toBeDefined();
    expect(screen.getByText('10 de 10')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Cadastrar' })).toBeNull();
  });
});

describe('choosing meters of a client user', () => {
  it('chooses and removes all meters at once', async () => {
    await open();
    const all = box('Selecionar todos');
    await userEvent.click(all);
    expect(screen.getByText('Medidores atribuídos: 2')).toBeDefined();
    expect(all.checked).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Retirar Padaria Aurora - Fornos' }));
    expect(all.indeterminate).toBe(true);
    await userEvent.click(all);
    await userEvent.click(all);
    expect(screen.getByText(/^Nenhum medidor atribuído/)).toBeDefined();
  });

  it('offers a search for many meters, and chooses only the matches', async () => {
    const many = Array.from({ length: 6 }, () => aBoard());
    api.answerWith(answering([cafe], {}, [ovens, ...many]));
    await open();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar medidor' }), 'forno{Enter}');
    expect(screen.queryByText('Verifique os dados inseridos'), 'the form is not sent by Enter').toBeNull();
    await userEvent.click(box('Selecionar todos os encontrados'));
    expect(screen.getByText('Medidores atribuídos: 1')).toBeDefined();
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  });
});

it('shows a hundred of very many meters, and assigns all of them', async () => {
  api.answerWith(
    answering(
      [cafe],
      {},
      Array.from({ length: 130 }, () => aBoard()),
    ),
  );
  await open();
  expect(screen.getAllByRole('checkbox')).toHaveLength(101);
  expect(screen.getByText('Mais 30: busque pelo nome.')).toBeDefined();
  await userEvent.click(box('Selecionar todos'));
  expect(screen.getByText('Medidores atribuídos: 130')).toBeDefined();
  expect(screen.getByText('e mais 90')).toBeDefined();
});

describe('a registered client user', () => {
  const edit = async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Editar Café da Praça' }));
  };

  it('a registered client user is loaded with its meters and changed after a question, without the password', async () => {
    await edit();
    expect(screen.getByRole('heading', { name: 'Editar Café da Praça' })).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/Data de nascimento/).value).toBe('01/02/1990');
    expect(box(/Fornos/).checked).toBe(true);
    await userEvent.click(box(/Iluminação/));
    await userEvent.click(screen.getByRole('button', { name: 'Salvar alterações' }));
    expect(screen.getByRole('dialog', { name: 'Realizar alterações?' })).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText('Alterações feitas!')).toBeDefined();
    expect(sent('PATCH').map(({ body }) => body)).toEqual([
      {
        _id: 'c1',
        name: 'Café da Praça',
        email: 'cafe@praca.example',
        birth: '01/02/1990',
        boards: [ovens.macAddress, lights.macAddress],
      },
    ]);
    expect(await screen.findByRole('heading', { name: 'Novo cliente' })).toBeDefined();
  });

  it('a registered client user is unchanged after a cancel', async () => {
    await edit();
    await userEvent.type(screen.getByLabelText('Nome'), ' Nova');
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(screen.getByRole('heading', { name: 'Novo cliente' })).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('');
    expect(sent('PATCH')).toEqual([]);
  });

  it('asks the user before another client user replaces unsaved changes', async () => {
    await open();
    await fill({ email: '', password: '' });
    await userEvent.click(screen.getByRole('button', { name: 'Editar Café da Praça' }));
    expect(screen.getByRole('dialog', { name: 'Descartar alterações?' })).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Continuar editando' }));
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Oficina');
    await userEvent.click(screen.getByRole('button', { name: 'Editar Café da Praça' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Descartar' }));
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Café da Praça');
  });

  it('a registered client user is removed after a question', async () => {
    api.answerWith(
      answering([cafe], { 'DELETE /api/Consumer/c1': { body: { ok: true, msg: 'Cliente removido.' } } }),
    );
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Remover Café da Praça' }));
    expect(screen.getByRole('dialog', { name: 'Remover Café da Praça?' })).toBeDefined();
    expect(sent('DELETE')).toEqual([]);
    await userEvent.click(dialog().getByRole('button', { name: 'Remover' }));
    expect(await screen.findByText('Cliente removido.')).toBeDefined();
    expect(sent('DELETE').map(({ path }) => path)).toEqual(['/api/Consumer/c1']);
  });
});

it('reports a failure and tries again', async () => {
  const down = { status: 503, body: { ok: false, type: 'unavailable', msg: 'O serviço está indisponível.' } };
  api.answerWith(answering([cafe], { 'GET /api/Consumers': down }));
  openSignedIn(manager, ClientUsersPage, '/users');
  expect((await screen.findByRole('alert')).textContent).toContain('O serviço está indisponível.');
  api.answerWith(answering([cafe]));
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('cafe@praca.example')).toBeDefined();
});
