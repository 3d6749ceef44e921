import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Server as TlsServer } from 'node:tls';
import type { Log } from '@nascente/runtime/log';
import { listenOrRefuse } from '@nascente/runtime/start-refused';
import type { FastifyInstance } from 'fastify';
import type { Certificates } from '../../tls/certificates.ts';
import { createClientErrors } from './client-error.ts';
import type { Refusal } from './refuse-connection.ts';
import { NO_ADDRESS, refusalBody, refuseConnection, TOO_SLOW } from './refuse-connection.ts';
import type { RequestGate } from './request-gate.ts';
import { isSlowUpload } from './slow-uploads.ts';

const PLAIN_HTTP: Refusal = {
  status: 400,
  type: 'validation',
  msg: 'Esta porta só aceita HTTPS: comece o endereço com https://.',
};

const [FIRST_LETTER, LAST_LETTER] = [0x41, 0x5a];

/** A method of HTTP begins with a capital letter, which no record of TLS does. */
const isHttp = (byte: number): boolean => byte >= FIRST_LETTER && byte <= LAST_LETTER;

/** The first byte of a connection, without consuming it; `null`: none has arrived. */
const firstByteOf = (socket: Socket): number | null => {
  const [byte] = (socket.read(1) as Buffer | null) ?? [];
  if (byte === undefined) return null;
  socket.unshift(Buffer.of(byte));
  return byte;
};

/**
 * Answers plain HTTP on a TLS port with an explanation. It looks at the first byte of a connection and passes TLS on to the
 * handshake. OpenSSL also detects plain HTTP, but closes the connection without an answer. Must be called before anything else
 * listens to connections of the server.
 *
 * @param withinMs - time after which a connection without a byte is closed
 */
const answerPlainHttp = (server: TlsServer, withinMs: number): void => {
  const handshakes = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const end = (): void => void socket.destroy();
    const late = setTimeout(end, withinMs).unref();
    socket.once('close', () => clearTimeout(late));
    socket.on('error', end);
    socket.once('readable', () => {
      clearTimeout(late);
      const byte = firstByteOf(socket);
      if (byte === null) return end();
      if (isHttp(byte)) return refuseConnection(socket, PLAIN_HTTP);
      socket.removeListener('error', end);
      for (const handshake of handshakes) handshake.call(server, socket);
    });
  });
};

/** Limits as on the plain port: connections, silence, and duration of a request. */
const MAX_CONNECTIONS = 10_000;
const SILENCE_MS = 72_000;
const REQUEST_MS = 30_000;
const HEAD_MS = 15_000;
const CHECKING_MS = 5_000;
const HANDSHAKE_MS = 10_000;
/** Time limit of answers in progress when the server stops. */
const FINISHES_MS = 5_000;
/** Concurrent requests of a connection, enough for a page with its files; a browser queues more. */
const MAX_STREAMS = 32;
/** A browser resets the streams of a page that is left; more resets end the session by GOAWAY. */
const RESET_BURST = 100;
const RESETS_A_SECOND = 10;
/** The same limit as for HTTP/1.1; by default Node accepts four times as much per stream. */
const MAX_HEAD_BYTES = 16 * 1024;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Time limits of a request, of the first byte and of the TLS handshake. */
interface Options {
  readonly requestMs?: number;
  readonly handshakeMs?: number;
  readonly gate?: RequestGate;
}

interface HttpsServer {
  readonly server: Http2SecureServer;
  /** Resolves with the port that was taken. */
  readonly listen: (host: string, port: number) => Promise<number>;
}

/** Sets a time limit within which a request must arrive, which Node does not have for HTTP/2. */
const boundRequest = (
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  requestMs: number,
): void => {
  const late = setTimeout(() => {
    if (isSlowUpload(request)) return;
    if (response.headersSent) return request.stream.close();
    response.writeHead(TOO_SLOW.status, JSON_TYPE);
    response.end(refusalBody(TOO_SLOW), () => request.stream.close());
  }, requestMs).unref();
  for (const end of ['end', 'close']) request.once(end, () => clearTimeout(late));
};

/**
 * Serves the application by HTTP/2, and by HTTP/1.1 for other clients. Parser errors of HTTP/1.1 are answered as on the plain
 * port. It closes together with the application.
 */
export const createHttpsServer = (
  fastify: FastifyInstance,
  certificates: Certificates,
  log: Log,
  { requestMs = REQUEST_MS, handshakeMs = HANDSHAKE_MS, gate }: Options = {},
): HttpsServer => {
  const clientErrors = createClientErrors(log);
  const server = createSecureServer({
    ...certificates.current(),
    allowHTTP1: true,
    handshakeTimeout: handshakeMs,
    streamResetBurst: RESET_BURST,
    streamResetRate: RESETS_A_SECOND,
    settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEAD_BYTES },
  });
  answerPlainHttp(server, handshakeMs);
  certificates.renewAt(server);
  server.maxConnections = MAX_CONNECTIONS;
  // Limits of HTTP/1.1 connections.
  Object.assign(server, {
    keepAliveTimeout: SILENCE_MS,
    requestTimeout: requestMs,
    // Node uses the shorter of the two limits for the headers.
    headersTimeout: Math.min(HEAD_MS, requestMs),
    connectionsCheckingInterval: CHECKING_MS,
  });
  server.setTimeout(SILENCE_MS);
  const handle = gate?.guard(fastify.routing) ?? fastify.routing;
  gate?.watch(server);
  const answer = (request: Http2ServerRequest, response: Http2ServerResponse): void => {
    const [requested, answered] = [request, response] as unknown as [IncomingMessage, ServerResponse];
    if (request.httpVersionMajor === 2) {
      request.headers.host ??= request.authority;
      boundRequest(request, response, requestMs);
    } else clientErrors.follow(requested, answered);
    handle(requested, answered);
  };
  // The header `Expect` is ignored.
  for (const requested of ['request', 'checkExpectation']) server.on(requested, answer);
  server.on('connect', (_request: unknown, answered: Http2ServerResponse | Duplex) => {
    if (answered instanceof Duplex) return refuseConnection(answered, NO_ADDRESS);
    answered.writeHead(NO_ADDRESS.status, JSON_TYPE).end(refusalBody(NO_ADDRESS));
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    // A client that reads nothing is closed after this silence.
    session.setTimeout(SILENCE_MS, () => session.destroy());
  });
  server.on('clientError', clientErrors.answer);
  fastify.addHook('preClose', async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    const late = setTimeout(() => {
      for (const session of sessions) session.destroy();
    }, FINISHES_MS);
    await closed;
    clearTimeout(late);
  });
  return {
    server,
    async listen(host, port) {
      await listenOrRefuse({ variable: 'HTTPS_PORT', port }, async () => {
        server.listen(port, host);
        await once(server, 'listening');
      });
      return (server.address() as AddressInfo).port;
    },
  };
};
