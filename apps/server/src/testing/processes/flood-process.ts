import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';

/** Floods a server without a session, in a process of its own, until it is ended. Receives its order by IPC. */
interface Order {
  readonly port: number;
  readonly kind: 'pipelined' | 'one by one' | 'resets';
  readonly path: string;
  readonly connections: number;
}

const PIPELINED = 2_000;
const STREAMS_AT_ONCE = 30;
const ANEW_AFTER_MS = 20;

const pipeline = (order: Order): void => {
  const { port, path, kind } = order;
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('connect', () => socket.write(kind === 'pipelined' ? request.repeat(PIPELINED) : request));
  if (kind === 'pipelined') socket.resume();
  else socket.on('data', () => socket.write(request));
  socket.on('error', () => undefined);
  socket.on('close', () => setTimeout(() => pipeline(order), ANEW_AFTER_MS));
};

const reset = (order: Order): void => {
  const { port, path } = order;
  const session = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false });
  const flood = (): void => {
    if (session.destroyed || session.closed) return;
    for (let n = 0; n < STREAMS_AT_ONCE; n++) {
      const stream = session.request({ ':path': path });
      stream.on('error', () => undefined);
      stream.close(8);
    }
    setImmediate(flood);
  };
  session.on('connect', flood);
  session.on('error', () => undefined);
  session.on('close', () => setTimeout(() => reset(order), ANEW_AFTER_MS));
};

process.on('message', (order: Order) => {
  for (let n = 0; n < order.connections; n++) (order.kind === 'resets' ? reset : pipeline)(order);
});
