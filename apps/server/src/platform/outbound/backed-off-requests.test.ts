import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { expect, it, vi } from 'vitest';
import { createBackedOffRequests } from './backed-off-requests.ts';
import type { Answered } from './bounded-request.ts';

const OK: Answered = { status: 200, reason: null };
const LATE: Answered = { status: null, reason: 'Não houve resposta em 10 s.' };

it('pauses a slow address longer each time, and no other', async () => {
  let now = 0;
  let tookMs = 10_000;
  const sent: string[] = [];
  const timer = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const sendRequest = createBackedOffRequests({
    clock: (): Instant => instant(now),
    async sendRequest(url) {
      sent.push(url);
      if (url === 'slow') now += tookMs;
      return url === 'slow' && tookMs > 0 ? LATE : OK;
    },
  });
  const send = (url: string) => sendRequest(url, '', {});
  expect(await send('slow')).toEqual(LATE);
  expect((await send('slow')).reason).toContain('nova tentativa');
  expect(await send('quick')).toEqual(OK);
  now += 30_001;
  await send('slow');
  now += 30_001;
  expect((await send('slow')).reason).toContain('nova tentativa');
  now += 30_001;
  tookMs = 0;
  expect(await send('slow')).toEqual(OK);
  expect(await send('slow')).toEqual(OK);
  expect(sent.filter((url) => url === 'slow')).toHaveLength(4);
  timer.mockRestore();
});
