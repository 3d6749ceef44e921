import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aUser } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { refused } from '../../testing/signed-in-api.ts';
import { EditGroupPage, NewGroupPage } from './edit-group-page.tsx';
import { aGroupsApi, lights, oven } from './testing/a-groups-api.ts';

const { answering, sent } = aGroupsApi();
const openForm = () =>
  openSignedIn(aUser, NewGroupPage, '/groups/new', [{ path: '/groups/g1', element: <h1>O novo grupo</h1> }]);

describe('a new group', () => {
  it('sends the typed values, and offers only meters of its type', async () => {
    const user = userEvent.setup();
    openForm();
    await user.type(await screen.findByLabelText('Nome'), 'Cozinha');
    expect(screen.queryByRole('checkbox', { name: /Hidrômetro/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: /Forno/ }));
    await user.click(screen.getByRole('radio', { name: 'Todo mês' }));
    await user.type(screen.getByLabelText('Dia do mês'), '20');
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    expect(await screen.findByText('Grupo criado!')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'O novo grupo' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('POST')).toEqual([
      {
        path: '/api/group/new',
        body: {
          groupName: 'Cozinha',
          groupType: 'eletric',
          boardsMAC: [oven.macAddress],
          dueDate: 20,
          isEmpty: false,
        },
      },
    ]);
  });

  it('drops the meters of another type, and may be empty', async () => {
    const user = userEvent.setup();
    openForm();
    await user.type(await screen.findByLabelText('Nome'), 'Água');
    await user.click(screen.getByRole('checkbox', { name: /Forno/ }));
    await user.click(screen.getByRole('radio', { name: 'Água' }));
    expect(screen.getByRole('checkbox', { name: /Hidrômetro/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    await waitFor(() =>
      expect(sent('POST')[0]?.body).toMatchObject({
        groupType: 'water',
        boardsMAC: [],
        dueDate: null,
        isEmpty: true,
      }),
    );
  });

  it('shows errors at its fields without a request to the server', async () => {
    const user = userEvent.setup();
    openForm();
    await user.click(await screen.findByRole('radio', { name: 'Todo mês' }));
    await user.type(screen.getByLabelText('Dia do mês'), '32');
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    expect(await screen.findByText('O grupo precisa de um nome.')).toBeDefined();
    await user.type(screen.getByLabelText('Nome'), 'x');
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    expect(await screen.findByText('Informe um dia de 1 a 31.')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Uma data' }));
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    expect(await screen.findByText('Informe a data do vencimento.')).toBeDefined();
    await user.type(screen.getByLabelText('Data do vencimento'), '01/12/1926');
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    expect(await screen.findByText('Escolha uma data entre 2000 e 2100.')).toBeDefined();
    expect(sent('POST')).toEqual([]);
  });

  it('reports at the name that it is in use', async () => {
    const msg = 'Já existe um grupo com esse nome.';
    answering({ 'POST /api/group/new': refused(409, 'duplicate', msg) });
    const user = userEvent.setup();
    openForm();
    const name = await screen.findByLabelText('Nome');
    await user.type(name, 'Cozinha');
    await user.click(screen.getByRole('button', { name: 'Criar grupo' }));
    expect(await screen.findByText(msg)).toBeDefined();
    expect(document.activeElement).toBe(name);
  });
});

it('edits a group, with the date from which added meters count', async () => {
  const user = userEvent.setup();
  openSignedIn(aUser, EditGroupPage, { route: '/groups/:id/edit', at: '/groups/g1/edit' });
  await user.click(await screen.findByRole('checkbox', { name: /Luzes/ }));
  await user.click(screen.getByRole('radio', { name: 'De toda a medição' }));
  await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
  await waitFor(() =>
    expect(sent('POST')).toEqual([
      {
        path: '/api/group/edit',
        body: {
          group: {
            _id: 'g1',
            name: 'Cozinha',
            boards: [oven.macAddress, lights.macAddress],
            dueDate: 20,
            countFrom: 'installation',
          },
        },
      },
    ]),
  );
});
