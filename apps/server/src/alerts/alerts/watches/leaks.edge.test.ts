import { type Alert, listAlerts } from '@nascente/contract/alerts/alerts';
import { expect, it } from 'vitest';
import { createTestApi } from '../../../testing/test-api.ts';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
/** Midnight in São Paulo, and what is known at half past nine. */
const FIRST = Date.parse('2026-10-20T03:00:00Z');
const LEAK = Date.parse('2026-11-10T03:00:00Z');
const MENDED = Date.parse('2026-11-13T13:00:00Z');
const NOW = Date.parse('2026-11-13T12:30:00Z');
const LATER = Date.parse('2026-11-17T12:30:00Z');

/** 100 L an hour from 6 to 20 by the local clock, and what leaks meanwhile, 4.5 L a quarter. */
const flowing = (from: number, until: number) =>
  Array.from({ length: Math.floor((until - from) / QUARTER) }, (_, index) => {
    const at = from + index * QUARTER;
    const hour = ((at - FIRST) / HOUR) % 24;
    const drawn = hour >= 6 && hour < 20 ? 25_000 : 0;
    return { at: new Date(at), volume_ml: drawn + (at >= LEAK && at < MENDED ? 4_500 : 0) };
  });

it('reports a leak once, and closes it once the nights are as before', async () => {
  const api = await createTestApi(new Date(NOW).toISOString());
  const owner = await api.seed.person();
  const establishment = await api.seed.establishment(owner, { name: 'Padaria' });
  const meter = await api.seed.meter(
    establishment,
    { name: 'Entrada de água', installed_at: new Date(FIRST) },
    { type: 'water' },
  );
  await api.database.pool.query(`update session set expires_at = '2100-01-01'`);
  const alertsOf = async (state: 'open' | 'past'): Promise<readonly Alert[]> =>
    (await api.succeed(listAlerts, `/alerts?state=${state}&kind=leak`, { token: owner.token })).alerts;

  await api.seed.readings(meter, flowing(FIRST, NOW));
  await api.alerts.watchLeaks();
  await api.alerts.watchLeaks();
  const [alert, ...others] = await alertsOf('open');
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    beganAt: new Date(LEAK).toISOString(),
    meters: [{ mac: meter.mac }],
    facts: { since: '2026-11-10', flow: 18, perDay: 0.432 },
  });

  await api.seed.readings(meter, flowing(NOW, LATER));
  api.setClock(LATER);
  await api.alerts.watchLeaks();
  expect(await alertsOf('open')).toEqual([]);
  expect(await alertsOf('past')).toMatchObject([
    { _id: alert?._id, undoneAt: null, endedAt: expect.any(String) as string },
  ]);
});
