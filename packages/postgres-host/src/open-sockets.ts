import { Socket } from 'node:net';

/** With the code of a reset: a client that is ending already takes it as its end. */
const cutError = (): Error =>
  Object.assign(new Error('Connection terminated: cut off from the database'), { code: 'ECONNRESET' });

const openSockets = new Map<string, Set<Socket>>();
const cutOff = new Set<string>();

/** New sockets to a database, which `cutConnections` destroys. */
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
 * Destroys every connection of this process to a database, and fails each new one at once until `allowConnections`. A client of
 * a frozen database would otherwise wait for its goodbye for ever.
 */
export const cutConnections = (databaseUrl: string): void => {
  cutOff.add(databaseUrl);
  for (const socket of openSockets.get(databaseUrl) ?? []) socket.destroy(cutError());
};

export const allowConnections = (databaseUrl: string): void => void cutOff.delete(databaseUrl);
