import { isUtf8 } from 'node:buffer';
import { Duplex } from 'node:stream';

/** The parts of a WebSocket frame header (RFC 6455, section 5). */
const FINAL = 0x80;
const RESERVED = 0x70;
const OPCODE = 0x0f;
const MASKED = 0x80;
const LENGTH = 0x7f;
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;
const MAX_CONTROL = 125;
const MASK_BYTES = 4;
const EMPTY = Buffer.alloc(0);

export const OPCODES = { continuation: 0, binary: 2, close: 8, ping: 9, pong: 10 } as const;
type Control = typeof OPCODES.close | typeof OPCODES.ping | typeof OPCODES.pong;

interface Header {
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly mask: Buffer;
  readonly bytes: number;
  readonly length: number;
}

/** The length of a header by its second byte. */
const headerBytes = (second: number): number => {
  const length = second & LENGTH;
  return 2 + (length === IN_TWO_BYTES ? 2 : length === IN_EIGHT_BYTES ? 8 : 0) + MASK_BYTES;
};

const lengthIn = (head: Buffer): number => {
  const length = (head[1] ?? 0) & LENGTH;
  if (length === IN_TWO_BYTES) return head.readUInt16BE(2);
  return length === IN_EIGHT_BYTES ? Number(head.readBigUInt64BE(2)) : length;
};

const headerIn = (head: Buffer): Header => ({
  opcode: (head[0] ?? 0) & OPCODE,
  isFinal: ((head[0] ?? 0) & FINAL) !== 0,
  mask: Buffer.from(head.subarray(-MASK_BYTES)),
  bytes: head.length,
  length: lengthIn(head),
});

const isControl = (opcode: number): opcode is Control =>
  opcode === OPCODES.close || opcode === OPCODES.ping || opcode === OPCODES.pong;

/** Passes the payload of binary frames on as it arrives: nothing is collected, and MQTT packet limits apply. */
export const createFrameReader = (needs: {
  onData: (payload: Buffer) => void;
  onControl: (opcode: Control, payload: Buffer) => void;
}) => {
  const { onData, onControl } = needs;
  let head: Buffer = EMPTY;
  let frame: Header | null = null;
  let passed = 0;
  let control: Buffer = EMPTY;
  let isInMessage = false;

  const isAllowed = ({ opcode, isFinal, length }: Header): boolean => {
    if (isControl(opcode)) return isFinal && length <= MAX_CONTROL;
    return opcode === (isInMessage ? OPCODES.continuation : OPCODES.binary);
  };

  const takePayload = ({ opcode, mask }: Header, payload: Buffer): void => {
    for (let at = 0; at < payload.length; at++) {
      payload[at] = (payload[at] ?? 0) ^ (mask[(passed + at) % MASK_BYTES] ?? 0);
    }
    passed += payload.length;
    if (isControl(opcode)) control = Buffer.concat([control, payload]);
    else if (payload.length > 0) onData(payload);
  };

  const endFrame = ({ opcode, isFinal }: Header): void => {
    frame = null;
    if (!isControl(opcode)) {
      isInMessage = !isFinal;
      return;
    }
    const total = control;
    control = EMPTY;
    onControl(opcode, total);
  };

  /** The number of bytes of the chunk that belong to the header; -1: the header is invalid. */
  const readHeader = (chunk: Buffer): number => {
    const before = head.length;
    const second = before > 1 ? head[1] : chunk[1 - before];
    const needed = second === undefined ? 2 : headerBytes(second);
    head = Buffer.concat([head, chunk.subarray(0, needed - before)]);
    const taken = head.length - before;
    if (((head[0] ?? 0) & RESERVED) !== 0) return -1;
    if (second === undefined) return taken;
    if ((second & MASKED) === 0) return -1;
    if (head.length < needed) return taken;
    const opened = headerIn(head);
    head = EMPTY;
    frame = opened;
    passed = 0;
    return isAllowed(opened) ? taken : -1;
  };

  return {
    /** Parses received bytes. @returns `false` if they violate the protocol; the connection must then end */
    read(chunk: Buffer): boolean {
      let at = 0;
      while (at < chunk.length || (frame !== null && passed === frame.length)) {
        if (frame === null) {
          const taken = readHeader(chunk.subarray(at));
          if (taken < 0) return false;
          at += taken;
          continue;
        }
        const open: Header = frame;
        const payload = chunk.subarray(at, at + open.length - passed);
        at += payload.length;
        takePayload(open, payload);
        if (passed === open.length) endFrame(open);
      }
      return true;
    },
  };
};

const closeCode = (code: number): Buffer => Buffer.from([code >> 8, code & 0xff]);
const PROTOCOL_ERROR = closeCode(1002);
const NOT_OF_ITS_KIND = closeCode(1007);

/** Codes that one end may send to the other: RFC 6455, section 7.4, and the list at IANA that it names. */
const maySend = (code: number): boolean =>
  (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);

/** The answer to a close frame: its own code, or an error code for an invalid one. */
const closeAnswer = (payload: Buffer): Buffer => {
  if (payload.length === 0) return EMPTY;
  if (payload.length === 1 || !maySend(payload.readUInt16BE(0))) return PROTOCOL_ERROR;
  return isUtf8(payload.subarray(2)) ? payload.subarray(0, 2) : NOT_OF_ITS_KIND;
};

const MAX_SHORT = 125;
const MAX_IN_TWO_BYTES = 65_535;

/** The header of a frame; servers do not mask. */
export const frameHeader = (opcode: number, length: number): Buffer => {
  if (length <= MAX_SHORT) return Buffer.from([FINAL | opcode, length]);
  if (length <= MAX_IN_TWO_BYTES) {
    return Buffer.from([FINAL | opcode, IN_TWO_BYTES, length >> 8, length & 0xff]);
  }
  const header = Buffer.alloc(10);
  header[0] = FINAL | opcode;
  header[1] = IN_EIGHT_BYTES;
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
};

const MAX_UNREAD_BYTES = 16_384;
const CLOSE_WITHIN_MS = 2_000;

/** An opened WebSocket as a stream of bytes, so that packets written together leave in one frame. */
export const createWebSocketStream = (socket: Duplex, head: Buffer): Duplex => {
  const sendFrame = (opcode: number, payload: Buffer, sent?: (failure?: Error | null) => void): void => {
    socket.cork();
    socket.write(frameHeader(opcode, payload.length));
    socket.write(payload, sent);
    socket.uncork();
  };

  /** Closes the connection, at the latest after `CLOSE_WITHIN_MS`. */
  const hangUp = (): void => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS);
    socket.once('close', () => clearTimeout(timer));
  };

  const stream = new Duplex({
    readableHighWaterMark: MAX_UNREAD_BYTES,
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, written) => sendFrame(OPCODES.binary, chunk, written),
    writev: (chunks, written) =>
      sendFrame(OPCODES.binary, Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), written),
    destroy(failure, destroyed) {
      socket.destroy();
      destroyed(failure);
    },
    final(finished) {
      sendFrame(OPCODES.close, Buffer.alloc(0));
      hangUp();
      finished();
    },
  });

  let isClosing = false;
  const reader = createFrameReader({
    onData: (payload) => {
      if (isClosing) return;
      if (!stream.push(payload)) socket.pause();
    },
    onControl(opcode, payload) {
      // RFC 6455, section 1.4: data after a close frame are ignored.
      if (isClosing) return;
      if (opcode === OPCODES.ping && !socket.writableNeedDrain) sendFrame(OPCODES.pong, payload);
      if (opcode !== OPCODES.close) return;
      isClosing = true;
      sendFrame(OPCODES.close, closeAnswer(payload));
      hangUp();
    },
  });
  const take = (chunk: Buffer): void => {
    if (stream.destroyed || isClosing || reader.read(chunk)) return;
    // MQTT 3.1.1, section 6: data that is not binary ends the connection.
    sendFrame(OPCODES.close, PROTOCOL_ERROR, () => stream.destroy());
  };

  socket.on('data', take);
  // Sockets of HTTP stay open for writing when the other end has closed its own.
  socket.on('end', hangUp);
  socket.on('close', () => {
    if (stream.destroyed) return;
    stream.push(null);
    stream.destroy();
  });
  socket.on('error', (failure) => stream.destroy(failure));
  if (head.length > 0) take(head);
  return stream;
};
