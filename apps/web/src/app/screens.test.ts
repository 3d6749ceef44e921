import type { User } from '@nascente/contract/people/session';
import { matchPath } from 'react-router';
import { expect, it } from 'vitest';
import { aUser } from '../testing/api-server.ts';
import { menuFor } from './menu.ts';
import { meterAliases, screens } from './screens.ts';

it('has a screen behind every entry of the drawer, for every profile', () => {
  for (const profile of ['user', 'Manager', 'Admin', 'partner', 'client'] as const) {
    const entries = menuFor({ profile }, 'AA:BB:CC:DD:EE:FF');
    for (const { to } of entries)
      expect(
        screens.some(({ path }) => matchPath(path, to)),
        to,
      ).toBe(true);
  }
});

it('names the entries as the specification does, in its order', () => {
  expect(menuFor(aUser, null).map(({ label }) => label)).toEqual([
    'Home',
    'Medidores',
    'Oportunidades',
    'Metas',
    'Explorador',
    'Relatórios',
    'Grupos',
    'Conta',
    'Feedback',
    'Ajuda',
    'Glossário',
  ]);
});

it('offers the portfolio to who has more than one establishment', () => {
  const labels = (hasSeveral: boolean) => menuFor(aUser, null, { hasSeveral }).map(({ label }) => label);
  expect(labels(true).slice(0, 4)).toEqual(['Home', 'Medidores', 'Portfólio', 'Oportunidades']);
  expect(labels(false)).not.toContain('Portfólio');
});

it('offers clients to who may have them, and people and the server to the Admin', () => {
  const offered = (profile: User['profile']) =>
    menuFor({ profile }, null)
      .map(({ label }) => label)
      .filter((label) => ['Clientes', 'Pessoas', 'Servidor'].includes(label));
  expect(offered('Manager')).toEqual(['Clientes']);
  expect(offered('Admin')).toEqual(['Clientes', 'Pessoas', 'Servidor']);
  expect([...offered('user'), ...offered('partner'), ...offered('client')]).toEqual([]);
});

it('gives every screen an address of its own', () => {
  const paths = [...screens.map(({ path }) => path), ...meterAliases];
  expect(new Set(paths).size).toBe(paths.length);
});

it('offers the Admin to register a meter, and to edit the one on screen', () => {
  const offered = (profile: User['profile'], mac: string | null) =>
    menuFor({ profile }, mac)
      .filter(({ label }) => ['Cadastrar medidor', 'Editar Medidor'].includes(label))
      .map(({ to }) => to);
  expect(offered('Admin', null)).toEqual(['/registerBoard']);
  expect(offered('Admin', 'AA:BB:CC:DD:EE:FF')).toEqual(['/registerBoard', '/editBoard/AA:BB:CC:DD:EE:FF']);
  for (const profile of ['user', 'Manager', 'partner', 'client'] as const)
    expect(offered(profile, 'AA:BB:CC:DD:EE:FF')).toEqual([]);
});
