import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PeoplePage } from './people-page.tsx';
import { anAdminApi, dialog, openAsAdmin } from './testing/open-admin.tsx';
import { UpgradesPage } from './upgrades-page.tsx';

const { sent } = anAdminApi();

describe('requests to become a Manager', () => {
  it.each([
    ['Aprovar', 'Tornar Mercearia do Zé gestor?', true, 'Mercearia do Zé agora é gestor.'],
    ['Recusar', 'Recusar o pedido de Mercearia do Zé?', false, 'Pedido recusado.'],
  ])('decides a Manager request by %s', async (name, title, approve, said) => {
    openAsAdmin(UpgradesPage, '/people/upgrades');
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(screen.getByRole('dialog', { name: title })).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name }));
    expect(await screen.findByText(said)).toBeDefined();
    expect(sent('POST')).toMatchObject([{ path: '/api/admin/upgrades/u1', body: { approve } }]);
  });

  it('shows the number of requests in the tab', async () => {
    openAsAdmin(PeoplePage, '/people');
    expect(await screen.findByRole('link', { name: 'Pedidos 1' })).toBeDefined();
  });
});
