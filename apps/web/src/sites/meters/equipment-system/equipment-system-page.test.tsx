import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { EquipmentSystemPage, EquipmentSystemsPage } from './equipment-systems-page.tsx';

const boards = [
  aBoard({ name: 'Câmara 2', system: 'Câmaras frias' }),
  aBoard({ name: 'Câmara 10', system: 'camaras frias', online: false }),
  aBoard({ name: 'Balcão', system: 'Ar 1/2' }),
  aBoard({ name: 'Geral' }),
];
const down = { status: 503, body: { ok: false, type: 'unavailable', msg: 'O serviço está indisponível.' } };

let api: Awaited<ReturnType<typeof startApi>>;
const answering = (installationsMeter: typeof boards) =>
  api.answerWith(({ path }) =>
    path === '/api/installation-meter' ? { body: { ok: true, installationsMeter } } : down,
  );
beforeAll(async () => {
  api = await startApi(() => down);
});
afterAll(() => api.stop());

const openSystem = (name: string) =>
  openScreen([{ path: '/system/:system', Component: EquipmentSystemPage }], `/system/${name}`);

it('lists each system once in any spelling, with the number of its live meters', async () => {
  answering(boards);
  openSignedIn(aUser, EquipmentSystemsPage, '/system');
  const links = await screen.findAllByRole('link', { name: /ao vivo/ });
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Ar 1/21 medidor · 1 ao vivo',
    'Câmaras frias2 medidores · 1 ao vivo',
  ]);
  expect(links[0]?.getAttribute('href')).toBe('/system/Ar%201%2F2');
});

it('shows the meters of one system with their state, in order', async () => {
  answering(boards);
  openSystem('C%C3%A2maras%20frias');
  expect(await screen.findByText('Câmara 2')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Câmaras frias');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('1 de 2 ao vivo')).toBeDefined();
  expect(screen.getByRole('img', { name: 'sem mensagem' })).toBeDefined();
  expect(screen.queryByText('Balcão')).toBeNull();
});

it('reports a system without meters, and an account without systems', async () => {
  answering(boards);
  const { unmount } = openSystem('Fornos');
  expect(await screen.findByText('Nenhum medidor seu está neste sistema.')).toBeDefined();
  unmount();
  answering([aBoard()]);
  openSignedIn(aUser, EquipmentSystemsPage, '/system');
  expect(await screen.findByText(/^Nenhum medidor está em um sistema\./)).toBeDefined();
});

it('shows a failure to load', async () => {
  api.answerWith(() => down);
  openSystem('Fornos');
  expect((await screen.findByRole('alert')).textContent).toContain('O serviço está indisponível.');
});
