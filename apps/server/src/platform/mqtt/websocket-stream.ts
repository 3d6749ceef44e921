import { Duplex } from 'node:stream';
import { closeAnswer, createFrameReader, frameHeader, OPCODES, PROTOCOL_ERROR } from './websocket-frames.ts';

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

  /** A client that does not hang up in turn is not waited for. */
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
      // RFC 6455, section 1.4: what comes after a close frame is not looked at.
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
