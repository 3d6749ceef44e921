import { type Framed, frame } from './packet-framing.ts';

const NOTHING = Buffer.alloc(0);

export type Verdict = 'taken' | 'left' | 'malformed';

interface PacketSorter {
  /** The whole packets that were left, in one piece; null when the bytes are not MQTT, or a packet is too large. */
  sort(chunk: Buffer): Buffer | null;
  /** Size of the packet of which a part has arrived; 0 between packets. */
  gathering(): number;
}

/** Cuts a stream of bytes into packets, and offers each to `take` before it is left to the broker. */
export const createPacketSorter = (needs: {
  largest: () => number;
  take: (bytes: Buffer, framed: Framed) => Verdict;
}): PacketSorter => {
  const { largest, take } = needs;
  const framed: Framed = { header: 0, body: 0, end: 0 };
  let parts: Buffer[] = [];
  let gathered = 0;
  let needed = 0;

  /** Offset of the next packet; -1 when it is not whole yet, -2 when it never will be. */
  const nextPacket = (bytes: Buffer, at: number, left: Buffer[]): number => {
    const framing = frame(bytes, at, framed);
    if (framing === 'incomplete') return -1;
    if (framing === 'malformed' || framed.end - framed.body > largest()) return -2;
    if (framed.end > bytes.length) {
      needed = framed.end - at;
      return -1;
    }
    const { end } = framed;
    const verdict = take(bytes, framed);
    if (verdict === 'left') left.push(bytes.subarray(at, end));
    return verdict === 'malformed' ? -2 : end;
  };

  const cut = (bytes: Buffer): Buffer | null => {
    const left: Buffer[] = [];
    let at = 0;
    needed = 0;
    while (at < bytes.length) {
      const next = nextPacket(bytes, at, left);
      if (next === -2) return null;
      if (next === -1) break;
      at = next;
    }
    gathered = bytes.length - at;
    parts = gathered > 0 ? [bytes.subarray(at)] : [];
    return left.length === 1 ? (left[0] ?? NOTHING) : Buffer.concat(left);
  };

  return {
    sort(chunk) {
      if (gathered === 0) return cut(chunk);
      parts.push(chunk);
      gathered += chunk.length;
      return gathered < needed ? NOTHING : cut(Buffer.concat(parts, gathered));
    },
    gathering: () => needed,
  };
};
