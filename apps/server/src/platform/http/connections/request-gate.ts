import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { addressOf, plainAddress } from '../../limits/front-door.ts';
import { subscriberOf } from '../../limits/subscriber.ts';
import { refusalBody } from './refuse-connection.ts';

export interface RequestRate {
  /** Rate of one address, counted over requests without a session. For IPv6 an address means a /64 network. */
  readonly perSecond: number;
  readonly burst: number;
  /** Maximum waiting requests of one address. */
  readonly waiting: number;
  /** Maximum unanswered requests of one HTTP/1.1 connection. */
  readonly pipelined: number;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export type RequestGate = ReturnType<typeof createRequestGate>;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly handle: Handle;
}

interface Queue {
  readonly waiting: Waiting[];
  tokens: number;
  filledAt: number;
}

const RATE: RequestRate = { perSecond: 500, burst: 1_000, waiting: 2_000, pipelined: 32 };
/** Time for which requests are started before boards are served. */
const SLICE_MS = 4;
/** Cap of the counted excess of an address, in seconds of its rate: after a flood it waits at most this long. */
const MAX_DEBT_SECONDS = 5;
const LATER_MS = 20;
const SWEEP_MS = 10_000;
const TOO_MANY = {
  status: 429,
  type: 'limit',
  msg: 'Há pedidos demais desta rede. Tente novamente em instantes.',
} as const;

const isGone = ({ request, response }: Waiting): boolean =>
  request.destroyed || response.destroyed || request.socket?.destroyed !== false;

const refuse = ({ request, response }: Waiting): void => {
  response.writeHead(TOO_MANY.status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '1',
    ...(request.httpVersionMajor === 1 ? { connection: 'close' } : {}),
  });
  response.end(refusalBody(TOO_MANY));
};

/**
 * Starts requests in slices of some milliseconds, one of each address in turn, so that boards are served between the slices
 * however many requests arrive. Requests of an address above its rate wait, and are refused if too many wait.
 */
export const createRequestGate = (needs: {
  readonly trustProxy: boolean;
  readonly rate?: Partial<RequestRate> | undefined;
  readonly now?: () => number;
}) => {
  const { trustProxy, now = () => performance.now() } = needs;
  const rate = { ...RATE, ...needs.rate };
  const queues = new Map<string, Queue>();
  /** Queues with waiting requests; a queue that was served moves to the end. */
  const active = new Set<Queue>();
  /** Pipelined requests of each HTTP/1.1 connection that wait for the previous answer. */
  const pipelines = new WeakMap<Socket, Waiting[]>();
  let scheduled: 'soon' | 'later' | null = null;
  let timer: NodeJS.Timeout | undefined;
  let sweptAt = now();

  const nameOf = (request: IncomingMessage): string => subscriberOf(addressOf(request, trustProxy));
  const fill = (queue: Queue): void => {
    const at = now();
    queue.tokens = Math.min(rate.burst, queue.tokens + ((at - queue.filledAt) / 1_000) * rate.perSecond);
    queue.filledAt = at;
  };
  const sweep = (): void => {
    sweptAt = now();
    for (const [name, queue] of queues) {
      fill(queue);
      if (queue.waiting.length === 0 && queue.tokens >= rate.burst) queues.delete(name);
    }
  };
  const queueOf = (name: string): Queue => {
    if (now() - sweptAt > SWEEP_MS) sweep();
    const queue = queues.get(name) ?? { waiting: [], tokens: rate.burst, filledAt: now() };
    queues.set(name, queue);
    return queue;
  };

  const owe = (queue: Queue): void => {
    queue.tokens = Math.max(queue.tokens - 1, -MAX_DEBT_SECONDS * rate.perSecond);
  };

  const schedule = (when: 'soon' | 'later'): void => {
    if (scheduled === 'soon' || scheduled === when) return;
    clearTimeout(timer);
    scheduled = when;
    if (when === 'soon') setImmediate(turn);
    else timer = setTimeout(turn, LATER_MS);
  };
  /** The next request of a queue that may start; `null`: none may start now. */
  const nextOf = (queue: Queue): Waiting | null => {
    fill(queue);
    while (queue.tokens >= 1) {
      const next = queue.waiting.shift();
      if (next === undefined) return null;
      if (isGone(next)) continue;
      queue.tokens -= 1;
      return next;
    }
    return null;
  };
  /** Starts the next request of a queue. @returns whether another one of the queue may start at once */
  const beginOne = (queue: Queue): boolean => {
    const next = nextOf(queue);
    next?.handle(next.request, next.response);
    return next !== null && queue.waiting.length > 0;
  };
  /** Starts requests for one slice. @returns whether requests remain that may start */
  const beginSome = (): boolean => {
    const until = now() + SLICE_MS;
    const blocked: Queue[] = [];
    for (const queue of active) {
      active.delete(queue);
      if (beginOne(queue)) active.add(queue);
      else if (queue.waiting.length > 0) blocked.push(queue);
      if (now() >= until) break;
    }
    const isUnfinished = active.size > 0;
    for (const queue of blocked) active.add(queue);
    return isUnfinished;
  };
  const turn = (): void => {
    scheduled = null;
    if (beginSome()) schedule('soon');
    else if (active.size > 0) schedule('later');
  };
  const enqueue = (one: Waiting): void => {
    const queue = queueOf(nameOf(one.request));
    if (queue.waiting.length >= rate.waiting) {
      owe(queue);
      refuse(one);
      return;
    }
    queue.waiting.push(one);
    active.add(queue);
    schedule('soon');
  };

  /** HTTP/1.1 sends the answers of a connection in the order of its requests, so a later request need not start early. */
  const enqueueInLine = (one: Waiting): void => {
    const { socket } = one.request;
    const line = pipelines.get(socket);
    if (line === undefined) {
      pipelines.set(socket, []);
      enqueue(one);
    } else if (line.length < rate.pipelined) line.push(one);
    else {
      owe(queueOf(nameOf(one.request)));
      socket.destroy();
      return;
    }
    one.response.once('close', () => {
      const next = pipelines.get(socket)?.shift();
      if (next === undefined) pipelines.delete(socket);
      else enqueue(next);
    });
  };

  return {
    /** Closes new connections of an address that has sent far more than its rate, before anything is read or encrypted. */
    watch(server: Server) {
      if (trustProxy) return;
      server.prependListener('connection', (socket: Socket) => {
        const queue = queues.get(subscriberOf(plainAddress(socket.remoteAddress)));
        if (queue === undefined) return;
        fill(queue);
        if (queue.tokens < -rate.perSecond) socket.destroy();
      });
    },
    /** Queues requests; of an HTTP/1.1 connection one at a time. */
    guard:
      (handle: Handle): Handle =>
      (request, response) => {
        const one = { request, response, handle };
        if (request.httpVersionMajor === 1) enqueueInLine(one);
        else enqueue(one);
      },
    /** Removes a request with a session from the count of its address. */
    refund(request: IncomingMessage) {
      const queue = queues.get(nameOf(request));
      if (queue !== undefined) queue.tokens = Math.min(rate.burst, queue.tokens + 1);
    },
  };
};
