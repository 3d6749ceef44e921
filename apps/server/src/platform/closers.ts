import type { Log } from '@nascente/runtime/log';

/** What was started, to be closed in the opposite order. */
export interface Closers {
  add(name: string, close: () => Promise<void>): void;
  /** Closes all, also when one of them fails. Repeated calls wait for the first. */
  closeAll(): Promise<void>;
}

export const createClosers = (log: Log): Closers => {
  const open: { readonly name: string; readonly close: () => Promise<void> }[] = [];
  let closing: Promise<void> | null = null;
  const closeOneByOne = async (): Promise<void> => {
    for (const { name, close } of open.toReversed()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error, part: name }, 'A part did not close cleanly');
      }
    }
  };
  return {
    add(name, close) {
      open.push({ name, close });
    },
    closeAll() {
      closing ??= closeOneByOne();
      return closing;
    },
  };
};
