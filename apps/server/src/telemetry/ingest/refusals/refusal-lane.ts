import { setTimeout as delay } from 'node:timers/promises';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { IngestMetrics } from '../ingest-metrics.ts';
import { type LiveFeed, settle, type Ticket } from '../ticket.ts';
import { createRefusalCounts } from './refusal-counts.ts';
import type { RefusalsRepository, RefusedFrame } from './refusals.repository.ts';

export type RefusalLane = ReturnType<typeof createRefusalLane>;

const GATHER_MS = 20;
const MAX_PAUSE_MS = 1_000;
const STORED_BYTES = 1_000;
const STORED_TOPIC_BYTES = 200;
/** Stored frames of one source a minute: a noisy board is counted in full, but displaces no others. */
const STORED_A_MINUTE = 10;
const SOURCES_REMEMBERED = 10_000;

/** Counts and stores rejected frames, in batches apart from accepted frames. */
export const createRefusalLane = (needs: {
  repository: RefusalsRepository;
  clock: () => Instant;
  feed: LiveFeed;
  metrics: IngestMetrics;
  log: Log;
  stopped: AbortSignal;
}) => {
  const { repository, clock, feed, metrics, log, stopped } = needs;
  const mayBeStored = createKeepingRate(clock);
  let counts = createRefusalCounts();
  let stored: RefusedFrame[] = [];
  let tickets: Ticket[] = [];
  let busy = false;
  let idle: (() => void)[] = [];

  const send = async (): Promise<void> => {
    await delay(GATHER_MS, undefined, { signal: stopped });
    const [batchCounts, batchKept, owners] = [counts, stored, tickets];
    [counts, stored, tickets] = [createRefusalCounts(), [], []];
    for (let pause = GATHER_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        await repository.append(batchCounts, batchKept, clock());
        break;
      } catch (failure) {
        log.warn({ err: failure }, 'refused frames could not be counted yet');
        await delay(pause, undefined, { signal: stopped });
      }
    }
    for (const ticket of owners) settle(ticket, feed);
  };

  const run = async (): Promise<void> => {
    busy = true;
    try {
      while (tickets.length > 0) await send();
    } catch (failure) {
      if (!stopped.aborted) throw failure;
    } finally {
      busy = false;
      for (const resolve of idle) resolve();
      idle = [];
    }
  };

  return {
    /** Adds a rejection, counted `times` times, and settles the ticket when it is stored. */
    push(refused: RefusedFrame, ticket: Ticket, times: number = 1): void {
      counts.add(refused.reason, refused.mac, times);
      metrics.refused(refused.reason, times);
      if (refused.payload !== null && mayBeStored(refused.mac ?? refused.topic)) stored.push(cut(refused));
      tickets.push(ticket);
      if (!busy) run().catch((failure: unknown) => log.error({ err: failure }, 'refusals are not counted'));
    },
    drained: (): Promise<void> => (busy ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve()),
  };
};

/** A copy, so that a few bytes do not keep the whole received packet in memory. */
const cut = (refused: RefusedFrame): RefusedFrame => ({
  ...refused,
  topic: refused.topic.slice(0, STORED_TOPIC_BYTES).replaceAll('\0', ''),
  payload: refused.payload === null ? null : Buffer.from(refused.payload.subarray(0, STORED_BYTES)),
});

const createKeepingRate = (clock: () => Instant): ((source: string) => boolean) => {
  let minute = 0;
  const storedThisMinute = new Map<string, number>();
  return (source) => {
    const now = Math.floor(clock() / 60_000);
    if (now !== minute || storedThisMinute.size > SOURCES_REMEMBERED) storedThisMinute.clear();
    minute = now;
    const already = storedThisMinute.get(source) ?? 0;
    storedThisMinute.set(source, already + 1);
    return already < STORED_A_MINUTE;
  };
};
