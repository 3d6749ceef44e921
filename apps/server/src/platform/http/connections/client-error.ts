import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '@nascente/runtime/log';
import { NOT_HTTP, type Refusal, refuseConnection, TOO_SLOW } from './refuse-connection.ts';

const TOO_LARGE: Refusal = {
  status: 431,
  type: 'req-error',
  msg: 'Os cabeçalhos da requisição são grandes demais.',
};

/**
 * What is told of an error, by its code; null: nothing. Whoever broke the connection off hears nothing any more, and where a
 * handshake of TLS failed, HTTP is not spoken yet: words would wait for its end, and come between the frames of HTTP/2 then,
 * which ends the process.
 */
const refusalOf = (code: string): Refusal | null => {
  if (code === 'HPE_HEADER_OVERFLOW') return TOO_LARGE;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TOO_SLOW;
  return code.startsWith('HPE_') ? NOT_HTTP : null;
};

interface UnderWay {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Whether a refusal would be taken for the answer of what it is about: of no request yet, or of the only one, which has only begun. */
const mayAnswer = ([first, ...others]: Iterable<UnderWay>): boolean =>
  first === undefined || (others.length === 0 && !first.request.complete && !first.response.headersSent);

/** Answers what never became a request, or not a whole one, in the shape of every failure, and closes its connection. */
export const createClientErrors = (log: Log) => {
  /** Requests of a connection that have not been answered to the end, in their order. */
  const underWay = new WeakMap<Socket, Set<UnderWay>>();
  return {
    /** Follows each request; of two on one connection the later waits for the earlier. */
    follow(request: IncomingMessage, response: ServerResponse): void {
      if (request.socket.destroyed) return;
      const own = underWay.get(request.socket) ?? new Set();
      underWay.set(request.socket, own);
      const one = { request, response };
      const isOver = (): void => void own.delete(one);
      own.add(one);
      // What was answered before its body had come is under way until it has.
      response.once('close', () => (request.complete ? isOver() : request.once('close', isOver)));
    },
    answer(error: Error & { code?: string }, socket: Socket): void {
      if (socket.destroyed) return;
      const refusal = refusalOf(error.code ?? '');
      if (refusal === null) {
        socket.destroy();
        return;
      }
      log.debug({ reason: error.message }, 'A connection was no HTTP');
      if (socket.writable && mayAnswer(underWay.get(socket) ?? [])) refuseConnection(socket, refusal);
      else socket.destroySoon();
    },
  };
};
