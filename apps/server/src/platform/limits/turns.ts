import { LimitReached } from '../errors.ts';

/** Runs work that takes memory and threads, little of it together. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `atOnce` together and `waiting` behind them; whoever comes then is refused instead of piling up. */
export const createTurns = (limits: { atOnce: number; waiting: number; refusal: string }): Turns => {
  const { atOnce, waiting, refusal } = limits;
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new LimitReached(refusal, 2);
      await new Promise<void>((resolve) => queue.push(resolve));
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
