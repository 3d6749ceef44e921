import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { Drawer } from './drawer.tsx';

const nothing = () => undefined;
const Shown = () => <Drawer isWide isOpen onClose={nothing} onTutorial={nothing} />;
const mark = () => screen.getByRole('complementary').querySelector('svg path')?.getAttribute('d');

it('wears name and mark of the person’s brand at once, whatever the screen wore before', async () => {
  const first = openSignedIn(aUser, Shown, '/home-of-first');
  expect(await screen.findByText('Nascente')).toBeDefined();
  const markOfFirst = mark();
  first.unmount();
  openSignedIn({ ...aUser, brand: 'second' }, Shown, '/home-of-second');
  expect(await screen.findByText('Painel de Energia')).toBeDefined();
  expect(mark()).not.toBe(markOfFirst);
  expect(screen.queryByText('Desenvolvido por Nascente')).toBeNull();
});

it('shows the logo of the partner, its own or that which brought the account', async () => {
  const logoPartner = 'data:image/png;base64,iVBORw0KGgo=';
  openSignedIn({ ...aUser, logoPartner }, Shown, '/somewhere');
  const logo = await screen.findByRole('img', { name: 'Logotipo do parceiro' });
  expect(logo.getAttribute('src')).toBe(logoPartner);
});

it('offers the portfolio on a screen that asks for no establishments', async () => {
  const establishments = [anEstablishment(), anEstablishment({ _id: 'e2' })];
  const api = await startApi(() => ({ body: { ok: true, establishments: establishments } }));
  openSignedIn(aUser, Shown, '/account');
  expect(await screen.findByRole('link', { name: 'Portfólio' }, { timeout: 4000 })).toBeDefined();
  expect(api.asked.map(({ path }) => path)).toEqual(['/api/establishment']);
  await api.stop();
});
