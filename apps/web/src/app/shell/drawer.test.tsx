import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aUser } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { Drawer } from './drawer.tsx';

const none = () => undefined;
const Shown = () => <Drawer isWide isOpen onClose={none} onTutorial={none} />;
const mark = () => screen.getByRole('complementary').querySelector('svg path')?.getAttribute('d');

it('shows the name and mark of the account’s brand at once, whatever brand came before', async () => {
  const first = openSignedIn(aUser, Shown, '/home-of-first');
  expect(await screen.findByText('Nascente')).toBeDefined();
  const markOfFirst = mark();
  first.unmount();
  openSignedIn({ ...aUser, brand: 'second' }, Shown, '/home-of-second');
  expect(await screen.findByText('Painel de Energia')).toBeDefined();
  expect(mark()).not.toBe(markOfFirst);
  expect(screen.queryByText('Desenvolvido por Nascente')).toBeNull();
});

it('shows the logo of the partner', async () => {
  const logoPartner = 'data:image/png;base64,iVBORw0KGgo=';
  openSignedIn({ ...aUser, logoPartner }, Shown, '/somewhere');
  const logo = await screen.findByRole('img', { name: 'Logotipo do parceiro' });
  expect(logo.getAttribute('src')).toBe(logoPartner);
});

it.each([
  ['/bill/e1/contract', 'Fatura'],
  ['/history/AA:BB:CC:DD:EE:FF', 'Medidores'],
  ['/account', 'Conta'],
])('marks at %s the entry %s', async (path, name) => {
  openSignedIn(aUser, Shown, path);
  const current = (await screen.findAllByRole('link')).filter((link) => link.hasAttribute('aria-current'));
  expect(current.map(({ textContent }) => textContent)).toEqual([name]);
});
