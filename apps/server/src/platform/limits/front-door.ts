import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { UnauthenticatedClients, UnauthenticatedConnection } from './unauthenticated.ts';

/** An IPv4 address from an IPv6 socket in its usual form. */
export const plainAddress = (address = ''): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/** The same for the socket of a connection and for the one that speaks TLS on it; null: it is gone. */
const peerOf = (connection: Duplex): string | null => {
  const { remoteAddress, remotePort, localPort } = connection as Socket;
  return remoteAddress === undefined ? null : `${remoteAddress} ${remotePort} ${localPort}`;
};

/** Counts connections of several servers from the moment at which they are accepted. */
export const createFrontDoor = (unauthenticated: UnauthenticatedClients) => {
  const byPeer = new Map<string, UnauthenticatedConnection>();
  return {
    watch(server: Server) {
      server.prependListener('connection', (socket: Socket) => {
        const peer = peerOf(socket);
        if (peer === null) {
          socket.destroy();
          return;
        }
        const client = unauthenticated.enter(socket, plainAddress(socket.remoteAddress));
        if (client === null) return;
        byPeer.set(peer, client);
        socket.once('close', () => byPeer.delete(peer));
      });
    },
    /** Who came by this connection, also where TLS or HTTP was spoken on it meanwhile; null: turned away, or gone. */
    strangerBy(connection: Duplex): UnauthenticatedConnection | null {
      const peer = peerOf(connection);
      return (peer === null ? undefined : byPeer.get(peer)) ?? null;
    },
  };
};

/** Behind a proxy that is trusted, the address that the proxy itself has added: the last. */
export const addressOf = (request: IncomingMessage, trustProxy: boolean): string => {
  const forwardedFor = trustProxy ? request.headers['x-forwarded-for'] : undefined;
  const forwarded = (Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor)
    ?.split(',')
    .at(-1)
    ?.trim();
  return plainAddress(forwarded || request.socket.remoteAddress);
};
