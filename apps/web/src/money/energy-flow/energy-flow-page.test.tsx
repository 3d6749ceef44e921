import type { EnergyFlow } from '@nascente/contract/money/energy-flow';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { anInstallation } from '../../testing/an-installation.ts';
import { aUser } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { aSignedInApi, refused } from '../../testing/signed-in-api.ts';
import { EnergyFlowPage } from './energy-flow-page.tsx';

const { answering, requests } = aSignedInApi({
  'GET /api/establishment': { body: { ok: true, establishments: [anEstablishment()] } },
  'GET /api/installation-meter': { body: { ok: true, installationsMeter: [] } },
});

it('leads home from a missing establishment, and offers no choice of period', async () => {
  openSignedIn(aUser, EnergyFlowPage, { route: '/flow/:id', at: '/flow/xx' });
  expect(await screen.findByRole('heading', { name: 'Estabelecimento não encontrado' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ir para o início' }).getAttribute('href')).toBe('/home');
  expect(screen.queryByRole('group', { name: 'Quando' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
});

const none: EnergyFlow = {
  type: 'eletric',
  establishmentName: 'Padaria Aurora',
  start: '2020-01-01',
  end: '2020-01-31',
  previousCycle: { start: '2019-12-01', end: '2019-12-31' },
  nextCycle: null,
  isFullyMeasured: false,
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
const flowCall = `GET /api/establishment/${id}/flow`;
const openFlow = () =>
  openSignedIn(aUser, EnergyFlowPage, {
    route: '/flow/:id',
    at: `/flow/${id}?inicio=2020-01-01&fim=2020-01-31`,
  });

it('shows no bill for days without measurements', async () => {
  answering({ [flowCall]: { body: { ok: true, flow: none } } });
  openFlow();
  expect(await screen.findByText('sem dados')).toBeDefined();
  expect(screen.getByText('Não chegou nenhuma medição neste período.')).toBeDefined();
  expect(screen.queryByText(/^Fatura de R\$/)).toBeNull();
});

it('retains visible data when it fails to reload, and hides data without access', async () => {
  answering({ [flowCall]: { body: { ok: true, flow: none } } });
  openFlow();
  expect(await screen.findByText('sem dados')).toBeDefined();
  answering({ [flowCall]: refused(503, 'unavailable', 'Tente mais tarde.') });
  // What is asked for a second time has failed before.
  for (const round of [1, 2]) {
    const before = requests().length;
    fireEvent(document, new Event('visibilitychange', { bubbles: true }));
    await waitFor(() => expect(requests().length, `round ${round}`).toBeGreaterThan(before));
  }
  expect(screen.getByText('sem dados')).toBeDefined();
  expect(screen.queryByText('Tente mais tarde.')).toBeNull();
  answering({ [flowCall]: refused(403, 'forbidden', 'Não.') });
  fireEvent(document, new Event('visibilitychange', { bubbles: true }));
  expect(await screen.findByText(/só parte dos medidores/)).toBeDefined();
  expect(screen.queryByText('sem dados')).toBeNull();
  expect(screen.queryByLabelText('De'), 'no days of what is not shown').toBeNull();
});

it('shows water where only water is measured', async () => {
  const hydrometer = { ...anInstallation({ name: 'Água', meter: '24:6F:28:00:00:04' }), type: 'water' };
  const before = requests().length;
  const water = { ...anEstablishment(), installations: [hydrometer] };
  answering({
    'GET /api/establishment': { body: { ok: true, establishments: [water] } },
    [flowCall]: { body: { ok: true, flow: { ...none, type: 'water' } } },
  });
  openFlow();
  expect(await screen.findByText('sem dados')).toBeDefined();
  const paths = requests()
    .slice(before)
    .filter(({ path }) => path.includes('/flow'));
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.every(({ path }) => path.includes('type=water'))).toBe(true);
  expect(screen.queryByRole('group', { name: 'O que é mostrado' })).toBeNull();
});

it('offers no second try for refused days', async () => {
  answering({ [flowCall]: refused(400, 'validation', 'Este período ainda não começou.') });
  openFlow();
  expect(await screen.findByText('Este período ainda não começou.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
});

it('shows the selected cycle in its fields instead of the days typed before', async () => {
  answering({ [flowCall]: { body: { ok: true, flow: none } } });
  openFlow();
  await screen.findByText('sem dados');
  fireEvent.change(screen.getByLabelText('De'), { target: { value: '2020-01-10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Ciclo anterior' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('De').value).toBe('01/12/2019'));
});

it('reserves space for its chart and requests no flow until the measured utility is loaded', async () => {
  const listed = Promise.withResolvers<{ body: unknown }>();
  answering({
    'GET /api/establishment': listed.promise,
    [flowCall]: { body: { ok: true, flow: none } },
  });
  openFlow();
  const chart = await screen.findByRole('region', { name: 'No período' });
  await waitFor(() => expect(requests().map(({ path }) => path)).toContain('/api/establishment'));
  expect(chart.querySelector('[data-loading]')).not.toBeNull();
  // Of these days: the test before may still ask for the cycle that it stepped to.
  expect(requests().filter(({ path }) => path.includes('/flow?type=eletric&start=2020-01-01'))).toEqual([]);
  listed.resolve({ body: { ok: true, establishments: [anEstablishment()] } });
  expect(await screen.findByText('sem dados')).toBeDefined();
});
