import type { User } from '@nascente/contract/people/session';
import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { OpportunitiesPage } from './opportunities-page.tsx';

let establishments: number;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(() => ({
    body: {
      ok: true,
      opportunities: [],
      perYear: 0,
      looked: { done: establishments, of: establishments },
    },
  }));
});
afterAll(() => api.stop());

const open = (user: User = aUser) =>
  openSignedIn(user, OpportunitiesPage, { route: '/opportunities', at: '/opportunities' });

it('explains the page to an account without meters, and shows no sum', async () => {
  establishments = 0;
  open();
  expect(await screen.findByText(/quando houver um estabelecimento com medidor/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ir para o início' }).getAttribute('href')).toBe('/home');
  expect(screen.queryByText('Dá para economizar')).toBeNull();
});

it('explains to a client the search on its meters, and refers to the owner about the bill', async () => {
  establishments = 1;
  open({ ...aUser, profile: 'client' });
  const said = await screen.findByText(/^Nada a economizar por enquanto nos medidores que você acompanha/);
  expect(said.textContent).toMatch(/procuramos vazamentos de água.*pergunte a quem deu acesso a você/);
  expect(said.textContent).not.toContain('contrato');
});
