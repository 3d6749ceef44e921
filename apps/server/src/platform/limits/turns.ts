import { LimitReached, Unavailable } from '../errors.ts';

/** Runs expensive work with limited concurrency. An aborted caller (`signal`) leaves the queue. */
type Turns = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

interface TurnLimits {
  readonly concurrent: number;
  readonly waiting: number;
  readonly refusal: string;
  /** The longest wait before the answer 'unavailable'; unlimited by default. */
  readonly waitsMs?: number;
}

/** At most `concurrent` run and `waiting` wait; further callers are refused. */
export const createTurns = ({ concurrent, waiting, refusal, waitsMs }: TurnLimits): Turns => {
  let running = 0;
  const queue: (() => void)[] = [];

  const wait = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const begin = (): void => {
        stopWaiting();
        resolve();
      };
      const leave = (reason: unknown): void => {
        stopWaiting();
        queue.splice(queue.indexOf(begin), 1);
        reject(reason);
      };
      const giveUp = (): void => leave(signal?.reason);
      const timer = waitsMs === undefined ? undefined : setTimeout(() => leave(new Unavailable()), waitsMs);
      queue.push(begin);
      signal?.addEventListener('abort', giveUp, { once: true });
    });

  return async (work, signal) => {
    signal?.throwIfAborted();
    if (running >= concurrent) {
      if (queue.length >= waiting) throw new LimitReached(refusal, 2);
      await wait(signal);
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/** Like {@link createTurns} for each key separately; an idle key is removed. */
export const createTurnsByKey = (limits: TurnLimits) => {
  const turns = new Map<string, { take: Turns; users: number }>();
  return async <T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const waiting = turns.get(key) ?? { take: createTurns(limits), users: 0 };
    turns.set(key, waiting);
    waiting.users += 1;
    try {
      return await waiting.take(work, signal);
    } finally {
      waiting.users -= 1;
      if (waiting.users === 0) turns.delete(key);
    }
  };
};
