import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import { aUser } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { InventoryBoardPage } from './board/board-page.tsx';
import { InventoryPage } from './inventory-page.tsx';
import { ProvisionPage } from './provision/provision-page.tsx';
import { anInventoryApi } from './testing/an-inventory-api.ts';

const { requests } = anInventoryApi();

it.each([
  ['user', InventoryPage],
  ['Manager', ProvisionPage],
  ['client', InventoryBoardPage],
] as const)('refuses the screen to the profile %s', async (profile, Screen: ComponentType) => {
  openSignedIn({ ...aUser, profile }, Screen, '/boards');
  expect(await screen.findByRole('heading', { name: 'Sem acesso' })).toBeDefined();
  expect(requests()).toEqual([]);
});
