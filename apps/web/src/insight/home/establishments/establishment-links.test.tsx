import type { User } from '@nascente/contract/people/session';
import type { Establishment } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ScreenExistsProvider } from '../../../shared/screen-paths.tsx';
import { SignedInProvider } from '../../../shared/session-state/signed-in.ts';
import { aBoard } from '../../../testing/a-board.ts';
import { anEstablishment } from '../../../testing/an-establishment.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { HomePage } from '../home-page.tsx';

let api: Awaited<ReturnType<typeof startApi>>;
let establishments: Establishment[] = [];
let boards: Board[] = [];
beforeAll(async () => {
  api = await startApi(({ path }) => {
    if (path === '/api/establishment') return { body: { ok: true, establishments } };
    return { body: { ok: true, installationsMeter: boards } };
  });
});
afterAll(() => api.stop());

const open = (listed: readonly Establishment[], profile: User['profile'] = 'user') => {
  establishments = [...listed];
  const element = (
    <SignedInProvider value={{ ...aUser, profile }}>
      <ScreenExistsProvider value={() => true}>
        <HomePage />
      </ScreenExistsProvider>
    </SignedInProvider>
  );
  return openScreen([{ path: '/home', element }], '/home');
};
const linkTo = (name: string) =>
  screen.findByRole('link', { name }).then((link) => link.getAttribute('href'));

it('leads from an empty account to its first establishment', async () => {
  open([]);
  expect(await linkTo('Cadastrar estabelecimento')).toBe('/new/establishment');
});

it('leads to another establishment, and to the present one without meters', async () => {
  open([anEstablishment({ cnpj: '12ABC34501DE35' })]);
  expect(await linkTo('Novo estabelecimento')).toBe('/new/establishment');
  expect(await linkTo('Editar')).toBe('/edit/establishment/e1');
});

it('shows the period and the link to edit in the folded card of another establishment without a meter', async () => {
  const cnpj = '12ABC34501DE35';
  open([
    anEstablishment({ cnpj, name: 'Padaria' }),
    anEstablishment({ _id: 'e2', cnpj, name: 'Escritório', billReadDate: 10 }),
  ]);
  const other = within(await screen.findByRole('region', { name: 'Escritório' }));
  const line = other.getByRole('button', { name: /^Escritório/ });
  expect(line.getAttribute('aria-expanded')).toBe('false');
  expect(await other.findByText('sem medidores')).toBeDefined();
  expect(line.textContent).toMatch(/10 \S+ – 9 /);
  expect(other.getByRole('link', { name: 'Editar' }).getAttribute('href')).toBe('/edit/establishment/e2');
});

it('offers to complete a location', async () => {
  open([anEstablishment()]);
  expect(await linkTo('Terminar cadastro')).toBe('/edit/establishment/e1');
});

it('offers no such links to the read-only profile', async () => {
  const { unmount } = open([], 'client');
  await screen.findByText('Nenhum estabelecimento encontrado na sua conta.');
  expect(screen.queryByRole('link', { name: /estabelecimento/ })).toBeNull();
  unmount();
  open([anEstablishment()], 'client');
  await screen.findByText('Não foram encontrados equipamentos monitorados');
  expect(screen.queryByRole('link', { name: /estabelecimento|cadastro|Editar/ })).toBeNull();
});

it('shows a client the bill and its link only with access to its meters', async () => {
  const listed = [anEstablishment({ cnpj: '12ABC34501DE35' })];
  boards = [aBoard({ establishmentId: 'e1' })];
  const { unmount } = open(listed, 'client');
  await screen.findByText('Energia dos seus medidores');
  expect(screen.queryByText('Fatura de energia')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Ver fatura' })).toBeNull();
  unmount();
  boards = [aBoard({ establishmentId: 'e1', isGeral: true })];
  open(listed, 'client');
  expect(await linkTo('Ver fatura')).toBe('/bill/e1');
  expect(screen.getByText('Fatura de energia')).toBeDefined();
});
