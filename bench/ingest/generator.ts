import { setTimeout as pause } from 'node:timers/promises';
import { type BoardConnection, connectBoard, type LoadBoard } from './board-connection.ts';

/** A process that simulates a fleet of boards, controlled over IPC: connect, then `flood` or `pace`. */
export type Order =
  | {
      readonly order: 'connect';
      readonly port: number;
      readonly boards: readonly LoadBoard[];
      readonly from: number;
      /** Between two instants of a board; a tenth of a second by default. */
      readonly stepMs?: number;
      /** By TLS, trusting this signer (PEM). */
      readonly ca?: string;
    }
  | { readonly order: 'flood'; readonly seconds: number; readonly window: number }
  | { readonly order: 'pace'; readonly seconds: number; readonly perSecond: number };

export interface LoadResult {
  readonly acknowledged: number;
  readonly seconds: number;
  /** Publish to acknowledgement, ms. */
  readonly latencies: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly cpu: NodeJS.CpuUsage;
}

const TICK_MS = 5;
const CONNECTIONS_PER_BATCH = 50;
let connections: BoardConnection[] = [];
let latencies: number[] = [];
let refill: ((connection: BoardConnection) => void) | null = null;
let keepsLatencies = false;

const connectOne = async (order: Order & { order: 'connect' }, board: LoadBoard): Promise<void> => {
  const options = { firstInstant: order.from, stepMs: order.stepMs, ca: order.ca };
  const connection: BoardConnection = await connectBoard(order.port, board, options, (sentAt) => {
    if (keepsLatencies) latencies.push(performance.now() - sentAt);
    refill?.(connection);
  });
  connections.push(connection);
};

const connectAll = async (order: Order & { order: 'connect' }): Promise<void> => {
  for (let first = 0; first < order.boards.length; first += CONNECTIONS_PER_BATCH) {
    const some = order.boards.slice(first, first + CONNECTIONS_PER_BATCH);
    await Promise.all(some.map((board) => connectOne(order, board)));
  }
};

const total = (): number => connections.reduce((sum, connection) => sum + connection.acknowledged(), 0);

const drained = async (): Promise<void> => {
  while (connections.some((connection) => connection.waiting() > 0)) await pause(TICK_MS);
};

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

const measured = async (work: () => Promise<void>): Promise<LoadResult> => {
  latencies = [];
  const [before, cpuBefore, began] = [total(), process.cpuUsage(), performance.now()];
  await work();
  const seconds = (performance.now() - began) / 1000;
  const acknowledged = total() - before;
  const cpu = process.cpuUsage(cpuBefore);
  await drained();
  const sorted = latencies.sort((a, b) => a - b);
  const [p50, p95, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.95), quantile(sorted, 0.99)];
  return { acknowledged, seconds, latencies: { p50, p95, p99 }, cpu };
};

/** Every connection keeps `window` messages unacknowledged. */
const flood = (seconds: number, window: number): Promise<LoadResult> =>
  measured(async () => {
    keepsLatencies = false;
    const half = window / 2;
    refill = (connection) => {
      if (connection.waiting() > half) return;
      while (connection.waiting() < window) connection.send();
    };
    for (const connection of connections) refill(connection);
    await pause(seconds * 1000);
    refill = null;
  });

const pace = (seconds: number, perSecond: number): Promise<LoadResult> =>
  measured(async () => {
    keepsLatencies = true;
    const began = performance.now();
    let sent = 0;
    for (;;) {
      const elapsed = performance.now() - began;
      if (elapsed >= seconds * 1000) return;
      for (const due = (elapsed * perSecond) / 1000; sent < due; sent++) {
        connections[sent % connections.length]?.send();
      }
      await pause(TICK_MS);
    }
  });

const obey = async (order: Order): Promise<unknown> => {
  if (order.order === 'connect') return connectAll(order);
  return order.order === 'flood' ? flood(order.seconds, order.window) : pace(order.seconds, order.perSecond);
};

process.on('message', (order: Order) => {
  obey(order).then(
    (result) => process.send?.({ done: order.order, result }),
    (failure: unknown) => process.send?.({ failed: String(failure) }),
  );
});
process.on('disconnect', () => {
  for (const connection of connections) connection.close();
  connections = [];
  process.exit(0);
});
