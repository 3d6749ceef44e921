import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Failure } from '@nascente/contract/base/conventions';

export interface Refusal extends Pick<Failure, 'type' | 'msg'> {
  readonly status: number;
}

export const NOT_HTTP: Refusal = { status: 400, type: 'validation', msg: 'Requisição HTTP malformada.' };
export const NO_ADDRESS: Refusal = { status: 404, type: 'not-found', msg: 'Endereço não encontrado.' };
export const TOO_SLOW: Refusal = { status: 408, type: 'req-error', msg: 'A requisição demorou demais.' };

export const refusalBody = ({ type, msg }: Refusal): string =>
  JSON.stringify({ ok: false, type, msg } satisfies Failure);

/** Sends a failure on a raw connection and closes it: HTTP servers leave half-closed connections open. */
export const refuseConnection = (socket: Duplex, refusal: Refusal, headers: readonly string[] = []): void => {
  const body = refusalBody(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...headers,
  ];
  socket.on('error', () => undefined);
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
};
