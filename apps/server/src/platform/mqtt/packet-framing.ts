/** Control packet types (MQTT 3.1.1, section 2.2.1). */
export const CONNECT = 1;
export const PUBLISH = 3;

const CONTINUED = 0x80;
const LENGTH_BITS = 0x7f;
const MAX_LENGTH_BYTES = 4;

/** The position of a packet in the received bytes. */
export interface Framed {
  /** The first byte: type and flags. */
  header: number;
  /** Offset after the fixed header. */
  body: number;
  /** Offset of the next packet; may lie beyond the received bytes. */
  end: number;
}

type Framing = 'framed' | 'incomplete' | 'malformed';

/** Reads a fixed header (MQTT 3.1.1, section 2.2) into `framed`. */
export const frame = (bytes: Buffer, start: number, framed: Framed): Framing => {
  let length = 0;
  let shift = 1;
  for (let index = 1; index <= MAX_LENGTH_BYTES; index++) {
    const byte = bytes[start + index];
    if (byte === undefined) return 'incomplete';
    length += (byte & LENGTH_BITS) * shift;
    shift *= 128;
    if ((byte & CONTINUED) === 0) {
      framed.header = bytes[start] ?? 0;
      framed.body = start + index + 1;
      framed.end = framed.body + length;
      return 'framed';
    }
  }
  return 'malformed';
};

export const packetType = (header: number): number => header >> 4;
export const qosOf = (header: number): number => (header >> 1) & 3;

/** CONNACK of MQTT 5 (section 3.2): no session, reason 0x84 'unsupported protocol version', no properties. */
export const UNSUPPORTED_VERSION = Buffer.from([0x20, 0x03, 0x00, 0x84, 0x00]);

/** The protocol level of a complete CONNECT, after the protocol name (section 3.1.2). */
export const protocolLevelOf = (bytes: Buffer, { body, end }: Framed): number | undefined =>
  body + 2 <= end ? bytes[body + 2 + bytes.readUInt16BE(body)] : undefined;

/** PUBACK packets (section 3.4) of several messages in one piece. */
export const acknowledgements = (messageIds: readonly number[]): Buffer => {
  const bytes = Buffer.allocUnsafe(messageIds.length * 4);
  let at = 0;
  for (const id of messageIds) {
    bytes[at] = 0x40;
    bytes[at + 1] = 2;
    bytes[at + 2] = id >> 8;
    bytes[at + 3] = id & 0xff;
    at += 4;
  }
  return bytes;
};
