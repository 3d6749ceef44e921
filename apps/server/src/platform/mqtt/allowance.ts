export interface Rate {
  readonly messagesPerSecond: number;
  readonly bytesPerSecond: number;
  /** The seconds of that rate that may arrive at once: a board that was cut off sends its backlog. */
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

/** Of a connection by which several devices may send. */
interface SharedAllowance extends LinkAllowance {
  /** The devices that it waits for, and how long for each. */
  readonly waits: () => Iterable<readonly [device: string, ms: number]>;
}

/** Read again for this much at least: a timer for each message would cost more than the messages. */
const MIN_WAIT_MS = 100;
const SECOND_MS = 1_000;

interface Bucket extends Allowance {
  readonly isFull: () => boolean;
}

/** @param now - milliseconds on a clock that only goes forward */
const createBucket = (rate: Rate, now: () => number): Bucket => {
  const { messagesPerSecond, bytesPerSecond, burstSeconds } = rate;
  /** In seconds of the rate, of which `burstSeconds` are given at most. */
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
 * A burst, then a rate: beyond it the connection is not read, so TCP holds the board back and nothing is lost. The state outlives
 * connections, so reconnecting does not evade it.
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
    /** Opens the allowance of a connection that speaks for many. */
    share,
    /** Forgets those that are full again. */
    sweep() {
      for (const [name, bucket] of buckets) if (bucket.isFull()) buckets.delete(name);
    },
  };
};
