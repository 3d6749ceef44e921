import { Socket } from 'node:net';

/** A host that lost its power says nothing any more, not even that a connection is over. */
const LOOK_AGAIN_MS = 10_000;
const STANDARD_PORT = 5432;

const addressOf = (url: string): { readonly host: string; readonly port: number } => {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[(.+)\]$/, '$1'), port: Number(port) || STANDARD_PORT };
};

/**
 * Makes sockets that ask where to before they connect, since the driver knows one host only, and that end as soon as
 * another host takes the writes.
 *
 * @param find - the URL of the host that takes writes
 */
export const createWritingSockets = (find: () => Promise<string>): (() => Socket) => {
  const open = new Map<Socket, string>();
  let looking: NodeJS.Timeout | undefined;

  const leaveOthers = async (): Promise<void> => {
    const url = await find().catch(() => null);
    if (url === null) return;
    for (const [socket, connectedTo] of open)
      if (connectedTo !== url)
        socket.destroy(new Error('Connection terminated: another host takes the writes now'));
  };
  const watch = (socket: Socket, url: string): void => {
    open.set(socket, url);
    looking ??= setInterval(() => void leaveOthers(), LOOK_AGAIN_MS).unref();
    socket.once('close', () => {
      open.delete(socket);
      if (open.size > 0) return;
      clearInterval(looking);
      looking = undefined;
    });
  };

  return () => {
    const socket = new Socket();
    const connect = socket.connect.bind(socket) as (port: number, host: string) => Socket;
    const connectWhereWritten = (): Socket => {
      find().then(
        (url) => {
          if (socket.destroyed) return;
          const { host, port } = addressOf(url);
          watch(socket, url);
          connect(port, host);
        },
        (error: Error) => socket.destroy(error),
      );
      return socket;
    };
    return Object.assign(socket, { connect: connectWhereWritten });
  };
};
