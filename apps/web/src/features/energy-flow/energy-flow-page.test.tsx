import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { aSignedInApi } from '../../testing/signed-in-api.ts';
import { EnergyFlowPage } from './energy-flow-page.tsx';

aSignedInApi({
  'GET /api/establishment': { body: { ok: true, establishments: [anEstablishment()] } },
  'GET /api/installation-meter': { body: { ok: true, installationsMeter: [] } },
});

it('says of an establishment that is not there where to go, and offers nothing to choose', async () => {
  openSignedIn(aUser, EnergyFlowPage, { route: '/flow/:id', at: '/flow/xx' });
  expect(await screen.findByRole('heading', { name: 'Estabelecimento não encontrado' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ir para o início' }).getAttribute('href')).toBe('/home');
  expect(screen.queryByRole('group', { name: 'Quando' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
});
