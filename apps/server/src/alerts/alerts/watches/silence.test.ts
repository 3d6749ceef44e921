import { HOUR_MS, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { expect, test } from 'vitest';
import type { SilentMeterState } from './watched-meters.repository.ts';
import { findSilence } from './watches.ts';

const STARTED = instant(Date.UTC(2026, 10, 20, 12));
/** Boards that send each minute. */
const FRAMES = 15;
const heardAgo = (installationId: number, ms: number): SilentMeterState => ({
  installationId,
  establishmentId: 'e1',
  receivedAt: instant(STARTED - ms),
  frames: FRAMES,
});

const silentOf = async (received: readonly SilentMeterState[], sinceStartMs: number, unhelpful = 0) => {
  const tuning = () => ({ isOn: true, threshold: null, day: null, opinions: { helpful: 0, unhelpful } });
  const found = await findSilence(
    { received: async () => received },
    { now: instant(STARTED + sinceStartMs), listeningSince: STARTED, tuning },
  );
  return { silent: found.findings.map(({ member }) => member), looksAt: found.looksAt };
};

test('the next server reports at once a meter that was silent before the restart', async () => {
  const received = [heardAgo(1, 2 * HOUR_MS), heardAgo(2, 5 * MINUTE_MS)];
  const { silent, looksAt } = await silentOf(received, 0);
  expect(silent).toEqual(['1']);
  expect(looksAt('1')).toBe(true);
  // The server was not running when the other meter sent, so it knows nothing about it.
  expect(looksAt('2')).toBe(false);
});

test('no meter counts as silent while no server listened', async () => {
  const received = [heardAgo(1, 50 * HOUR_MS), heardAgo(2, 50 * HOUR_MS + MINUTE_MS)];
  expect((await silentOf(received, MINUTE_MS)).silent).toEqual([]);
  expect((await silentOf(received, HOUR_MS)).silent).toEqual(['1', '2']);
});

test('each unhelpful opinion delays the silence alert by a tenth, at most by half', async () => {
  const notifiedAfter = async (unhelpful: number): Promise<number> => {
    let minutes = 0;
    while ((await silentOf([heardAgo(1, 0)], (minutes + 1) * MINUTE_MS, unhelpful)).silent.length === 0)
      minutes++;
    return minutes;
  };
  const usual = await notifiedAfter(0);
  expect([await notifiedAfter(2), await notifiedAfter(20)]).toEqual([
    Math.floor(usual * 1.2),
    Math.floor(usual * 1.5),
  ]);
});
