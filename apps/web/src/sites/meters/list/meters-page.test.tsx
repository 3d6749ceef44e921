import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { anAnsweredFrame } from '../../../testing/an-answered-frame.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { MetersPage } from './meters-page.tsx';

let api: Awaited<ReturnType<typeof startApi>>;

const down = { status: 503, body: { ok: false, type: 'unavailable', msg: 'O serviço está indisponível.' } };
const answerWithMeters = (boards: ReturnType<typeof aBoard>[]) =>
  api.answerWith(({ path }) =>
    path === '/api/installation-meter' ? { body: { ok: true, installationsMeter: boards } } : down,
  );

beforeAll(async () => {
  api = await startApi(() => down);
});
beforeEach(() => api.answerWith(() => down));
afterAll(() => api.stop());

const open = (user: Parameters<typeof openSignedIn>[0] = aUser) =>
  openSignedIn(user, MetersPage, '/dashboard', [
    { path: '/meter/:mac', element: <h1>O medidor</h1> },
    { path: '/editBoard/:mac', element: <h1>A edição</h1> },
  ]);
const rows = () => screen.getAllByRole('listitem');

it('makes the complete row the link to the meter', async () => {
  answerWithMeters([aBoard({ name: 'Fornos', macAddress: 'AA:BB:CC:DD:EE:FF' })]);
  const { router } = open();
  const link = await screen.findByRole('link', { name: /^Energia.*Fornos/ });
  // In view it requests its newest value; the link stays the same meanwhile.
  await waitFor(() => expect(api.requests.some(({ path }) => path === '/api/board/values/last')).toBe(true));
  await userEvent.click(link);
  expect(await screen.findByRole('heading', { name: 'O medidor' })).toBeDefined();
  expect(router.state.location.pathname).toBe('/meter/AA:BB:CC:DD:EE:FF');
});

it('draws the stored minutes before any message arrives, in rows and in tiles', async () => {
  const [online, silent] = [aBoard({ name: 'Fornos' }), aBoard({ name: 'Iluminação', online: false })];
  const stored = [900, 1200, 600].map((wa, minute) => {
    const date = new Date(Date.now() - minute * 60_000).toISOString();
    return anAnsweredFrame({ date, wa });
  });
  api.answerWith(({ path }) => {
    if (path === '/api/installation-meter')
      return { body: { ok: true, installationsMeter: [online, silent] } };
    if (path === '/api/board/values/last/pagination')
      return { body: { ok: true, value: stored, next: null } };
    return down;
  });
  const requested = api.requests.length;
  open();
  const lineOf = (name: string) =>
    screen
      .getByRole('link', { name: new RegExp(`^Energia.*${name}`) })
      .querySelector('svg[preserveAspectRatio] path[stroke]');
  const heightsOf = (name: string) =>
    lineOf(name)
      ?.getAttribute('d')
      ?.split('L')
      .slice(1)
      .map((point) => Number(point.split(' ')[1]));
  await screen.findByText('Fornos');
  // The newest at the right end, the highest at the top.
  await waitFor(() => expect(heightsOf('Fornos')).toEqual([22, 2, 12]));
  expect(lineOf('Iluminação')).toBeNull();
  const paged = api.requests
    .slice(requested)
    .filter(({ path }) => path === '/api/board/values/last/pagination');
  expect(paged.map(({ body }) => (body as { id: string }).id)).toEqual([online.macAddress]);
  await userEvent.click(screen.getByRole('radio', { name: 'Grade' }));
  await waitFor(() => expect(heightsOf('Fornos')).toEqual([30, 2, 16]));
});

it('reports that there are no meters', async () => {
  answerWithMeters([]);
  open();
  expect(await screen.findByText('Não foram encontrados equipamentos monitorados')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Como começar' }).getAttribute('href')).toBe('/help#comecar');
});

it('offers registration to a user with permission, and not to a reader', async () => {
  answerWithMeters([]);
  const { unmount } = open();
  const link = await screen.findByRole('link', { name: 'Cadastrar medidor' });
  expect(link.getAttribute('href')).toBe('/registerBoard');
  unmount();
  open({ ...aUser, profile: 'client' });
  await screen.findByText('Não foram encontrados equipamentos monitorados');
  expect(screen.queryByRole('link', { name: 'Cadastrar medidor' })).toBeNull();
});

it('leads to editing from the list, not from the grid, and only with permission', async () => {
  answerWithMeters([aBoard({ name: 'Fornos', macAddress: 'AA:BB:CC:DD:EE:FF' })]);
  const first = open();
  await userEvent.click(await screen.findByRole('link', { name: 'Editar Fornos' }));
  expect(first.router.state.location.pathname).toBe('/editBoard/AA:BB:CC:DD:EE:FF');
  first.unmount();
  const second = open();
  await screen.findByText('Fornos');
  await userEvent.click(screen.getByRole('radio', { name: 'Grade' }));
  expect(screen.queryByRole('link', { name: 'Editar Fornos' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Lista' }));
  second.unmount();
  open({ ...aUser, profile: 'client' });
  await screen.findByText('Fornos');
  expect(screen.queryByRole('link', { name: 'Editar Fornos' })).toBeNull();
});

it('reports a failure and tries again', async () => {
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('O serviço está indisponível.');
  answerWithMeters([aBoard({ name: 'Fornos' })]);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Fornos')).toBeDefined();
});

it('remembers the view and the filter on this device', async () => {
  answerWithMeters([aBoard({ name: 'Fornos' }), aBoard({ name: 'Iluminação', online: false })]);
  const first = open();
  expect((await screen.findByText('Todos os medidores')).tagName).toBe('H2');
  await userEvent.click(screen.getByRole('radio', { name: 'Online' }));
  expect(rows()).toHaveLength(1);
  await userEvent.click(screen.getByRole('radio', { name: 'Grade' }));
  first.unmount();
  open();
  await screen.findByText('Fornos');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Online' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Grade' }).checked).toBe(true);
  expect(screen.queryByText('Iluminação')).toBeNull();
});

it('offers all meters when none is online', async () => {
  answerWithMeters([aBoard({ name: 'Iluminação', online: false })]);
  open();
  await screen.findByText('Iluminação');
  await userEvent.click(screen.getByRole('radio', { name: 'Online' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Mostrar todos' }));
  expect(await screen.findByText('Iluminação')).toBeDefined();
});

it('offers a search from thirteen meters on', async () => {
  answerWithMeters(Array.from({ length: 12 }, () => aBoard()));
  const few = open();
  await screen.findAllByRole('listitem');
  expect(screen.queryByRole('searchbox')).toBeNull();
  few.unmount();
  answerWithMeters([...Array.from({ length: 12 }, () => aBoard()), aBoard({ name: 'Câmara fria' })]);
  open();
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Buscar medidor' }), 'camara');
  expect(rows()).toHaveLength(1);
  expect(within(rows()[0] ?? document.body).getByText('Câmara fria')).toBeDefined();
});

it('draws the first of a thousand meters, more on request, and finds the last at once', async () => {
  const observe = vi.spyOn(window.IntersectionObserver.prototype, 'observe').mockReturnValue(undefined);
  onTestFinished(() => observe.mockRestore());
  answerWithMeters(Array.from({ length: 1000 }, (_, index) => aBoard({ name: `Medidor ${index + 1}` })));
  open();
  await screen.findByText('Medidor 1');
  expect(rows()).toHaveLength(60);
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  expect(rows()).toHaveLength(120);
  const search = screen.getByRole('searchbox', { name: 'Buscar medidor' });
  await userEvent.click(search);
  await userEvent.paste('Medidor 1000');
  expect(rows()).toHaveLength(1);
  expect(screen.getByText('1 de 1.000')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
  await userEvent.type(search, '9');
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar todos' }));
  expect(rows()).toHaveLength(60);
});

it('filters a long list by establishment, type and silence, and shows all again', async () => {
  answerWithMeters([
    ...Array.from({ length: 11 }, () => aBoard()),
    aBoard({ name: 'Hidrômetro', type: 'water', establishmentName: 'Loja Centro' }),
    aBoard({ name: 'Iluminação', online: false, establishmentName: 'Loja Centro' }),
  ]);
  open();
  const establishment = await screen.findByRole('combobox', { name: 'Mostrar o estabelecimento' });
  await userEvent.selectOptions(establishment, 'Loja Centro');
  expect(rows()).toHaveLength(2);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mostrar o tipo' }), 'Água');
  expect(rows()).toHaveLength(1);
  await userEvent.click(screen.getByRole('radio', { name: 'Sem mensagem' }));
  expect(screen.getByText('Nenhum medidor com essa escolha.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar todos' }));
  expect(rows()).toHaveLength(13);
});
