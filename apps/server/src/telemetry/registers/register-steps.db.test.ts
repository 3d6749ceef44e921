import { instant } from '@nascente/domain/base/time/zone';
import { expect, test } from 'vitest';
import { createTestApi } from '../../testing/test-api.ts';
import { createRegisterStepsRepository } from './register-steps.repository.ts';

test('removes values before an instant, of every meter and register, and no others', async () => {
  const api = await createTestApi('2026-11-20T12:00:00Z');
  const owner = await api.seed.person();
  const establishment = await api.seed.establishment(owner);
  const meters = [await api.seed.meter(establishment), await api.seed.meter(establishment)];
  const ids = meters.map(({ installationId }) => installationId);
  await api.database.pool.query(
    `insert into register_step (installation_id, register, at, raw)
    select id, register, timestamptz '2025-01-01' + n * interval '1 hour', n
    from unnest($1::integer[]) id, unnest(array['consumedA', 'consumedB']) register, generate_series(0, 250) n`,
    [ids],
  );
  const steps = createRegisterStepsRepository(api.database.pool, ['consumedA', 'consumedB', 'consumedC']);
  const before = instant(Date.parse('2025-01-11T00:00:00Z'));
  const removed: number[] = [];
  do removed.push(await steps.trim(before));
  while (removed.at(-1) !== 0);
  expect(removed.reduce((sum, one) => sum + one, 0)).toBe(4 * 240);
  const { rows } = await api.database.pool.query(
    'select installation_id, register, min(at) as first from register_step group by 1, 2 order by 1, 2',
  );
  expect(rows).toEqual(
    ids.flatMap((id) =>
      ['consumedA', 'consumedB'].map((register) => ({
        installation_id: id,
        register,
        first: new Date(before),
      })),
    ),
  );
});
