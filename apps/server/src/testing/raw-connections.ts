import { connect, type Socket } from 'node:net';
import { MqttClient } from 'mqtt';
import { onTestFinished } from 'vitest';

const open = new Set<Socket>();

/** Holds only those that are open: tens of thousands come and go in one test. */
const endWithTest = (socket: Socket): void => {
  if (open.size === 0)
    onTestFinished(() => {
      for (const one of open) one.destroy();
      open.clear();
    });
  open.add(socket);
  socket.once('close', () => open.delete(socket));
};

/** The server disconnects a slow client: that is no failure of the test. */
const untilHeardOrClosed = (socket: Socket, event: 'connect' | 'data'): Promise<void> =>
  new Promise((resolve) => socket.once(event, () => resolve()).once('close', () => resolve()));

/** A connection without a protocol, from an address of one's own choice; ended when the test is done. */
export const openRaw = async (
  port: number | null,
  localAddress = '127.0.0.1',
  allowHalfOpen = false,
): Promise<Socket> => {
  const socket = connect({ port: port ?? 0, host: '127.0.0.1', localAddress, allowHalfOpen });
  socket.on('error', () => undefined);
  endWithTest(socket);
  await untilHeardOrClosed(socket, 'connect');
  return socket.resume();
};

export const openMany = (count: number, port: number | null, localAddress?: string): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => openRaw(port, localAddress)));

/** The connections that are still open, as far as this end has heard. */
export const stillOpen = (sockets: readonly Socket[]): Socket[] =>
  sockets.filter((socket) => !socket.closed && !socket.destroyed && !socket.readableEnded);

/** Speaks WebSocket as far as a client must before it may send frames. */
export const openRawWebSocket = async (
  port: number | null,
  { allowHalfOpen = false } = {},
): Promise<Socket> => {
  const socket = await openRaw(port, undefined, allowHalfOpen);
  socket.write(
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n',
  );
  await untilHeardOrClosed(socket, 'data');
  return socket;
};

/** A board that connects from an address of its own. */
export const connectBoardFrom = async (
  localAddress: string,
  port: number | null,
  board: { readonly mac: string; readonly key: string },
): Promise<MqttClient> => {
  const client = new MqttClient(() => connect({ port: port ?? 0, host: '127.0.0.1', localAddress }), {
    clientId: board.mac,
    username: board.mac,
    password: board.key,
    reconnectPeriod: 0,
  });
  onTestFinished(() => void client.end(true));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('turned away')));
  });
  client.on('error', () => undefined);
  return client;
};
