/** Packets above this size are collected completely before they are parsed, in memory reserved for them. */
const LARGE_PACKET_BYTES = 65_536;
/** Memory for all incomplete large packets: four of the largest. */
const MAX_BYTES = 16_400_000;
/** An incomplete packet is dropped after this time. */
const COMPLETE_WITHIN_MS = 60_000;
/** After this time an incomplete packet is dropped if another one waits for memory. */
const FAIR_TURN_MS = 10_000;

/** The sender of a large packet: a board, over all of its connections. */
export type Sender = string | symbol;

/** The claim of one connection to memory for one packet at a time. */
interface LargeSlot {
  /** Whether a packet of this size may be collected. Once allowed, it stays allowed. */
  readonly mayGather: (bytes: number) => boolean;
  /** Whether a large packet is being collected; false after `complete`. */
  readonly isGathering: () => boolean;
  /** Marks the packet as complete; its time limit ends. */
  readonly complete: () => void;
  readonly give: () => void;
  /** Called once, when room may be available again. */
  readonly onRoom: (resume: () => void) => void;
}

export type LargePackets = ReturnType<typeof createLargePackets>;

interface Gathering {
  readonly sender: Sender;
  readonly bytes: number;
  readonly since: number;
  readonly giveUp: () => void;
  isComplete: boolean;
}

/**
 * Memory for large packets, from their first byte until they are durable. A board may have one at a time. If the memory is full,
 * packets that stay incomplete are dropped in favour of waiting ones.
 */
export const createLargePackets = (now: () => number = () => performance.now()) => {
  /** Packets being collected, the oldest first. */
  const underWay = new Set<Gathering>();
  const senders = new Set<Sender>();
  let taken = 0;
  let waiting: (() => void)[] = [];
  let isShort = false;

  const take = (gathering: Gathering): boolean => {
    if (senders.has(gathering.sender)) return false;
    if (taken + gathering.bytes > MAX_BYTES) {
      isShort = true;
      return false;
    }
    underWay.add(gathering);
    senders.add(gathering.sender);
    taken += gathering.bytes;
    return true;
  };

  const give = (gathering: Gathering): void => {
    if (!underWay.delete(gathering)) return;
    senders.delete(gathering.sender);
    taken -= gathering.bytes;
    isShort = false;
    const woken = waiting;
    waiting = [];
    for (const resume of woken) setImmediate(resume);
  };

  return {
    /** @param giveUp - called when the packet took too long; must lead to `give`. */
    openSlot(sender: () => Sender, giveUp: () => void): LargeSlot {
      let own: Gathering | null = null;
      return {
        mayGather(bytes) {
          if (bytes <= LARGE_PACKET_BYTES || own !== null) return true;
          const requested = { sender: sender(), bytes, since: now(), giveUp, isComplete: false };
          if (take(requested)) own = requested;
          return own !== null;
        },
        isGathering: () => own !== null && !own.isComplete,
        complete() {
          if (own !== null) own.isComplete = true;
        },
        give() {
          if (own !== null) give(own);
          own = null;
        },
        onRoom: (resume) => void waiting.push(resume),
      };
    },
    sweep() {
      const latest = now() - (isShort ? FAIR_TURN_MS : COMPLETE_WITHIN_MS);
      for (const gathering of underWay) {
        if (gathering.since <= latest && !gathering.isComplete) gathering.giveUp();
      }
    },
  };
};
