import { setTimeout as pause } from 'node:timers/promises';
import type { Alert } from '@nascente/contract/alerts/alerts';
import type { User } from '@nascente/contract/people/session';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignedInProvider } from '../../shared/session-state/signed-in.ts';
import { aBoard } from '../../testing/a-board.ts';
import { anAlert } from '../../testing/an-alert.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { ExplorePage } from './explore-page.tsx';

const MAC = 'A4:CF:12:00:0B:01';
const NOON = Date.parse('2026-11-20T15:00:00Z');
const SPAN = 'de=2026-11-20T12:00:00Z&ate=2026-11-20T18:00:00Z';
const board = aBoard({ macAddress: MAC, name: 'Geral', isGeral: true });
const note = {
  id: '01a2126f-4d6a-7e42-af99-3e3bc37a2126',
  at: '2026-11-20T15:10:00Z',
  until: null,
  text: 'Forno novo',
  by: 'Ana Souza',
  date: '2026-11-20T16:00:00Z',
  isOwn: true,
};

const ended = anAlert({
  establishment: { _id: board.establishmentId, name: 'Padaria', zone: 'America/Sao_Paulo' },
  meters: [{ mac: MAC, name: 'Geral' }],
  beganAt: '2026-11-20T13:00:00Z',
  endedAt: '2026-11-20T14:00:00Z',
  notifiedAt: '2026-11-20T13:30:00Z',
});

let past: { alerts: readonly Alert[]; total: number };
let boards = [board];
let isFailing = false;
let isEmpty = false;
let areNotesFailing = false;
let api: Awaited<ReturnType<typeof startApi>>;

const curveFor = () => ({
  source: 'frames',
  length: 0,
  step: 120_000,
  origin: new Date(NOON).toISOString(),
  at: isEmpty ? [] : [0, 5000],
  mean: isEmpty ? [] : [1.5, 2.5],
  low: null,
  high: null,
  since: '2020-01-01T00:00:00Z',
  excluded: [],
  estimated: [],
  touPeriods: [],
});

const answer = (path: string) => {
  const failed = { status: 503, body: { ok: false, type: 'unavailable', msg: 'Tente mais tarde.' } };
  if (path === '/api/installation-meter') return { body: { ok: true, installationsMeter: boards } };
  if (path === '/api/board/curve') return isFailing ? failed : { body: { ok: true, curve: curveFor() } };
  if (path.endsWith('/notes') && areNotesFailing) return failed;
  if (path.endsWith('/notes')) return { body: { ok: true, note, notes: [note] } };
  if (path.endsWith('/corrections')) return { body: { ok: true, corrections: [] } };
  if (path.startsWith('/api/alerts?state=past')) return { body: { ok: true, ...past } };
  if (path.startsWith('/api/alerts')) return { body: { ok: true, alerts: [], total: 0 } };
  if (path.includes('/utility-bills')) return { body: { ok: true, bills: [] } };
  return failed;
};

beforeAll(async () => {
  api = await startApi(({ path }) => answer(path));
});
beforeEach(() => {
  boards = [board];
  [isFailing, isEmpty, areNotesFailing] = [false, false, false];
  past = { alerts: [], total: 0 };
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = (
  search = `?ver=${MAC}~power&${SPAN}`,
  user: User = aUser,
  beside: readonly RouteObject[] = [],
) => {
  const element = (
    <SignedInProvider value={user}>
      <ExplorePage />
    </SignedInProvider>
  );
  return openScreen([{ path: '/explore', element }, ...beside], `/explore${search}`);
};

describe('the Explorer', () => {
  it('does not block leaving before the last change is in its address', async () => {
    const user = userEvent.setup();
    const loading = Promise.withResolvers<void>();
    const lazy = async () => {
      await loading.promise;
      return { element: <h1>Links</h1> };
    };
    const { router } = open(undefined, { ...aUser, profile: 'Manager' }, [{ path: '/account/links', lazy }]);
    await screen.findByRole('slider', { name: 'Potência' });
    await user.click(screen.getByLabelText('Eixos separados'));
    await user.click(await screen.findByRole('link', { name: 'Compartilhar por link' }));
    // Longer than the address takes to follow a hand that rests.
    await pause(600);
    loading.resolve();
    expect(await screen.findByRole('heading', { name: 'Links' })).toBeDefined();
    expect(router.state.location.pathname).toBe('/account/links');
  });

  it('finds one of a thousand meters by its text, and adds its series', async () => {
    const user = userEvent.setup();
    boards = Array.from({ length: 1000 }, (_, index) => ({
      ...board,
      macAddress: index === 0 ? MAC : `02:00:00:00:${String(index).padStart(4, '0').replace(/..$/, ':$&')}`,
      Alias: `Galpão São José - Máquina ${index}`,
    }));
    const { router } = open();
    await user.click(await screen.findByRole('button', { name: 'Adicionar série' }));
    const meter = screen.getByRole('combobox', { name: 'Medidor' });
    await user.clear(meter);
    await user.type(meter, 'maquina 417 galpao');
    const option = await screen.findByRole('option', { hidden: true, name: 'Galpão São José - Máquina 417' });
    expect(screen.getAllByRole('option', { hidden: true, name: /Galpão/ })).toHaveLength(1);
    await user.click(option);
    await user.click(screen.getByRole('button', { name: 'Adicionar' }));
    await expect.poll(() => decodeURIComponent(router.state.location.search)).toContain('02:00:00:00:04:17');
  });

  it('reads the points of a curve as text by the arrow keys', async () => {
    const user = userEvent.setup();
    open();
    const plot = await screen.findByRole('slider', { name: 'Potência' });
    plot.focus();
    await user.keyboard('{ArrowLeft}');
    expect(plot.getAttribute('aria-valuetext')).toMatch(/20 nov 2026, 12:00:05, Potência 2,50\skW/);
    await user.keyboard('{ArrowLeft}');
    expect(plot.getAttribute('aria-valuetext')).toMatch(/12:00:00, Potência 1,50\skW/);
    await user.keyboard('{Escape}');
    expect(plot.getAttribute('aria-valuetext')).toContain('Setas percorrem os valores');
  });

  it('shows the statistics of the visible part, in a table and in a sentence', async () => {
    open();
    const figures = await screen.findByRole('region', { name: 'Estatísticas do que está em vista' });
    expect(within(figures).getByText(/^2,00\skW$/)).toBeDefined();
    expect(screen.getByText(/Potência: de 1,50\skW a 2,50\skW, média de 2,00\skW\./)).toBeDefined();
  });

  it('shows the general meter with a note when the address names no visible meter', async () => {
    open(`?ver=00:00:00:00:00:01~power&${SPAN}`);
    expect(await screen.findByText(/não está entre os seus medidores/)).toBeDefined();
    expect(await screen.findByRole('slider', { name: 'Potência' })).toBeDefined();
    expect(api.requests.find(({ path }) => path === '/api/board/curve')?.body).toMatchObject({ id: MAC });
  });

  it('reports that an own meter does not measure the quantity of the address', async () => {
    boards = [board, aBoard({ macAddress: '02:4E:41:00:00:04', Alias: 'Padaria - Água', type: 'water' })];
    open(`?ver=02:4E:41:00:00:04~power&${SPAN}`);
    expect(
      await screen.findByText('Padaria - Água, Potência: este medidor não mede esta grandeza.'),
    ).toBeDefined();
    expect(screen.queryByText(/não está entre os seus medidores/)).toBeNull();
  });

  it('lists notes with their author, and offers a new note only to a writer', async () => {
    const { unmount } = open();
    expect(await screen.findByText('Forno novo')).toBeDefined();
    expect(screen.getByText(/Ana Souza · Geral/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Anotar' })).toBeDefined();
    unmount();
    open(undefined, { ...aUser, profile: 'client' });
    expect(await screen.findByText('Forno novo')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Anotar' })).toBeNull();
  });

  it('stores a note once, even if its button is pressed again quickly', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await screen.findByRole('button', { name: 'Anotar' }));
    await user.type(screen.getByLabelText('O que aconteceu'), 'Porta aberta');
    const save = screen.getByRole('button', { name: 'Salvar' });
    await act(async () => {
      save.click();
      save.click();
    });
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Nova anotação' })).toBeNull();
    expect(
      api.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/notes')),
    ).toHaveLength(1);
  });

  it('stores a note over the whole view', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await screen.findByRole('button', { name: 'Anotar' }));
    await user.type(screen.getByLabelText('O que aconteceu'), 'Porta aberta');
    await user.selectOptions(screen.getByLabelText('Quando'), 'Em todo o período em vista');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Nova anotação' })).toBeNull();
    const written = api.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/notes'));
    expect(written?.body).toMatchObject({ at: expect.any(Number), until: expect.any(Number) });
  });

  it('stores a note at the typed hour', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await screen.findByRole('button', { name: 'Anotar' }));
    await user.type(screen.getByLabelText('O que aconteceu'), 'Porta aberta');
    await user.selectOptions(screen.getByLabelText('Quando'), 'Em outra hora…');
    const started = screen.getByLabelText('Início');
    // The middle of what is in view, on the clock of the establishment.
    expect(started).toHaveProperty('value', '20/11/2026 12:00');
    fireEvent.change(started, { target: { value: '2026-11-20T09:12' } });
    fireEvent.change(screen.getByLabelText(/^Fim/), { target: { value: '2026-11-20T09:10' } });
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('O fim deve ser posterior ao início.')).toBeDefined();
    fireEvent.change(screen.getByLabelText(/^Fim/), { target: { value: '2026-11-20T09:40' } });
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Nova anotação' })).toBeNull();
    const written = api.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/notes'));
    expect(written?.body).toEqual({
      at: Date.parse('2026-11-20T12:12:00Z'),
      until: Date.parse('2026-11-20T12:40:00Z'),
      text: 'Porta aberta',
    });
  });

  it('requests a curve once, by its own width, and the notes after it is drawn', async () => {
    open();
    await screen.findByText('Forno novo');
    const requested = api.requests.map(({ path }) => path);
    expect(requested.filter((path) => path === '/api/board/curve')).toHaveLength(1);
    const besides = requested.findIndex((path) => path.endsWith('/notes') || path.startsWith('/api/alerts'));
    expect(besides).toBeGreaterThan(requested.indexOf('/api/board/curve'));
  });

  it('returns to a view with a cached curve without a new request', async () => {
    const user = userEvent.setup();
    open();
    const valueMin = () => screen.getByRole('slider').getAttribute('aria-valuemin');
    await screen.findByRole('slider');
    const before = valueMin();
    await user.click(screen.getByRole('button', { name: '1 h' }));
    await expect.poll(valueMin).not.toBe(before);
    await expect.poll(() => api.requests.filter(({ path }) => path === '/api/board/curve').length).toBe(2);
    await user.click(screen.getByRole('button', { name: 'Voltar à vista anterior' }));
    await expect.poll(valueMin).toBe(before);
  });

  it('reports notes that failed to load, and does not show them as none', async () => {
    areNotesFailing = true;
    open();
    expect(await screen.findByText(/Não foi possível ler tudo/)).toBeDefined();
    expect(screen.queryByText(/Nenhuma anotação/)).toBeNull();
  });

  it('requests alerts of the visible establishments, and reports when there are more than it received', async () => {
    past = { alerts: [ended], total: 1 };
    const complete = open();
    expect(await screen.findByText(/Sem mensagem|sem mensagem/)).toBeDefined();
    expect(screen.queryByText(/Não foi possível ler tudo/)).toBeNull();
    const requested = api.requests.filter(({ path }) => path.startsWith('/api/alerts'));
    expect(requested.length).toBeGreaterThan(0);
    expect(requested.map(({ path }) => new URL(path, 'http://x').searchParams.get('establishment'))).toEqual(
      requested.map(() => board.establishmentId),
    );
    complete.unmount();
    past = { alerts: [ended], total: 230 };
    open();
    expect(await screen.findByText(/Não foi possível ler tudo/)).toBeDefined();
  });

  it('reports a missing meter, measurement or answer', async () => {
    isEmpty = true;
    const empty = open();
    expect(await screen.findByText('Não chegou nenhuma medição neste período.')).toBeDefined();
    empty.unmount();
    isFailing = true;
    const failed = open();
    expect(await screen.findByText('Tente mais tarde.')).toBeDefined();
    failed.unmount();
    boards = [];
    open();
    expect(await screen.findByText('As curvas aparecem aqui quando houver um medidor.')).toBeDefined();
  });

  it('asks the user to zoom in for quantities that only frames contain', async () => {
    open(`?ver=${MAC}~currentA&de=2026-01-01T00:00:00Z&ate=2026-06-01T00:00:00Z`);
    expect(await screen.findByText('Aproxime para ver.')).toBeDefined();
    expect(api.requests.some(({ path }) => path === '/api/board/curve')).toBe(false);
  });
});
