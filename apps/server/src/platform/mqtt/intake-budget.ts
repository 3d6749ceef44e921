/** Limits the wire bytes that were read and are not durable yet. A frame in memory takes four times the bytes of its record. */
const MAX_BYTES = 3_000_000;

/** Limits the memory of all connections together. Above the limit no connection is read, and TCP makes boards wait. */
export type IntakeBudget = ReturnType<typeof createIntakeBudget>;

export const createIntakeBudget = () => {
  let held = 0;
  let waiting: (() => void)[] = [];

  return {
    spend(bytes: number): void {
      held += bytes;
    },
    refund(bytes: number): void {
      held -= bytes;
      if (waiting.length === 0 || held >= MAX_BYTES / 2) return;
      const woken = waiting;
      waiting = [];
      for (const resume of woken) setImmediate(resume);
    },
    isSpent: (): boolean => held >= MAX_BYTES,
    /** Called once, when there is room again. */
    onRoom(resume: () => void): void {
      waiting.push(resume);
    },
  };
};
