/** What a test file has started, to be stopped in the opposite order when it is done: `end-of-file.setup.ts`. */
const closers: (() => unknown)[] = [];

/**
 * Stops it when the test file is done. `afterAll` would be forgotten where something is started by a `beforeAll`: Vitest has
 * collected the hooks of the file by then.
 */
export const atEndOfFile = (close: () => unknown): void => {
  closers.push(close);
};

/** Closes all, also when one of them fails; the first failure is thrown. */
export const closeAll = async (): Promise<void> => {
  const failures: unknown[] = [];
  for (const close of closers.splice(0).toReversed()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
};
