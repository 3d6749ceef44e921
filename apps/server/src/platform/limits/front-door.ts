import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { UnauthenticatedClients, UnauthenticatedConnection } from './unauthenticated.ts';

/** An IPv4 address from an IPv6 socket in its usual form. */
export const plainAddress = (address = ''): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/**
 * Identifies a connection by the address and port of its peer, equal for a socket and for the TLS socket on it; `null`: it is
 * closed.
 */
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
    /** The counted connection of a socket, or of TLS or HTTP over the socket; `null`: it was refused or is closed. */
    strangerBy(connection: Duplex): UnauthenticatedConnection | null {
      const peer = peerOf(connection);
      return (peer === null ? undefined : byPeer.get(peer)) ?? null;
    },
  };
};

/** The client address. Behind a trusted proxy it is the last entry, which the proxy itself added. */
export const addressOf = (request: IncomingMessage, trustProxy: boolean): string => {
  const forwardedFor = trustProxy ? request.headers['x-forwarded-for'] : undefined;
  const forwarded = (Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor)
    ?.split(',')
    .at(-1)
    ?.trim();
  return plainAddress(forwarded || request.socket.remoteAddress);
};
