import type { User } from '@nascente/contract/people/session';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aUser } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { refused } from '../../testing/signed-in-api.ts';
import { GroupPage } from './group-page.tsx';
import { GroupsPage } from './groups-page.tsx';
import { aGroup, aGroupsApi, listing } from './testing/a-groups-api.ts';

const { answering, requests, sent } = aGroupsApi();

const rows = async (name: string) =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem');

describe('the list of groups', () => {
  const openList = (address: string, profile: User['profile'] = 'user') =>
    openSignedIn({ ...aUser, profile }, GroupsPage, address);

  it('shows each group with its total, its meters and its due date', async () => {
    const groups = [
      aGroup(),
      aGroup({ _id: 'g2', name: 'Atrasado', dueDate: '2026-11-11', daysUntilDue: -2, boards: [] }),
      aGroup({ _id: 'g3', name: 'Hoje', daysUntilDue: 0 }),
      aGroup({ _id: 'g4', name: 'Livre', dueDate: null, nextDueDate: null, daysUntilDue: null }),
    ];
    answering(listing(...groups));
    openList('/groups?unidade=reais');
    const texts = (await rows('Grupos')).map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(/Cozinha1 medidor · todo dia 20vence em 7 diasR\$\s987,6098,5% dos dados/);
    expect(texts[1]).toMatch(/nenhum medidor · 11\/11\/2026venceu há 2 dias/);
    expect(texts[2]).toContain('vence hoje');
    expect(texts[3]).not.toContain('venc');
  });

  it('explains how to create a group, and shows a reader that there is none', async () => {
    answering(listing());
    const { unmount } = openList('/groups');
    expect(await screen.findByText(/Nenhum grupo ainda/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Novo grupo' }).getAttribute('href')).toBe('/groups/new');
    unmount();
    openList('/groups', 'client');
    expect(await screen.findByText('Nenhum grupo tem os medidores que você acompanha.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Novo grupo' })).toBeNull();
  });

  it('requests the days of the address, and retains them on the way to a group', async () => {
    openList('/groups?inicio=2026-10-01&fim=2026-10-31');
    const [row] = await rows('Grupos');
    expect(requests().some(({ path }) => path === '/api/groups?start=2026-10-01&end=2026-10-31')).toBe(true);
    expect(
      within(row as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/groups/g1?inicio=2026-10-01&fim=2026-10-31');
    await userEvent.click(screen.getByRole('button', { name: 'Ciclo atual' }));
    await waitFor(() => expect(requests().some(({ path }) => path === '/api/groups')).toBe(true));
  });
});

describe('a group', () => {
  const openGroup = (profile: User['profile'] = 'user') =>
    openSignedIn({ ...aUser, profile }, GroupPage, { route: '/groups/:id', at: '/groups/g1?unidade=kwh' }, [
      { path: '/groups', element: <h1>Os grupos</h1> },
    ]);

  it('leads a user with permission from an empty group to choosing meters', async () => {
    const empty = { body: { ok: true, group: aGroup({ boards: [], total: 0, cost: 0 }), meters: [] } };
    answering({ 'GET /api/group/g1': empty });
    const { unmount } = openGroup();
    expect(await screen.findByText('Este grupo ainda não tem medidores.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Escolher medidores' }).getAttribute('href')).toBe(
      '/groups/g1/edit',
    );
    unmount();
    openGroup('client');
    expect(await screen.findByText('Este grupo ainda não tem medidores.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Escolher medidores' })).toBeNull();
  });

  it('shows the share of each meter, and the meters that left', async () => {
    openGroup();
    const texts = (await rows('Medidores do grupo')).map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(/Forno.*Padaria Aurora.*75,0%.*30,0\skWh/);
    expect(texts[1]).toMatch(/Luzes.*saiu, contou até 5 nov.*25,0%/);
    expect(screen.getAllByRole('link', { name: /Forno|Luzes/ })).toHaveLength(1);
    expect(screen.getByText('vence em 7 dias')).toBeDefined();
  });

  it('retains the chosen days when their data fail to load', async () => {
    openSignedIn(aUser, GroupPage, {
      route: '/groups/:id',
      at: '/groups/g1?inicio=2026-10-01&fim=2026-10-31',
    });
    await rows('Medidores do grupo');
    answering({ 'GET /api/group/g1': refused(503, 'unavailable', 'Tente mais tarde.') });
    fireEvent.change(screen.getByLabelText('De'), { target: { value: '2026-10-02' } });
    expect(await screen.findByText('Tente mais tarde.')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('De').value).toBe('02/10/2026');
    expect(screen.getByRole('button', { name: 'Ciclo atual' })).toBeDefined();
  });

  it('removes a group only after a question', async () => {
    const user = userEvent.setup();
    openGroup();
    await user.click(await screen.findByRole('button', { name: 'Remover grupo' }));
    expect(sent('DELETE')).toEqual([]);
    const dialog = within(screen.getByRole('dialog', { name: 'Remover Cozinha?' }));
    await user.click(dialog.getByRole('button', { name: 'Remover' }));
    await waitFor(() => expect(sent('DELETE')).toEqual([{ path: '/api/group/g1', body: undefined }]));
  });

  it('offers a reader nothing to change', async () => {
    openGroup('client');
    await rows('Medidores do grupo');
    expect(screen.getByText('Somam os medidores que você acompanha.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Remover grupo' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Editar' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Ratear a fatura de/ })).toBeNull();
  });
});
