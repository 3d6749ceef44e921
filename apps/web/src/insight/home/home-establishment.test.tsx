import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, it } from 'vitest';
import { SignedInProvider } from '../../shared/session-state/signed-in.ts';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { HomePage } from './home-page.tsx';

let api: Awaited<ReturnType<typeof startApi>>;
let names = ['Padaria', 'Galeria'];
beforeAll(async () => {
  api = await startApi(({ path }) => {
    const establishments = names.map((name) => anEstablishment({ _id: name, name }));
    if (path === '/api/establishment') return { body: { ok: true, establishments } };
    return { body: { ok: true, installationsMeter: [] } };
  });
});
afterAll(() => api.stop());

const open = (path = '/home', _id = '1') => {
  const element = (
    <SignedInProvider value={{ ...aUser, users: [], _id }}>
      <HomePage />
    </SignedInProvider>
  );
  return openScreen([{ path: '/home', element }], path);
};
const titled = (name: string) => screen.findByRole('heading', { level: 1, name });

it('opens at the establishment that this account chose last', async () => {
  const first = open();
  await titled('Padaria');
  await userEvent.click(await screen.findByRole('radio', { name: /Galeria/ }));
  await titled('Galeria');
  first.unmount();
  const again = open();
  await titled('Galeria');
  again.unmount();
  const another = open('/home', '2');
  await titled('Padaria');
  another.unmount();
  // What the address names goes before it.
  const named = open('/home?estabelecimento=Padaria');
  await titled('Padaria');
  named.unmount();
});

it('stays at its establishment when another tab shows another one', async () => {
  localStorage.removeItem('nascente.last-establishment.1');
  const home = open();
  await titled('Padaria');
  localStorage.setItem('nascente.last-establishment.1', 'Galeria');
  await userEvent.click(screen.getByRole('radio', { name: 'kWh' }));
  await titled('Padaria');
  home.unmount();
});

it('opens at the first establishment when the last one no longer exists', async () => {
  localStorage.setItem('nascente.last-establishment.1', 'Galeria');
  names = ['Padaria'];
  open();
  await titled('Padaria');
});
