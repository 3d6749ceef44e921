/** Of wire bytes that were read and are not durable yet. A frame in memory is four times its line. */
const MOST_BYTES = 3_000_000;
/** Packets above this arrive few at a time: each is gathered whole before it is looked at. */
export const LARGE_PACKET_BYTES = 65_536;
const MOST_LARGE = 4;

/** What all connections together may hold in memory; beyond it they are not read, and TCP makes boards wait. */
export interface IntakeBudget {
  spend(bytes: number): void;
  refund(bytes: number): void;
  isSpent(): boolean;
  /** A place to gather a large packet, if one is free. */
  takeLarge(): boolean;
  giveLarge(): void;
  /** Called once, when there is room again. */
  onRoom(resume: () => void): void;
}

export const createIntakeBudget = (): IntakeBudget => {
  let held = 0;
  let large = 0;
  let waiting: (() => void)[] = [];

  const wake = (): void => {
    if (waiting.length === 0 || held >= MOST_BYTES / 2) return;
    const woken = waiting;
    waiting = [];
    for (const resume of woken) setImmediate(resume);
  };

  return {
    spend(bytes) {
      held += bytes;
    },
    refund(bytes) {
      held -= bytes;
      wake();
    },
    isSpent: () => held >= MOST_BYTES,
    takeLarge() {
      if (large >= MOST_LARGE) return false;
      large++;
      return true;
    },
    giveLarge() {
      large--;
      wake();
    },
    onRoom(resume) {
      waiting.push(resume);
    },
  };
};
