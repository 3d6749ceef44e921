import type { EnergyFlow } from '@nascente/contract/energy-flow';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { aSignedInApi } from '../../testing/signed-in-api.ts';
import { EnergyFlowPage } from './energy-flow-page.tsx';

const { answering } = aSignedInApi({
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

it('tells no bill of days on which nothing was measured', async () => {
  const nothing: EnergyFlow = {
    type: 'eletric',
    establishmentName: 'Padaria Aurora',
    start: '2020-01-01',
    end: '2020-01-31',
    previousCycle: { start: '2019-12-01', end: '2019-12-31' },
    nextCycle: null,
    isMeasuredWhole: false,
    fromGrid: 0,
    fromPanels: 0,
    toGrid: 0,
    excess: 0,
    total: 0,
    parts: [],
    rest: { total: 0, amount: 0, fixed: 0, unshared: 0 },
    completeness: 0,
    notes: [],
  };
  const { _id: id } = anEstablishment();
  answering({ [`GET /api/establishment/${id}/flow`]: { body: { ok: true, flow: nothing } } });
  openSignedIn(aUser, EnergyFlowPage, {
    route: '/flow/:id',
    at: `/flow/${id}?inicio=2020-01-01&fim=2020-01-31`,
  });
  expect(await screen.findByText('sem dados')).toBeDefined();
  expect(screen.getByText('Nada foi medido neste período.')).toBeDefined();
  expect(screen.queryByText(/^Conta de R\$/)).toBeNull();
});
