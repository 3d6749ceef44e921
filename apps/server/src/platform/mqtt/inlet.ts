import { Duplex } from 'node:stream';
import type { LinkAllowance } from './allowance.ts';
import type { IntakeBudget } from './intake-budget.ts';
import type { LargePackets, Sender } from './large-packets.ts';
import { acknowledgements, type Framed, frame, PUBLISH, packetType, qosOf } from './packet-framing.ts';

const EMPTY = Buffer.alloc(0);

type Verdict = 'taken' | 'left' | 'malformed';

/** Splits a stream of bytes into packets. Each is offered to `take`; the others go to the broker. */
export const createPacketSorter = (needs: {
  largest: () => number;
  take: (bytes: Buffer, framed: Framed) => Verdict;
}) => {
  const { largest, take } = needs;
  const framed: Framed = { header: 0, body: 0, end: 0 };
  let parts: Buffer[] = [];
  let gathered = 0;
  let needed = 0;

  /** Offset of the next packet; -1: the packet is incomplete; -2: it is invalid. */
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
    return left.length === 1 ? (left[0] ?? EMPTY) : Buffer.concat(left);
  };

  return {
    /** The complete packets that were not taken, joined; `null`: the bytes are not MQTT, or a packet is too large. */
    sort(chunk: Buffer): Buffer | null {
      if (gathered === 0) return cut(chunk);
      parts.push(chunk);
      gathered += chunk.length;
      return gathered < needed ? EMPTY : cut(Buffer.concat(parts, gathered));
    },
    /** Size of the packet of which a part has arrived; 0 between packets. */
    gathering: (): number => needed,
  };
};

type Finished = (bytes: number, messageId: number) => void;

/** The single answer to a message. */
interface Receipt {
  finished: Finished;
  bytes: number;
  messageId: number;
  readonly done: () => void;
}

/** Reused objects. Tens of thousands of closures a second would reach the old generation of the garbage collector. */
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

/** A connection is not read while it has more than this many bytes that are not durable. */
const MAX_HELD_BYTES = 32_768;
/** Maximum bytes of acknowledgements that a board has not read, beyond the system's buffer; four bytes each. */
const MAX_UNREAD_BYTES = 65_536;

/** Takes messages of an authenticated board; returns their sender. */
type TakeMessage = (topic: string, payload: Buffer, done: () => void) => string | null;

/** A connection that may publish. */
export interface PublisherTerms {
  readonly take: TakeMessage;
  readonly largestPacket: number;
  /** The sender, which may have one large packet at a time over all its connections. */
  readonly sender: Sender;
  readonly allowance: LinkAllowance;
  /** Called with the time for which the connection is not read because its rate is used up. */
  readonly heldBack: (ms: number) => void;
}

export type Inlet = ReturnType<typeof createInlet>;

/** Why a connection is not read: its own messages are not durable yet, its rate, shared memory, memory for a large packet, the broker. */
type Wait = 'nothing' | 'own' | 'allowance' | 'room' | 'slot' | 'broker';

const noAccount = Symbol('nobody');

/** Maximum bytes waiting for the broker; above it the connection is not read. */
const MAX_BROKER_BYTES = 16_384;

/**
 * Reads a socket in place of the broker. It counts bytes that are not durable, stops reading at a bound, refuses packets
 * that are too large before it buffers them, and takes messages of boards directly: the broker's general path costs
 * several times more per message (see bench/README.md). All other packets reach the broker through a stream of its own.
 */
export const createInlet = (needs: {
  stream: Duplex;
  budget: IntakeBudget;
  largePackets: LargePackets;
  /** Maximum packet size of clients that are not boards, or not authenticated yet. */
  largestPacket: number;
}) => {
  const { stream, budget } = needs;
  let terms: PublisherTerms | null = null;
  const largeSlot = needs.largePackets.openSlot(
    () => terms?.sender ?? noAccount,
    () => stream.destroy(new Error('a large packet came too slowly')),
  );
  let held = 0;
  let waitsFor: Wait = 'nothing';
  let timer: NodeJS.Timeout | undefined;
  let receivedAt = Date.now();
  let acks: number[] = [];

  const resume = (): void => {
    if (waitsFor === 'nothing' || stream.destroyed) return;
    clearTimeout(timer);
    waitsFor = 'nothing';
    receivedAt = Date.now();
    readPackets();
  };

  const sendAcks = (): void => {
    const ids = acks;
    acks = [];
    if (stream.destroyed || !stream.writable) return;
    if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy(new Error('acknowledgements are not read'));
    else stream.write(acknowledgements(ids));
  };

  const settle = (bytes: number, messageId: number): void => {
    held -= bytes;
    if (messageId > 0 && acks.push(messageId) === 1) setImmediate(sendAcks);
    if (waitsFor === 'own' && held < MAX_HELD_BYTES / 2) setImmediate(resume);
  };

  const finished = (bytes: number, messageId: number): void => {
    budget.refund(bytes);
    settle(bytes, messageId);
  };
  const largeFinished = (bytes: number, messageId: number): void => {
    largeSlot.give();
    settle(bytes, messageId);
  };

  /** A large packet uses separate memory and leaves the shared memory to small packets of other boards. */
  const answerTo = (size: number, messageId: number): (() => void) => {
    held += size;
    if (!largeSlot.isGathering()) {
      budget.spend(size);
      return openReceipt(finished, size, messageId).done;
    }
    largeSlot.complete();
    return openReceipt(largeFinished, size, messageId).done;
  };

  /** PUBLISH: MQTT 3.1.1, section 3.3. */
  const take = (bytes: Buffer, { header, body, end }: Framed): Verdict => {
    if (terms === null || packetType(header) !== PUBLISH || qosOf(header) > 1) return 'left';
    const isAcknowledged = qosOf(header) === 1;
    const topicEnd = body + 2 + uint16(bytes, body);
    const payloadStart = isAcknowledged ? topicEnd + 2 : topicEnd;
    if (topicEnd === body + 2 || payloadStart > end) return 'malformed';
    const messageId = isAcknowledged ? uint16(bytes, topicEnd) : 0;
    if (isAcknowledged && messageId === 0) return 'malformed';
    const size = end - body;
    const topic = bytes.toString('utf8', body + 2, topicEnd);
    const device = terms.take(topic, bytes.subarray(payloadStart, end), answerTo(size, messageId));
    terms.allowance.spend(size, device);
    return 'taken';
  };
  const obstacleOf = (ms: number): Wait => {
    if (held >= MAX_HELD_BYTES) return 'own';
    if (ms > 0) return 'allowance';
    if (budget.isSpent()) return 'room';
    return largeSlot.mayGather(sorter.gathering()) ? 'nothing' : 'slot';
  };
  const sorter = createPacketSorter({ largest: () => terms?.largestPacket ?? needs.largestPacket, take });

  /** Arranges a later `resume`. In the state 'own', the connection's messages call it as they become durable. */
  const waitFor = (what: Exclude<Wait, 'nothing'>, ms: number): void => {
    waitsFor = what;
    if (what === 'room') budget.onRoom(resume);
    if (what === 'slot') largeSlot.onRoom(resume);
    if (what !== 'allowance') return;
    timer = setTimeout(resume, ms);
    terms?.heldBack(ms);
  };

  /** Checked at every arrival: room may exist before the waiting connections are resumed. */
  const mayRead = (): boolean => {
    if (waitsFor === 'broker') return false;
    const ms = terms?.allowance.waitMs() ?? 0;
    const obstacle = obstacleOf(ms);
    if (obstacle === 'nothing') return true;
    if (waitsFor === 'nothing') waitFor(obstacle, ms);
    return false;
  };

  const passOn = (left: Buffer): void => {
    if (left.length > 0 && !brokerEnd.destroyed && !brokerEnd.push(left)) waitFor('broker', 0);
  };

  const readPackets = (): void => {
    while (mayRead()) {
      const chunk: unknown = stream.read();
      if (!Buffer.isBuffer(chunk)) return;
      receivedAt = Date.now();
      const left = sorter.sort(chunk);
      if (left === null) {
        stream.destroy(new Error('not MQTT, or a packet too large'));
        return;
      }
      if (sorter.gathering() === 0 && largeSlot.isGathering()) largeSlot.give();
      passOn(left);
    }
  };

  const brokerEnd = new Duplex({
    readableHighWaterMark: MAX_BROKER_BYTES,
    read() {
      if (waitsFor === 'broker') setImmediate(resume);
    },
    write: (bytes: Buffer, _encoding, written) => void stream.write(bytes, written),
    /** The parts of a packet are written together, so that no acknowledgement is written between them. */
    writev: (parts, written) =>
      void stream.write(Buffer.concat(parts.map(({ chunk }) => chunk as Buffer)), written),
    final: (finished) => void stream.end(finished),
    destroy(failure, destroyed) {
      stream.destroy(failure ?? undefined);
      destroyed(failure);
    },
  });
  stream.on('readable', readPackets);
  stream.on('end', () => brokerEnd.push(null));
  stream.on('error', (failure) => brokerEnd.destroy(failure));
  stream.once('close', () => {
    clearTimeout(timer);
    if (largeSlot.isGathering()) largeSlot.give();
    brokerEnd.destroy();
  });

  return {
    /** The broker's end of the connection. It carries packets that the inlet does not take; closing it closes the connection. */
    brokerEnd,
    /** Takes messages of QoS 0 and 1 here from now on; all other packets go to the broker. */
    takeWith(newTerms: PublisherTerms): void {
      terms = newTerms;
    },
    /** Time of the last received bytes; the current time while this side does not read. */
    lastReceivedAt: (): number => (waitsFor === 'nothing' ? receivedAt : Date.now()),
  };
};

const uint16 = (bytes: Buffer, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
