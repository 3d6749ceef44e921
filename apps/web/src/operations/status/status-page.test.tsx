import { screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { formatBytes, formatSpan, StatusPage } from './status-page.tsx';

const status = {
  ok: true,
  at: '2026-11-20T12:00:00.000Z',
  parts: [
    { part: 'database', ready: true },
    { part: 'lag', ready: false },
  ],
  meters: { installed: 1_240, received: 1_198 },
  database: {
    bytes: 1_640_000_000,
    connections: { open: 21, max: 100 },
    acknowledgedDisks: 2,
    synchronousCommit: 'on',
    replicas: [{ name: 'copia', isSynchronous: true, behindBytes: 2_000_000, behindSeconds: 1 }],
  },
  readReplica: { lagSeconds: 0.4, isUsed: true },
  work: {
    queues: [
      { queue: 'mail', state: 'retry', count: 3 },
      { queue: 'close-days', state: 'failed', count: 1 },
    ],
    waitsSeconds: 1_800,
  },
  openAlerts: { urgent: 1, serious: 0, notable: 4 },
  openDays: { count: 2, oldest: '2026-11-19' },
  process: { upSeconds: 7_200, memoryBytes: 412_000_000, eventLoopLagSeconds: 0.012, storeLagSeconds: 0.3 },
  certificateEndsAt: '2026-11-25T00:00:00.000Z',
};

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(() => ({ body: status }));
});
beforeEach(() => {
  api.requests.length = 0;
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

it('shows as text the stopped, waiting and ending parts of the system', async () => {
  openSignedIn({ ...aUser, profile: 'Admin' }, StatusPage, '/status');
  expect(await screen.findByText('As placas esperam e enviam de novo: nada se perde.')).toBeDefined();
  expect(screen.getByText('parado')).toBeDefined();
  expect(screen.getByText('a mais antiga espera há 30 min')).toBeDefined();
  expect(screen.getByText('3 será tentado de novo')).toBeDefined();
  expect(screen.getByText('1,6 GB')).toBeDefined();
  expect(screen.getByText('2 MB de atraso')).toBeDefined();
  expect(screen.getByText('dois discos')).toBeDefined();
  expect(screen.getByText('até 0,4 s')).toBeDefined();
  expect(screen.getByText('25/11/2026').dataset['tone']).toBe('bad');
});

it.each(['user', 'Manager', 'partner', 'client'] as const)(
  'refuses the screen to the profile %s',
  async (profile) => {
    openSignedIn({ ...aUser, profile }, StatusPage, '/status');
    expect(await screen.findByRole('heading', { name: 'Sem acesso' })).toBeDefined();
    expect(api.requests).toEqual([]);
  },
);

it('formats sizes and durations for readers', () => {
  expect([820_000_000, 12_340_000_000].map(formatBytes)).toEqual(['820 MB', '12,3 GB']);
  expect([0.31, 59, 720, 36_000, 864_000].map(formatSpan)).toEqual([
    '0,3 s',
    '59 s',
    '12 min',
    '10 h',
    '10 dias',
  ]);
});
