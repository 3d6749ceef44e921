import { Socket } from 'node:net';

/** An error with the code of a connection reset, which a client that is closing accepts as its end. */
const cutError = (): Error =>
  Object.assign(new Error('Connection terminated: cut off from the database'), { code: 'ECONNRESET' });

const openSockets = new Map<string, Set<Socket>>();
const cutOff = new Set<string>();

/** Creates sockets to a database that `cutConnections` can destroy. */
export const followedSockets =
  (databaseUrl: string, newSocket: () => Socket = () => new Socket()): (() => Socket) =>
  () => {
    const socket = newSocket();
    if (cutOff.has(databaseUrl)) return Object.assign(socket, { connect: () => socket.destroy(cutError()) });
    const sockets = openSockets.get(databaseUrl) ?? new Set();
    openSockets.set(databaseUrl, sockets.add(socket));
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };

/**
 * Destroys every connection of this process to a database, and lets new ones fail until `allowConnections`. Otherwise closing a
 * client of a frozen database would never end.
 */
export const cutConnections = (databaseUrl: string): void => {
  cutOff.add(databaseUrl);
  for (const socket of openSockets.get(databaseUrl) ?? []) socket.destroy(cutError());
};

export const allowConnections = (databaseUrl: string): void => void cutOff.delete(databaseUrl);
