import type { Instant } from '@nascente/domain/base/time/zone';
import type { InstantField, RegisterName } from '@nascente/domain/telemetry/adapters/mapped-field';
import type { BoardKind, Frame } from '@nascente/domain/telemetry/frames/frame';
import type { RegisterLimits } from '@nascente/domain/telemetry/registers/registers';
import type { IngestMetrics } from '../ingest-metrics.ts';
import { type LiveFeed, settle, type Ticket } from '../ticket.ts';

/** A converted message of a board with an adapter, assigned to an installation. */
export interface AdaptedMessage {
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly at: Instant;
  readonly measured: Readonly<Partial<Record<InstantField, number>>>;
  /** Cumulative, in whole thousandths of Wh, varh or litres. */
  readonly registers: Readonly<Partial<Record<RegisterName, number>>>;
  readonly limits: RegisterLimits;
  /** True if the meter publishes only changed values, so that recent earlier values are still valid. */
  readonly isPartial: boolean;
}

/** The store that converts register values to increments. */
export interface AdaptedStore {
  /**
   * Resolves when raw values, increments and totals are durable. Retries failures without a time limit, until `close`.
   * @returns for each message its frame; `null` if another message of its instant shows it, or if nothing is new
   */
  append(messages: readonly AdaptedMessage[]): Promise<readonly (Frame | null)[]>;
  /** Deletes raw values from before an instant. */
  trim(before: Instant): Promise<void>;
  close(): void;
}

/** Time from the first message of an idle lane to its batch, because the values of one moment arrive as a burst of messages. */
const LINGER_MS = 8;
const MAX_BATCH = 500;

export type AdaptedLane = ReturnType<typeof createAdaptedLane>;

interface Waiting {
  readonly message: AdaptedMessage;
  readonly ticket: Ticket;
  readonly since: number;
}

/** Stores converted messages in batches, one after the other, because each verdict depends on stored values. */
export const createAdaptedLane = (needs: { store: AdaptedStore; feed: LiveFeed; metrics: IngestMetrics }) => {
  const { store, feed, metrics } = needs;
  let waiting: Waiting[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  let idle: (() => void)[] = [];

  const send = async (): Promise<void> => {
    const batch = waiting.slice(0, MAX_BATCH);
    waiting = waiting.slice(MAX_BATCH);
    underWay = batch.length;
    const appendedAt = performance.now();
    const shown = await store.append(batch.map(({ message }) => message));
    const now = performance.now();
    metrics.stored('live', {
      frames: batch.length,
      repeated: 0,
      oldestWaitedMs: now - (batch[0]?.since ?? now),
      commitTookMs: now - appendedAt,
      measuredAt: null,
    });
    underWay = 0;
    for (const [position, { ticket }] of batch.entries()) {
      const frame = shown[position] ?? null;
      if (frame !== null) ticket.showing?.frames.push(frame);
      settle(ticket, feed);
    }
  };

  const proceed = (): void => {
    timer = undefined;
    if (waiting.length > 0) {
      // Only a closed store gives up; the boards got no acknowledgement and send again.
      send().then(proceed, metrics.laneEnded);
      return;
    }
    for (const resolve of idle) resolve();
    idle = [];
  };

  return {
    push(message: AdaptedMessage, ticket: Ticket): void {
      waiting.push({ message, ticket, since: performance.now() });
      if (underWay === 0 && timer === undefined) timer = setTimeout(proceed, LINGER_MS);
    },
    /** Resolves when no message is waiting or being stored. */
    drained: (): Promise<void> =>
      waiting.length + underWay === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve)),
    waiting: (): number => waiting.length + underWay,
  };
};
