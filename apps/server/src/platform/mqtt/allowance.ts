export interface Rate {
  readonly messagesPerSecond: number;
  readonly bytesPerSecond: number;
  /** Seconds of the rate that may arrive at once, so that a board can send its backlog after an outage. */
  readonly burstSeconds: number;
}

/** The remaining rate of one board, shared by its connections. */
interface Allowance {
  readonly spend: (bytes: number) => void;
  /** Milliseconds until more may be read; 0: now. */
  readonly waitMs: () => number;
}

/** The remaining rate of one connection. */
export interface LinkAllowance {
  /** @param device - the sender of the message; `null`: unknown */
  readonly spend: (bytes: number, device: string | null) => void;
  readonly waitMs: () => number;
}

/** The rate limit of a connection on which several devices may send. */
interface SharedAllowance extends LinkAllowance {
  /** The devices above their limit, with the waiting time of each. */
  readonly waits: () => Iterable<readonly [device: string, ms: number]>;
}

/** Minimum pause, because a timer for each message would cost more than the messages. */
const MIN_WAIT_MS = 100;
const SECOND_MS = 1_000;

interface Bucket extends Allowance {
  readonly isFull: () => boolean;
}

/** @param now - milliseconds on a clock that only goes forward */
const createBucket = (rate: Rate, now: () => number): Bucket => {
  const { messagesPerSecond, bytesPerSecond, burstSeconds } = rate;
  /** The remaining allowance in seconds of the rate, at most `burstSeconds`. */
  let messages = burstSeconds;
  let bytes = burstSeconds;
  let filledAt = now();
  const fill = (): void => {
    const at = now();
    const seconds = (at - filledAt) / SECOND_MS;
    filledAt = at;
    messages = Math.min(messages + seconds, burstSeconds);
    bytes = Math.min(bytes + seconds, burstSeconds);
  };
  return {
    spend(size) {
      messages -= 1 / messagesPerSecond;
      bytes -= size / bytesPerSecond;
    },
    waitMs() {
      fill();
      const missing = -Math.min(messages, bytes);
      return missing < 0 ? 0 : Math.max(missing * SECOND_MS, MIN_WAIT_MS);
    },
    isFull() {
      fill();
      return messages >= burstSeconds && bytes >= burstSeconds;
    },
  };
};

/**
 * Rate limits with a burst. Above its limit a connection is not read, so TCP holds the board back and nothing is lost. The state
 * is retained after a connection ends, so reconnecting does not evade the limit.
 */
export const createAllowances = (rate: Rate, now: () => number = () => performance.now()) => {
  const buckets = new Map<string, Bucket>();
  const of = (name: string): Allowance => {
    const bucket = buckets.get(name) ?? createBucket(rate, now);
    buckets.set(name, bucket);
    return bucket;
  };

  /** Messages of unknown devices count for the connection: invented names neither fill memory nor evade the limit. */
  const share = (): SharedAllowance => {
    const ofUnknownDevices = createBucket(rate, now);
    const ofDevices = new Map<string, Allowance>();
    const waits = function* (): Generator<readonly [string, number]> {
      for (const [device, allowance] of ofDevices) {
        const ms = allowance.waitMs();
        if (ms === 0) ofDevices.delete(device);
        else yield [device, ms];
      }
    };
    return {
      spend(bytes, device) {
        if (device === null) return ofUnknownDevices.spend(bytes);
        const allowance = of(device);
        allowance.spend(bytes);
        ofDevices.set(device, allowance);
      },
      waits,
      waitMs() {
        let maxLength = ofUnknownDevices.waitMs();
        for (const [, ms] of waits()) maxLength = Math.max(maxLength, ms);
        return maxLength;
      },
    };
  };

  return {
    of,
    /** Opens the rate limit of a connection on which several devices send. */
    share,
    /** Removes limits that are completely available again. */
    sweep() {
      for (const [name, bucket] of buckets) if (bucket.isFull()) buckets.delete(name);
    },
  };
};
