import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { startApi } from '../../testing/api-server.ts';
import { metersQuery } from './meters-query.ts';

const ask = () => new QueryClient().fetchQuery({ ...metersQuery, retry: false });

test('a list of meters that is answered with 403 is an empty list, and any other failure is one', async () => {
  const api = await startApi(() => ({
    status: 403,
    body: { ok: false, type: 'forbidden', msg: 'Seu perfil não permite esta operação.' },
  }));
  expect(await ask()).toEqual({ ok: true, installationsMeter: [] });
  api.answerWith(() => ({ status: 503, body: { ok: false, type: 'unavailable', msg: 'Fora do ar.' } }));
  await expect(ask()).rejects.toThrow('Fora do ar.');
});
