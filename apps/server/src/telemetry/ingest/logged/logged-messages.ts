import type { Instant } from '@nascente/domain/base/time/zone';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { boardTopics } from '@nascente/domain/telemetry/frames/topic';
import type { Sender } from '../intake.ts';

/** A message of a board in the log. */
interface LoggedMessage {
  readonly sender: Sender;
  readonly topic: string;
  readonly payload: Buffer;
  /** Time of arrival at the edge, used for all time limits. */
  readonly receivedAt: Instant;
}

/** First byte of each entry. A process that does not know the version leaves the entry to a newer process. */
const VERSION = 1;
/** The fixed part of a message: instant, and lengths of sender, topic and payload. */
const FIXED_BYTES = 8 + 1 + 2 + 4;
const FLEET = '';
/** Placeholder: the edge has verified the key. */
const NO_KEY = Buffer.alloc(0);

const GATEWAY = 'gateway ';

const nameOf = (sender: Sender): string => {
  switch (sender.kind) {
    case 'board':
      return sender.mac;
    case 'gateway':
      return GATEWAY + sender.id;
    case 'fleet':
      return FLEET;
  }
};

const senderBy = (name: string): Sender => {
  if (name === FLEET) return { kind: 'fleet' };
  if (name.startsWith(GATEWAY)) return { kind: 'gateway', id: name.slice(GATEWAY.length) };
  const mac = normalizeMac(name) as Mac;
  return { kind: 'board', mac, topics: boardTopics(mac), keyHash: NO_KEY };
};

/** Messages collected into one entry. Added data are copied. */
export type LogEntry = ReturnType<typeof createLogEntry>;

export const createLogEntry = () => {
  const parts: Buffer[] = [Buffer.of(VERSION)];
  let bytes = 1;
  return {
    count: () => parts.length - 1,
    bytes: () => bytes,
    add({ sender, topic, payload, receivedAt }: LoggedMessage) {
      const name = nameOf(sender);
      const topicBytes = Buffer.byteLength(topic);
      const part = Buffer.allocUnsafe(FIXED_BYTES + name.length + topicBytes + payload.length);
      let at = part.writeDoubleLE(receivedAt);
      at = part.writeUInt8(name.length, at);
      at = part.writeUInt16LE(topicBytes, at);
      at = part.writeUInt32LE(payload.length, at);
      at += part.write(name, at, 'latin1');
      at += part.write(topic, at, 'utf8');
      payload.copy(part, at);
      parts.push(part);
      bytes += part.length;
    },
    encoded: (): Buffer => Buffer.concat(parts, bytes),
  };
};

/** The messages of an entry, in their order. Throws a RangeError for an entry of another version or one that was cut off. */
export const readLogEntry = (bytes: Uint8Array): LoggedMessage[] => {
  const entry = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry[0] !== VERSION) throw new RangeError(`an entry of version ${entry[0]}`);
  const messages: LoggedMessage[] = [];
  for (let at = 1; at < entry.length; ) {
    const receivedAt = entry.readDoubleLE(at) as Instant;
    const nameEnd = at + FIXED_BYTES + entry.readUInt8(at + 8);
    const topicEnd = nameEnd + entry.readUInt16LE(at + 9);
    const end = topicEnd + entry.readUInt32LE(at + 11);
    if (end > entry.length) throw new RangeError('an entry that was cut off');
    messages.push({
      sender: senderBy(entry.toString('latin1', at + FIXED_BYTES, nameEnd)),
      topic: entry.toString('utf8', nameEnd, topicEnd),
      payload: entry.subarray(topicEnd, end),
      receivedAt,
    });
    at = end;
  }
  return messages;
};
