import type { Noise } from '../profiles/noise.ts';

/** How often things go wrong, a message. */
export interface Mishaps {
  readonly outage: number;
  readonly duplicate: number;
  readonly malformed: number;
}

export const NO_MISHAPS: Mishaps = { outage: 0, duplicate: 0, malformed: 0 };
/** About one outage in two hours, two duplicates an hour and a damaged line in three hours, at 5 s a message. */
export const FIELD_MISHAPS: Mishaps = { outage: 0.0007, duplicate: 0.0028, malformed: 0.0005 };

/** The radio's behaviour for the records of one tick. */
export interface Delivery {
  readonly connected: boolean;
  /** Payloads to publish, in order. */
  readonly payloads: readonly string[];
}

/** A board's memory is small: beyond this the oldest lines are lost, as in the field. */
const MEMORY_LINES = 10_000;
const PAYLOAD_LINES = 500;
const MIN_OUTAGE = 12;
const MAX_OUTAGE = 72;

function inPayloads(lines: readonly string[]): string[] {
  const payloads: string[] = [];
  for (let start = 0; start < lines.length; start += PAYLOAD_LINES) {
    payloads.push(lines.slice(start, start + PAYLOAD_LINES).join('\n'));
  }
  return payloads;
}

/** A line that the radio damaged: its end is missing. */
const damaged = (line: string): string => line.slice(0, Math.floor(line.length / 2));

/**
 * Simulates the delivery of a board's records: mostly undisturbed; sometimes the connection is lost for a while and the records
 * arrive together, a payload is sent twice, or a damaged record comes first. Depends on the noise and the message number only.
 */
export function createDelivery(noise: Noise, mishaps: Mishaps) {
  let message = 0;
  let outageLeft = 0;
  let memory: string[] = [];

  const happens = (chance: number, kind: number): boolean => noise.at(message * 4 + kind) < chance;

  function send(lines: readonly string[]): Delivery {
    const payloads = inPayloads([...memory, ...lines]);
    memory = [];
    const last = payloads.at(-1);
    const line = lines.at(-1);
    if (last !== undefined && happens(mishaps.duplicate, 1)) payloads.push(last);
    if (line !== undefined && happens(mishaps.malformed, 2)) payloads.unshift(damaged(line));
    return { connected: true, payloads };
  }

  return {
    /** Takes the lines of a tick; `acknowledged` says whether everything sent before was acknowledged. */
    next(lines: readonly string[], acknowledged: boolean): Delivery {
      message += 1;
      if (outageLeft === 0 && happens(mishaps.outage, 0)) {
        outageLeft = MIN_OUTAGE + Math.floor(noise.at(message * 4 + 3) * (MAX_OUTAGE - MIN_OUTAGE));
      }
      if (outageLeft > 0) outageLeft -= 1;
      const connected = outageLeft === 0;
      if (connected && acknowledged) return send(lines);
      memory = [...memory, ...lines].slice(-MEMORY_LINES);
      return { connected, payloads: [] };
    },
  };
}
