import { updateMeter } from '@nascente/contract/sites/meter-changes';
import { renderHook } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../testing/api-server.ts';
import { request } from '../api/api-client.ts';
import { useSeen } from './use-seen.ts';

const changed = {
  status: 409,
  body: { ok: false, type: 'changed', msg: 'Alterado por Rui Souza às 09:00.', seen: 'bbbbbbbbbbbbbbbb' },
};
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(() => changed);
});
afterAll(() => api.stop());

const body = {
  id: '1',
  Alias: 'Forno',
  macAddress: '70:B3:D5:8A:00:01',
  isGeral: false,
  tax: null,
  tension: 220,
} as const;
const saveBy = (save: ReturnType<typeof useSeen>) =>
  save((headers) => request(updateMeter, { params: { id: '1' }, body, headers }));

it('sends the version from opening the form, and after a refusal the refused version again', async () => {
  const { result, rerender } = renderHook(({ version }) => useSeen(version), {
    initialProps: { version: 'aaaaaaaaaaaaaaaa' },
  });
  // Read again behind the form.
  rerender({ version: 'bbbbbbbbbbbbbbbb' });
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(saveBy(result.current)).rejects.toMatchObject({ type: 'changed', msg: changed.body.msg });
  expect(api.requests.map(({ headers }) => headers['if-match'])).toEqual([
    '"aaaaaaaaaaaaaaaa"',
    '"bbbbbbbbbbbbbbbb"',
  ]);
});
