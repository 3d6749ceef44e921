import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

const MOST_UNREAD_BYTES = 65_536;

/** A WebSocket as a stream of bytes, so that packets written together leave in one frame. */
export const createWebSocketStream = (socket: WebSocket): Duplex => {
  const stream = new Duplex({
    readableHighWaterMark: MOST_UNREAD_BYTES,
    read: () => socket.resume(),
    write: (chunk: Buffer, _encoding, written) => socket.send(chunk, written),
    writev: (chunks, written) =>
      socket.send(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), written),
    destroy(failure, destroyed) {
      socket.terminate();
      destroyed(failure);
    },
    final(finished) {
      socket.close();
      finished();
    },
  });
  socket.binaryType = 'nodebuffer';
  socket.on('message', (bytes, isBinary) => {
    // MQTT 3.1.1, section 6: data that is not binary ends the connection.
    if (!isBinary || !Buffer.isBuffer(bytes)) stream.destroy();
    else if (!stream.push(bytes)) socket.pause();
  });
  socket.on('close', () => {
    if (stream.destroyed) return;
    stream.push(null);
    stream.destroy();
  });
  socket.on('error', (failure) => stream.destroy(failure));
  return stream;
};
