import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { startApi } from '../../testing/api-server.ts';
import { metersQuery } from './meters-query.ts';

const ask = () => new QueryClient().fetchQuery({ ...metersQuery, retry: false });

test('treats a 403 answer as an empty list of meters, and any other failure as a failure', async () => {
  const api = await startApi(() => ({
    status: 403,
    body: { ok: false, type: 'forbidden', msg: 'Seu perfil não permite esta operação.' },
  }));
  expect(await ask()).toEqual({ ok: true, installationsMeter: [] });
  api.answerWith(() => ({ status: 503, body: { ok: false, type: 'unavailable', msg: 'Fora do ar.' } }));
  await expect(ask()).rejects.toThrow('Fora do ar.');
});
