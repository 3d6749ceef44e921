import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lastSessionEnd, sessionToken, startSession } from '../../shared/session-state/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { queryClient } from '../query-client.ts';
import { Shell } from './shell.tsx';

const unavailable = { status: 503, body: { ok: false, type: 'unavailable', msg: 'Tente mais tarde.' } };
const expired = { status: 401, body: { ok: false, type: 'expired', msg: 'Sessão expirada.' } };
const signedIn = { body: { ok: true, token: 'renewed', user: aUser } };

const open = () =>
  openScreen(
    [
      { Component: Shell, children: [{ path: '/home', element: <h1>Início</h1> }] },
      { path: '/login', element: <h1>Bem vindo de volta!</h1> },
    ],
    '/home',
  );

const loginAttempts = (api: Awaited<ReturnType<typeof startApi>>) =>
  api.requests.filter(({ path }) => path === '/api/login/token').length;

beforeEach(() => {
  queryClient.clear();
  startSession('stored');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

it('repeats the token login three times with growing delays, then signs out', async () => {
  const api = await startApi(() => unavailable);
  open();
  for (const [index, delay] of [1_000, 2_000, 4_000].entries()) {
    expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeDefined();
    await waitFor(() => expect(loginAttempts(api)).toBe(index + 1));
    expect(sessionToken()).toBe('stored');
    await vi.advanceTimersByTimeAsync(delay);
  }
  expect(await screen.findByRole('heading', { name: 'Bem vindo de volta!' })).toBeDefined();
  expect(loginAttempts(api)).toBe(4);
  expect([sessionToken(), lastSessionEnd()]).toEqual([null, 'failed-token']);
  await api.stop();
});

it('opens the screen when one of the repeated attempts succeeds', async () => {
  const api = await startApi(() => 'hang up');
  open();
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeDefined();
  api.answerWith(() => signedIn);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
  await api.stop();
});

it('tries again at once when the user presses the button', async () => {
  const api = await startApi(() => unavailable);
  open();
  const button = await screen.findByRole('button', { name: 'Tentar novamente' });
  api.answerWith(() => signedIn);
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) }).click(button);
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
  await api.stop();
});

it('signs out at once when the server refuses the token', async () => {
  const api = await startApi(() => expired);
  open();
  expect(await screen.findByRole('heading', { name: 'Bem vindo de volta!' })).toBeDefined();
  expect([loginAttempts(api), lastSessionEnd()]).toEqual([1, 'expired-token']);
  await api.stop();
});
