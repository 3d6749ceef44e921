import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '@nascente/runtime/log';
import { NOT_HTTP, type Refusal, refuseConnection, TOO_SLOW } from './refuse-connection.ts';
import { isSlowUpload } from './slow-uploads.ts';

const TOO_LARGE: Refusal = {
  status: 431,
  type: 'req-error',
  msg: 'Os cabeçalhos da requisição são grandes demais.',
};

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/**
 * The answer to a connection error by its code; `null`: none. A closed connection needs none, and after a failed TLS handshake
 * text would be sent between HTTP/2 frames, which ends the process.
 */
const refusalOf = (code: string): Refusal | null => {
  if (code === 'HPE_HEADER_OVERFLOW') return TOO_LARGE;
  if (code === TIMEOUT) return TOO_SLOW;
  return code.startsWith('HPE_') ? NOT_HTTP : null;
};

interface UnderWay {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Whether an answer can be assigned to its request: no request is in progress, or exactly one without an answer. */
const mayAnswer = ([first, ...others]: Iterable<UnderWay>): boolean =>
  first === undefined || (others.length === 0 && !first.request.complete && !first.response.headersSent);

/** Answers requests that Node could not parse completely with a failure in the usual format, and closes the connection. */
export const createClientErrors = (log: Log) => {
  /** Requests of a connection without a complete answer, in their order. */
  const underWay = new WeakMap<Socket, Set<UnderWay>>();
  return {
    /** Records a request of a connection until both the request and its answer have ended. */
    follow(request: IncomingMessage, response: ServerResponse): void {
      if (request.socket.destroyed) return;
      const own = underWay.get(request.socket) ?? new Set();
      underWay.set(request.socket, own);
      const one = { request, response };
      const isOver = (): void => void own.delete(one);
      own.add(one);
      // A request that was answered before its body ended remains in progress until the body ends.
      response.once('close', () => (request.complete ? isOver() : request.once('close', isOver)));
    },
    answer(error: Error & { code?: string }, socket: Socket): void {
      if (socket.destroyed) return;
      const own = [...(underWay.get(socket) ?? [])];
      // Node reports a late request once, and leaves the connection open if nothing is done.
      if (error.code === TIMEOUT && own.some(({ request }) => isSlowUpload(request))) return;
      const refusal = refusalOf(error.code ?? '');
      if (refusal === null) {
        socket.destroy();
        return;
      }
      log.debug({ reason: error.message }, 'A connection was no HTTP');
      if (socket.writable && mayAnswer(own)) refuseConnection(socket, refusal);
      else socket.destroySoon();
    },
  };
};
