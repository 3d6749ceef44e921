import type { Shown, WallShown } from '@nascente/contract/connections/shared-links';
import { act, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aCycle } from '../../testing/a-cycle.ts';
import { startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { WallPage } from './wall-page.tsx';

const MINUTE_MS = 60_000;
const REQUESTED_EVERY_MS = 20_000;
/** 23:40 in São Paulo. */
const LATE = Date.parse('2026-11-14T02:40:00Z');
const MIDNIGHT = Date.parse('2026-11-14T03:00:00Z');
const QUARTER_MS = 15 * MINUTE_MS;
const realTimeout = globalThis.setTimeout;

const wallAt = (now: number): WallShown => {
  const isNext = now >= MIDNIGHT;
  const count = Math.floor((now - (isNext ? MIDNIGHT : MIDNIGHT - 24 * 60 * MINUTE_MS)) / QUARTER_MS) + 1;
  return {
    now: 1500,
    receivedAt: new Date(now).toISOString(),
    today: Array.from({ length: count }, () => 0.5),
    yesterday: Array.from({ length: 96 }, () => 0.4),
    todayTotal: isNext ? 0.5 : 47,
    todayShares: null,
    cycle: null,
    alerts: [],
  };
};
const shownAt = (now: number): Shown => ({
  kind: 'tv',
  name: 'Recepção',
  establishmentName: 'Padaria Aurora',
  type: 'eletric',
  zone: 'America/Sao_Paulo',
  shownAt: new Date(now).toISOString(),
  expiresOn: null,
  cycle: null,
  flow: null,
  wall: wallAt(now),
  report: null,
  curves: null,
});

const GONE = { status: 404, body: { ok: false, type: 'not-found', msg: 'Este link não vale mais.' } };
const answering = () => ({ body: { ok: true, shown: shownAt(Date.now()) } });
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(answering);
});
beforeEach(() => {
  api.answerWith(answering);
  vi.useFakeTimers({
    now: LATE,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
});
afterEach(() => vi.useRealTimers());
afterAll(() => api.stop());

/** Answers come over a real connection, which no clock of a test makes faster. */
const until = async (isThere: () => boolean): Promise<void> => {
  for (let look = 0; look < 1500 && !isThere(); look += 1)
    await act(() => new Promise<void>((resolve) => realTimeout(resolve, 10)));
  expect(isThere()).toBe(true);
};
const text = (): string => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';
const open = async () => {
  const opened = openScreen([{ path: '/tv/:token', Component: WallPage }], '/tv/nsl_x');
  await until(() => text().includes('Padaria Aurora'));
  return opened;
};
/** So long by the clock of the wall, each question answered before the next is due. */
const pass = async (ms: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += REQUESTED_EVERY_MS) {
    const before = api.requests.length;
    await act(() => vi.advanceTimersByTimeAsync(REQUESTED_EVERY_MS));
    await until(() => api.requests.length > before);
    await act(() => new Promise<void>((resolve) => realTimeout(resolve, 20)));
  }
};

it('shows the name of the wall beside that of the establishment', async () => {
  await open();
  expect(screen.getByRole('heading').textContent).toBe('Padaria Aurora Recepção');
});

it('shows which shares of today and of the cycle are measured and estimated', async () => {
  const shares = { completeness: 0.625, estimated: 0.125 };
  const wall = { ...wallAt(LATE), todayShares: { completeness: 0.5, estimated: 0.5 } };
  const shown = { ...shownAt(LATE), wall: { ...wall, cycle: { ...aCycle, ...shares } } };
  api.answerWith(() => ({ body: { ok: true, shown } }));
  await open();
  expect(text()).toContain('só 50,0% medido, 50,0% estimado');
  expect(text()).toContain('só 62,5% medido, 12,5% estimado');
});

it('labels the line of today with its unit', async () => {
  await open();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Hoje, em kW');
});

it('needs no more requests, timers and elements after half an hour and midnight', async () => {
  await open();
  await pass(MINUTE_MS);
  const [elements, timers, requested] = [
    document.querySelectorAll('*').length,
    vi.getTimerCount(),
    api.requests.length,
  ];
  expect(text()).toContain('47');
  await pass(30 * MINUTE_MS);
  expect(api.requests.length - requested).toBe(90);
  expect(screen.getByText('00:11')).toBeDefined();
  expect(text()).toMatch(/Hoje0,50 kWh/);
  expect(vi.getTimerCount()).toBe(timers);
  expect(document.querySelectorAll('*').length).toBeLessThanOrEqual(elements);
});

/** What React and the router each hear once, for as long as the document lasts. */
const OF_LIBRARIES = new Set(['selectionchange', 'pagehide']);

/** Listeners of the page and its window that were added and not taken away again. */
const countListeners = () => {
  const held = new Set<string>();
  const names = new Map<unknown, number>();
  const nameOf = (type: string, listener: unknown) => {
    if (!names.has(listener)) names.set(listener, names.size);
    return `${type} ${names.get(listener)}`;
  };
  for (const target of [document, window]) {
    const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)];
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, ...rest: unknown[]) => {
      if (!OF_LIBRARIES.has(type)) held.add(nameOf(type, rest[0]));
      Reflect.apply(add, target, [type, ...rest]);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation((type: string, ...rest: unknown[]) => {
      held.delete(nameOf(type, rest[0]));
      Reflect.apply(remove, target, [type, ...rest]);
    });
  }
  return () => held.size;
};

it('holds no more after a day than after a minute, then reloads and leaves nothing behind', async () => {
  const reload = vi.fn();
  let requested = 0;
  vi.stubGlobal('location', Object.assign(new URL(window.location.href), { reload }));
  // Answered at once: a day is four thousand questions.
  vi.stubGlobal('fetch', async () => {
    requested += 1;
    return Response.json({ ok: true, shown: shownAt(Date.now()) });
  });
  const listeners = countListeners();
  const beside = { timers: vi.getTimerCount(), listeners: listeners() };
  const held = () => ({
    timers: vi.getTimerCount(),
    listeners: listeners(),
    elements: document.querySelectorAll('*').length,
  });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  try {
    const { unmount } = openScreen([{ path: '/tv/:token', Component: WallPage }], '/tv/nsl_x');
    await until(() => text().includes('Padaria Aurora'));
    // Past midnight, so that a day later as much of the day is drawn.
    for (let passed = 0; passed < 60; passed += 10) await wait(10 * MINUTE_MS);
    const [before, askedBefore] = [held(), requested];
    for (let passed = 0; passed < 22 * 60; passed += 10) await wait(10 * MINUTE_MS);
    expect(requested - askedBefore).toBe((22 * 60 * MINUTE_MS) / REQUESTED_EVERY_MS);
    expect({ ...held(), elements: 0 }).toEqual({ ...before, elements: 0 });
    expect(held().elements).toBeLessThanOrEqual(before.elements + 1);
    expect(reload).not.toHaveBeenCalled();
    for (let passed = 0; passed < 70; passed += 10) await wait(10 * MINUTE_MS);
    expect(reload).toHaveBeenCalled();
    unmount();
    expect({ timers: vi.getTimerCount(), listeners: listeners() }).toEqual(beside);
  } finally {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  }
}, 120_000);

it('retains its data during an outage, shows since when, and continues by itself', async () => {
  await open();
  api.answerWith(() => 'hang up');
  await pass(4 * MINUTE_MS);
  expect(text()).toMatch(/sem conexão desde 23:40/);
  expect(text()).toContain('47');
  api.answerWith(answering);
  await pass(REQUESTED_EVERY_MS);
  await until(() => !text().includes('sem conexão'));
  expect(screen.getByText('23:44')).toBeDefined();
});

it('stops waiting for an answer that never comes, and requests again', async () => {
  await open();
  const requested = api.requests.length;
  api.answerWith(() => new Promise(() => undefined));
  await act(() => vi.advanceTimersByTimeAsync(REQUESTED_EVERY_MS));
  await until(() => api.requests.length === requested + 1);
  api.answerWith(answering);
  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS / 2));
  await act(() => new Promise<void>((resolve) => realTimeout(resolve, 50)));
  await act(() => vi.advanceTimersByTimeAsync(REQUESTED_EVERY_MS));
  await until(() => api.requests.length === requested + 2);
});

it('reports a revoked wall, and shows it again once its link is restored', async () => {
  await open();
  api.answerWith(() => GONE);
  await pass(REQUESTED_EVERY_MS);
  await until(() => text().includes('Esta tela não está mais disponível.'));
  expect(text()).not.toContain('Padaria Aurora');
  api.answerWith(answering);
  await act(() => vi.advanceTimersByTimeAsync(5 * MINUTE_MS));
  await until(() => text().includes('Padaria Aurora'));
});

it('shows the formula of the daily average beside the forecast', async () => {
  const shown = shownAt(LATE);
  api.answerWith(() => ({
    body: { ok: true, shown: { ...shown, wall: { ...shown.wall, cycle: aCycle } } },
  }));
  vi.useRealTimers();
  openScreen([{ path: '/tv/:token', Component: WallPage }], '/tv/nsl_cycle');
  const note = await screen.findByText(/^previsto R\$\s3\.214/);
  expect(note.textContent).toMatch(/média diária × dias: R\$\s3\.245$/);
});
