import type { Socket } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { type Refusal, refuseConnection } from './refuse-connection.ts';

const PLAIN_HTTP: Refusal = {
  status: 400,
  type: 'validation',
  msg: 'Esta porta fala HTTPS: comece o endereço com https://.',
};

const [FIRST_LETTER, LAST_LETTER] = [0x41, 0x5a];

/** A method of HTTP begins with a capital letter, which no record of TLS does. */
const isHttp = (byte: number): boolean => byte >= FIRST_LETTER && byte <= LAST_LETTER;

/** The first byte of a connection, which stays there to be read; null: there is none. */
const firstByteOf = (socket: Socket): number | null => {
  const [byte] = (socket.read(1) as Buffer | null) ?? [];
  if (byte === undefined) return null;
  socket.unshift(Buffer.of(byte));
  return byte;
};

/**
 * Answers plain HTTP at a port of TLS in words, by the first byte of a connection; whatever else comes is handed on to the
 * handshake. OpenSSL finds it out as well, but the connection is closed by then. To be called before anything else listens to
 * the server's connections.
 *
 * @param withinMs - when a connection that says nothing is closed
 */
export const answerPlainHttp = (server: TlsServer, withinMs: number): void => {
  const handshakes = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const end = (): void => void socket.destroy();
    const late = setTimeout(end, withinMs).unref();
    socket.once('close', () => clearTimeout(late));
    socket.on('error', end);
    socket.once('readable', () => {
      clearTimeout(late);
      const byte = firstByteOf(socket);
      if (byte === null) return end();
      if (isHttp(byte)) return refuseConnection(socket, PLAIN_HTTP);
      socket.removeListener('error', end);
      for (const handshake of handshakes) handshake.call(server, socket);
    });
  });
};
