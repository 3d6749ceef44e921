import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { InventoryPage } from './inventory-page.tsx';
import { admin, anInventoryApi, MAC, OTHER } from './testing/an-inventory-api.ts';

const { answerWith, requests } = anInventoryApi();

describe('the inventory', () => {
  it('lists boards with place and state, and loads more after the last', async () => {
    openSignedIn(admin, InventoryPage, '/boards');
    const rows = within(await screen.findByRole('list', { name: 'Placas' })).getAllByRole('link');
    expect(rows.map((row) => row.getAttribute('href'))).toEqual([`/boards/${MAC}`, `/boards/${OTHER}`]);
    expect(rows[0]?.textContent).toContain('Energia · Monofásico · EMD');
    expect(rows[0]?.textContent).toContain('Em estoque');
    expect(rows[1]?.textContent).toContain('Padaria · Forno');
    expect(rows[1]?.textContent).toContain('1.234 recusados');
    expect(screen.getByText('1.002')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }));
    await waitFor(() => expect(requests().at(-1)?.path).toContain(`after=${encodeURIComponent(OTHER)}`));
  });

  it('searches and filters boards, and stores that in the address', async () => {
    const { router } = openSignedIn(admin, InventoryPage, '/boards');
    const user = userEvent.setup();
    const field = await screen.findByRole('searchbox', { name: 'Buscar placa' });
    await user.type(field, 'a4-cf');
    await waitFor(() => expect(router.state.location.search).toBe('?busca=a4-cf'));
    expect(document.activeElement).toBe(field);
    await user.click(screen.getByRole('radio', { name: 'Sem mensagem' }));
    expect(router.state.location.search).toBe('?busca=a4-cf&situacao=silent');
    await waitFor(() => expect(requests().at(-1)?.path).toContain('search=a4-cf&state=silent'));
  });

  it('reports an empty inventory, or a search without matches', async () => {
    const none = { body: { ok: true, boards: [], total: 0, next: null } };
    answerWith({ 'GET ': none });
    const { router } = openSignedIn(admin, InventoryPage, '/boards?situacao=stock');
    await userEvent.click(await screen.findByRole('button', { name: 'Mostrar todas' }));
    expect(router.state.location.search).toBe('');
    expect(await screen.findByText(/ainda não tem placas/)).toBeDefined();
  });
});
