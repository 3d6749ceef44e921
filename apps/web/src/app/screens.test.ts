import { matchPath } from 'react-router';
import { expect, it } from 'vitest';
import { aUser } from '../testing/api-server.ts';
import { menuFor, meterAliases, screens } from './screens.ts';

it('has a screen behind every entry of the drawer, for every profile', () => {
  for (const profile of ['user', 'Manager', 'Admin', 'partner', 'client'] as const) {
    const entries = menuFor({ ...aUser, profile }, 'AA:BB:CC:DD:EE:FF');
    for (const { to } of entries)
      expect(
        screens.some(({ path }) => matchPath(path, to)),
        to,
      ).toBe(true);
  }
});

it('names the entries as the specification does, in its order', () => {
  expect(menuFor(aUser, null).map(({ label }) => label)).toEqual([
    'Início',
    'Medidores',
    'Conta',
    'Feedback',
  ]);
});

it('gives every screen an address of its own', () => {
  const paths = [...screens.map(({ path }) => path), ...meterAliases];
  expect(new Set(paths).size).toBe(paths.length);
});
