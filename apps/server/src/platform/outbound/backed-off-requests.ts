import { type Instant, instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import { LRUCache } from 'lru-cache';
import type { BoundedRequest } from './bounded-request.ts';

const MAX_ADDRESSES = 5_000;
/** An answer within this time does not count as slow. */
const SLOW_MS = 3_000;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const MAX_PAUSE_MS = 3_600 * SECOND_MS;

interface Pause {
  readonly until: Instant;
  readonly pauseMs: number;
}

/**
 * Pauses requests to a slow address: for half a minute, then twice as long each time up to an hour. Requests meanwhile fail at
 * once and are repeated by their queue.
 */
export const createBackedOffRequests = (needs: {
  sendRequest: BoundedRequest;
  clock: () => Instant;
}): BoundedRequest => {
  const { sendRequest, clock } = needs;
  const pauses = new LRUCache<string, Pause>({ max: MAX_ADDRESSES });
  return async (url, body, headers) => {
    const pause = pauses.get(url);
    if (pause !== undefined && clock() < pause.until)
      return { status: null, reason: 'O endereço demorou a responder: nova tentativa em alguns minutos.' };
    const startedAt = performance.now();
    const answered = await sendRequest(url, body, headers);
    if (performance.now() - startedAt < SLOW_MS) pauses.delete(url);
    else {
      const pauseMs = Math.min(pause === undefined ? FIRST_PAUSE_MS : pause.pauseMs * 2, MAX_PAUSE_MS);
      pauses.set(url, { until: instant(clock() + pauseMs), pauseMs });
    }
    return answered;
  };
};
