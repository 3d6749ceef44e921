import type { Log } from '@nascente/runtime/log';

/** Time limit for closing one part; closing all parts may take thirty seconds (`main.ts`). */
const LIMIT_MS = 8_000;
/** The limit of a part that bounds its own closing time. */
export const OWN_LIMIT = { limitMs: Number.POSITIVE_INFINITY } as const;

interface CloseLimit {
  readonly limitMs: number;
}

/** Started parts, closed in reverse order of their start. */
export type Closers = ReturnType<typeof createClosers>;

/** Throws when `close` takes longer than `limitMs`. */
const closeWithin = async (close: () => Promise<void>, limitMs: number): Promise<void> => {
  if (limitMs === Number.POSITIVE_INFINITY) return close();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`It did not end within ${limitMs} ms`)), limitMs);
  try {
    await Promise.race([close(), late]);
  } finally {
    clearTimeout(timer);
  }
};

export const createClosers = (log: Log) => {
  const open: { readonly name: string; readonly close: () => Promise<void>; readonly limitMs: number }[] = [];
  let closing: Promise<void> | null = null;
  const closeOneByOne = async (): Promise<void> => {
    for (const { name, close, limitMs } of open.toReversed()) {
      const startedAt = performance.now();
      try {
        await closeWithin(close, limitMs);
        log.debug({ part: name, ms: Math.round(performance.now() - startedAt) }, 'A part is closed');
      } catch (error) {
        log.error({ err: error, part: name }, 'A part did not close cleanly');
      }
    }
  };
  return {
    add(name: string, close: () => Promise<void>, { limitMs }: CloseLimit = { limitMs: LIMIT_MS }): void {
      open.push({ name, close, limitMs });
    },
    /** Closes all parts, also when one of them fails or does not end. Repeated calls wait for the first. */
    closeAll(): Promise<void> {
      closing ??= closeOneByOne();
      return closing;
    },
  };
};
