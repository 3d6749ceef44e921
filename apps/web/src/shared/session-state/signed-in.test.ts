import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { startApi } from '../../testing/api-server.ts';
import { lastSessionEnd, sessionToken, startSession } from './session.ts';
import { signedInQuery } from './signed-in.ts';

const ask = () => new QueryClient().fetchQuery({ ...signedInQuery, retry: false });
const refuse = (status: number, type: string) =>
  startApi(() => ({ status, body: { ok: false, type, msg: 'Não deu.' } }));

beforeEach(() => startSession('kept'));

test.each([500, 502, 503])('a failing server (%i) ends no session and allows another try', async (status) => {
  await refuse(status, status === 500 ? 'error' : 'unavailable');
  await expect(ask()).rejects.toMatchObject({ status });
  expect(sessionToken()).toBe('kept');
});

test('a refused token ends the session', async () => {
  await refuse(403, 'forbidden');
  await expect(ask()).rejects.toMatchObject({ status: 403 });
  expect([sessionToken(), lastSessionEnd()]).toEqual([null, 'failed-token']);
});
