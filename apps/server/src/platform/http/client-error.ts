import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '@nascente/contract/conventions';
import type { Log } from '../log/log.ts';

interface Refusal extends Omit<Failure, 'ok'> {
  readonly status: number;
}

export const NOT_HTTP: Refusal = { status: 400, type: 'validation', msg: 'Requisição HTTP malformada.' };

/** By the code of Node's HTTP parser. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    { status: 431, type: 'req-error', msg: 'Os cabeçalhos da requisição são grandes demais.' },
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, type: 'req-error', msg: 'A requisição demorou demais.' }],
]);

/** Answers what never became a request in the shape of every failure, and closes its connection. */
export const createClientErrors = (log: Log) => {
  /** Connections on which something is being answered now. */
  const answering = new WeakSet<Socket>();
  return {
    /** To be told of each request; of two at once on a connection the later one waits for the earlier. */
    follow({ socket }: IncomingMessage, response: ServerResponse): void {
      answering.add(socket);
      response.once('close', () => answering.delete(socket));
    },
    answer(error: Error & { code?: string }, socket: Socket): void {
      // Whoever broke the connection off hears nothing any more; where an answer has begun, nothing may follow it.
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      log.debug({ reason: error.message }, 'A connection was no HTTP');
      const { status, ...refusal } = REFUSALS.get(error.code ?? '') ?? NOT_HTTP;
      const body = JSON.stringify({ ok: false, ...refusal } satisfies Failure);
      const head = [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
      ];
      if (socket.writable && !answering.has(socket)) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
      socket.destroySoon();
    },
  };
};
