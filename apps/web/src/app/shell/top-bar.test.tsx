import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SignedInProvider } from '../../shared/session-state/signed-in.ts';
import { aBoard } from '../../testing/a-board.ts';
import { anAlert } from '../../testing/an-alert.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { TopBar } from './top-bar.tsx';

let api: Awaited<ReturnType<typeof startApi>>;
const boards = [
  aBoard({ name: 'Forno', macAddress: 'AA:BB:CC:DD:EE:01' }),
  aBoard({ name: 'Câmara fria', macAddress: 'AA:BB:CC:DD:EE:02' }),
];

const silent = anAlert({ _id: 'a1' });

beforeAll(async () => {
  api = await startApi(({ path }) => ({
    body: path.startsWith('/api/alerts')
      ? { ok: true, alerts: [silent], total: 1, open: 1, waiting: 1 }
      : { ok: true, installationsMeter: boards },
  }));
});
afterAll(() => api.stop());
beforeEach(() => {
  openScreen(
    [
      {
        path: '/home',
        element: (
          <SignedInProvider value={aUser}>
            <TopBar isDrawerOpen={false} onToggleDrawer={() => undefined} />
          </SignedInProvider>
        ),
      },
      { path: '/meter/:mac', element: <h1>Medidor aberto</h1> },
      { path: '/alerts', element: <h1>Avisos abertos</h1> },
    ],
    '/home',
  );
});

/** Without a layout everything is nowhere, and what belongs to a button out of sight is hidden. */
const standInSight = () => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1024);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(768);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 50, 20));
};
afterEach(() => vi.restoreAllMocks());

const meters = () => screen.getByRole('button', { name: 'Medidor: Todos os medidores' });
const account = () => screen.getByRole('button', { name: 'Conta de Marina' });

/** Without a layout the list counts as scrolled out of sight. */
const option = (name: string) => screen.findByRole('option', { name: new RegExp(`${name}$`), hidden: true });

it('opens the list of meters with the first press, and leads to the chosen one', async () => {
  await userEvent.click(meters());
  await userEvent.click(await option('Forno'));
  expect(await screen.findByRole('heading', { name: 'Medidor aberto' })).toBeDefined();
});

it.each(['{Enter}', '{ArrowDown}'])(
  'opens the list by %s, leaves the focus in place, and closes by Escape',
  async (key) => {
    meters().focus();
    await userEvent.keyboard(key);
    expect(await option('Câmara fria')).toBeDefined();
    expect(document.activeElement).toBe(meters());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(meters().dataset.expanded).toBeUndefined());
  },
);

it('opens the menu of the account with the first press, and returns the focus', async () => {
  standInSight();
  await userEvent.click(account());
  const menu = await screen.findByRole('dialog');
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  expect(within(menu).getByRole('button', { name: 'Sair' })).toBeDefined();
  expect(account().getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sair' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(account()));
});

it('shows the newest alerts below the bell, and leads to one of them and to all', async () => {
  standInSight();
  await userEvent.click(await screen.findByRole('button', { name: /^Avisos/ }));
  const sheet = await screen.findByRole('dialog');
  const newest = await within(sheet).findByRole('link', { name: /Sem mensagem: Forno/ });
  expect(newest.getAttribute('href')).toBe('/alerts?alerta=a1');
  expect(newest.textContent).toContain('Padaria');
  await userEvent.click(within(sheet).getByRole('link', { name: 'Ver todos os avisos' }));
  expect(await screen.findByRole('heading', { name: 'Avisos abertos' })).toBeDefined();
});
