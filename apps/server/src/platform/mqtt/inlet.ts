import type { Duplex } from 'node:stream';
import { type IntakeBudget, LARGE_PACKET_BYTES } from './intake-budget.ts';
import { acknowledgements, type Framed, PUBLISH, packetType, qosOf } from './packet-framing.ts';
import { createPacketSorter, type Verdict } from './packet-sorter.ts';

/** Of one connection: beyond this much that is not durable yet, it is not read. */
const MOST_HELD_BYTES = 32_768;
const LARGE_WITHIN_MS = 60_000;
/** Acknowledgements, of four bytes each, that a board leaves unread beyond what the system holds for it. */
const MOST_UNREAD_BYTES = 65_536;

/** What a board's messages are given to, once its connection is known to be a board's. */
export type TakeMessage = (topic: string, payload: Buffer, done: () => void) => void;

export interface Inlet {
  /** From now on messages of QoS 0 and 1 go here; everything else still goes to the broker. */
  takeWith(take: TakeMessage, largestPacket: number): void;
  /** Last sign of life, or now while it is us who do not read. */
  lastHeardAt(): number;
}

/**
 * Stands between a socket and the broker's parser. Counts what was read and is not durable, stops reading beyond a
 * bound, refuses packets that are too large before they are gathered, and takes messages of boards directly: the
 * broker's general path costs several times more a message (see bench/README.md).
 */
export const createInlet = (needs: {
  stream: Duplex;
  budget: IntakeBudget;
  /** For whoever is not a board, or not yet. */
  largestPacket: number;
}): Inlet => {
  const { stream, budget } = needs;
  const read = stream.read.bind(stream);
  const largePlace = createLargePlace(budget, () =>
    stream.destroy(new Error('a large packet came too slowly')),
  );
  let largestPacket = needs.largestPacket;
  let takeMessage: TakeMessage | null = null;
  let held = 0;
  let waitsFor: 'nothing' | 'own' | 'room' = 'nothing';
  let heardAt = Date.now();
  let acks: number[] = [];

  const resume = (): void => {
    if (waitsFor === 'nothing' || stream.destroyed) return;
    waitsFor = 'nothing';
    heardAt = Date.now();
    stream.emit('readable');
  };

  const sendAcks = (): void => {
    const ids = acks;
    acks = [];
    if (stream.destroyed || !stream.writable) return;
    if (stream.writableLength > MOST_UNREAD_BYTES) stream.destroy(new Error('acknowledgements are not read'));
    else stream.write(acknowledgements(ids));
  };

  const finished = (bytes: number, messageId: number): void => {
    held -= bytes;
    budget.refund(bytes);
    if (messageId > 0 && acks.push(messageId) === 1) setImmediate(sendAcks);
    if (waitsFor === 'own' && held < MOST_HELD_BYTES / 2) setImmediate(resume);
  };

  /** PUBLISH: MQTT 3.1.1, section 3.3. */
  const take = (bytes: Buffer, { header, body, end }: Framed): Verdict => {
    if (takeMessage === null || packetType(header) !== PUBLISH || qosOf(header) > 1) return 'left';
    const isAcknowledged = qosOf(header) === 1;
    const topicEnd = body + 2 + uint16(bytes, body);
    const payloadStart = isAcknowledged ? topicEnd + 2 : topicEnd;
    if (topicEnd === body + 2 || payloadStart > end) return 'malformed';
    const messageId = isAcknowledged ? uint16(bytes, topicEnd) : 0;
    if (isAcknowledged && messageId === 0) return 'malformed';
    const size = end - body;
    held += size;
    budget.spend(size);
    const topic = bytes.toString('utf8', body + 2, topicEnd);
    takeMessage(topic, bytes.subarray(payloadStart, end), openReceipt(finished, size, messageId).done);
    return 'taken';
  };
  const sorter = createPacketSorter({ largest: () => largestPacket, take });

  const mayRead = (): boolean => {
    if (held < MOST_HELD_BYTES && !budget.isSpent() && largePlace.mayGather(sorter.gathering())) return true;
    if (waitsFor !== 'nothing') return false;
    waitsFor = held < MOST_HELD_BYTES ? 'room' : 'own';
    if (waitsFor === 'room') budget.onRoom(resume);
    return false;
  };

  const readPackets = (): Buffer | null => {
    while (mayRead()) {
      const chunk: unknown = read();
      if (!Buffer.isBuffer(chunk)) return null;
      heardAt = Date.now();
      const left = sorter.sort(chunk);
      if (left === null) {
        stream.destroy(new Error('not MQTT, or a packet too large'));
        return null;
      }
      if (sorter.gathering() === 0) largePlace.give();
      if (left.length > 0) return left;
    }
    return null;
  };

  /** The broker reads with no size; sizes are Node's own business. */
  stream.read = (size?: number): unknown =>
    size === undefined || size === null ? readPackets() : read(size);
  stream.once('close', largePlace.give);

  return {
    takeWith(taken, largest) {
      takeMessage = taken;
      largestPacket = largest;
    },
    lastHeardAt: () => (waitsFor === 'nothing' ? heardAt : Date.now()),
  };
};

type Finished = (bytes: number, messageId: number) => void;

/** What a message is answered by, once. */
interface Receipt {
  finished: Finished;
  bytes: number;
  messageId: number;
  readonly done: () => void;
}

/** Reused: as closures they would be promoted by the garbage collector, tens of thousands a second. */
const spareReceipts: Receipt[] = [];

const openReceipt = (finished: Finished, bytes: number, messageId: number): Receipt => {
  const receipt = spareReceipts.pop() ?? createReceipt(finished);
  receipt.finished = finished;
  receipt.bytes = bytes;
  receipt.messageId = messageId;
  return receipt;
};

const createReceipt = (first: Finished): Receipt => {
  const receipt: Receipt = {
    finished: first,
    bytes: 0,
    messageId: 0,
    done() {
      spareReceipts.push(receipt);
      receipt.finished(receipt.bytes, receipt.messageId);
    },
  };
  return receipt;
};

const uint16 = (bytes: Buffer, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

interface LargePlace {
  readonly mayGather: (bytes: number) => boolean;
  readonly give: () => void;
}

/** A connection's claim to gather a large packet, for which there are few places and not for ever. */
const createLargePlace = (budget: IntakeBudget, tooSlow: () => void): LargePlace => {
  let isTaken = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    mayGather(bytes) {
      if (bytes <= LARGE_PACKET_BYTES || isTaken) return true;
      if (!budget.takeLarge()) return false;
      isTaken = true;
      timer = setTimeout(tooSlow, LARGE_WITHIN_MS);
      return true;
    },
    give() {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(timer);
      budget.giveLarge();
    },
  };
};
