import type { User } from '@nascente/contract/people/session';
import { matchPath } from 'react-router';
import { expect, it } from 'vitest';
import { meterAliases, screens } from './screens.ts';
import { menuFor } from './shell/drawer.tsx';

const MAC = 'AA:BB:CC:DD:EE:FF';
const PROFILES = ['user', 'Manager', 'Admin', 'partner', 'client'] as const;

const entriesFor = (profile: User['profile'], mac: string | null = null) => {
  const { places, account } = menuFor({ profile }, mac);
  return [...places, ...account];
};
const labelsFor = (profile: User['profile']) => entriesFor(profile).map(({ label }) => label);

it('every entry of the drawer has a screen, for every profile', () => {
  for (const profile of PROFILES)
    for (const { to } of entriesFor(profile, MAC))
      expect(
        screens.some(({ path }) => matchPath(path, to)),
        to,
      ).toBe(true);
});

it('names five places, then the account entries in the order of the specification', () => {
  expect(labelsFor('user')).toEqual([
    'Home',
    'Fatura',
    'Medidores',
    'Economizar',
    'Avisos',
    'Convidados',
    'Conta',
    'Feedback',
    'Ajuda',
  ]);
});

it('offers clients to a Manager, guests to an owner, and Operação to the Admin', () => {
  const offered = (profile: User['profile']) =>
    labelsFor(profile).filter((label) => ['Clientes', 'Convidados', 'Operação'].includes(label));
  expect(offered('Manager')).toEqual(['Clientes']);
  expect(offered('Admin')).toEqual(['Operação', 'Clientes']);
  expect(offered('user')).toEqual(['Convidados']);
  expect([...offered('partner'), ...offered('client')]).toEqual([]);
});

it('gives every screen an address of its own', () => {
  const paths = [...screens.map(({ path }) => path), ...meterAliases];
  expect(new Set(paths).size).toBe(paths.length);
});

it('offers the Admin to register a meter, and to edit the one on screen', () => {
  const offered = (profile: User['profile'], mac: string | null) =>
    entriesFor(profile, mac)
      .filter(({ label }) => ['Cadastrar medidor', 'Editar Medidor'].includes(label))
      .map(({ to }) => to);
  expect(offered('Admin', null)).toEqual(['/registerBoard']);
  expect(offered('Admin', 'AA:BB:CC:DD:EE:FF')).toEqual(['/registerBoard', '/editBoard/AA:BB:CC:DD:EE:FF']);
  for (const profile of ['user', 'Manager', 'partner', 'client'] as const)
    expect(offered(profile, 'AA:BB:CC:DD:EE:FF')).toEqual([]);
});
