import { connect, type Socket } from 'node:net';
import { binaryFrame, packetStart } from '../unfinished.ts';

/**
 * Opens connections from 127.0.0.1 that never sign in, in a process of its own, and opens anew what was closed. Told by IPC
 * how many of which kind; tells how often it has connected.
 */
type Kind = 'silent' | 'unfinished CONNECT' | 'unfinished frame' | 'large body' | 'unfinished body';
interface Order {
  readonly port: number;
  readonly websocketPort: number;
  readonly count: number;
  readonly kind: Kind;
}

const CONNECT = 0x10;
/** As much as may come before the sign-in. */
const MAX_BYTES = 16_000;
const FOUR_MB = 4_000_000;
/** Within as long again: those that were turned away together do not come back together. */
const ANEW_AFTER_MS = 5_000;
/** As many as a system lets wait to be accepted. */
const CONCURRENT = 400;
const GREETING =
  'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n';
/** More than a call without a session takes, and nearly as much; the last byte never comes. */
const unfinishedBody = (length: number): Buffer =>
  Buffer.from(
    `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length + 1}\r\n\r\n${' '.repeat(length)}`,
  );
const LARGE_BODY = unfinishedBody(900_000);
const SMALL_BODY = unfinishedBody(16_000);
const MAX_CONNECT = Buffer.concat([packetStart(CONNECT, MAX_BYTES), Buffer.alloc(MAX_BYTES - 10)]);

const sayHello: Readonly<Record<Kind, (socket: Socket) => void>> = {
  silent: () => undefined,
  'unfinished CONNECT': (socket) => void socket.write(MAX_CONNECT),
  'unfinished frame': (socket) => {
    socket.write(GREETING);
    socket.once('data', () => socket.write(Buffer.concat([binaryFrame(FOUR_MB), MAX_CONNECT])));
  },
  'large body': (socket) => void socket.write(LARGE_BODY),
  'unfinished body': (socket) => void socket.write(SMALL_BODY),
};

let connected = 0;
const open = ({ port, websocketPort, kind }: Order): void => {
  const socket = connect({ port: kind === 'unfinished frame' ? websocketPort : port, host: '127.0.0.1' });
  socket.on('connect', () => {
    connected += 1;
    sayHello[kind](socket);
    socket.resume();
  });
  socket.on('error', () => undefined);
  socket.on('close', () =>
    setTimeout(() => open({ port, websocketPort, kind, count: 1 }), ANEW_AFTER_MS * (1 + Math.random())),
  );
};

const openSome = (order: Order, left: number): void => {
  for (let n = 0; n < Math.min(left, CONCURRENT); n++) open(order);
  if (left > CONCURRENT) setTimeout(() => openSome(order, left - CONCURRENT), 50);
  else process.send?.({ opened: order.count });
};

process.on('message', (order: Order | 'count') => {
  if (order === 'count') process.send?.({ connected });
  else openSome(order, order.count);
});
