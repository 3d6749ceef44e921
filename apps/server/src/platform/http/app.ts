import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import type { Log } from '@nascente/runtime/log';
import { workingOn } from '@nascente/runtime/log';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Registry } from 'prom-client';
import { Histogram } from 'prom-client';
import { InvalidInput, Unavailable } from '../errors.ts';
import type { RecordSpan } from '../traces/record-spans.ts';
import { readTraceParent } from '../traces/record-spans.ts';
import type { Doorkeeper } from './authenticate.ts';
import type { SessionVerifier } from './caller.ts';
import type { CallBinder } from './calls/bind-call.ts';
import { createClientErrors } from './connections/client-error.ts';
import { isReachedDirectly } from './connections/on-this-machine.ts';
import { NO_ADDRESS, NOT_HTTP, refuseConnection } from './connections/refuse-connection.ts';
import { createRequestGate, type RequestGate, type RequestRate } from './connections/request-gate.ts';
import {
  boundUnknownCallers,
  type UnknownCallerLimits,
  type UnknownCallers,
} from './connections/unknown-callers.ts';
import { documentApi } from './documentation/documentation.ts';
import { type EditGuard, noEditGuard } from './edit-guard.ts';
import { toHttpFailure } from './failure.ts';
import { bindOperations, type ReadinessCheck } from './operations.ts';
import { createReadingTurns, type ReadingTurns } from './reading-turns.ts';
import { inlineHashes, PERMISSIONS_POLICY, securityHeaders } from './security-headers.ts';
import { serveWebBuild } from './web-build.ts';

const HOST_NAME = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d+)?$/i;
const STANDARD_HTTPS_PORT = 443;
/** Monitoring endpoints, which stay on the plain port. */
const OPERATIONS = /^(\/api)?\/(health|ready|metrics)(\?|$)/;

interface Target {
  readonly publicUrl: string | null;
  readonly httpsPort: number;
}

/** HTTPS address of a request to the plain port; null: the request names no host. */
export const httpsAddress = (
  { publicUrl, httpsPort }: Target,
  host: string | undefined,
  path: string,
): string | null => {
  if (publicUrl?.startsWith('https:')) return `${new URL(publicUrl).origin}${path}`;
  const name = HOST_NAME.exec(host ?? '')?.[1];
  if (name === undefined) return null;
  return `https://${name}${httpsPort === STANDARD_HTTPS_PORT ? '' : `:${httpsPort}`}${path}`;
};

const isEncrypted = (socket: unknown): boolean => (socket as { encrypted?: boolean }).encrypted === true;

/** Redirects plain requests to the TLS port, except monitoring. */
const redirectToHttps = (fastify: FastifyInstance, target: Target): void => {
  fastify.addHook('onRequest', async (request, reply) => {
    if (isEncrypted(request.raw.socket) || OPERATIONS.test(request.url)) return;
    const path = request.url.startsWith('/') ? request.url : '/';
    const address = httpsAddress(target, request.headers.host, path);
    if (address === null) throw new InvalidInput(NOT_HTTP.msg);
    // Browsers must not cache the redirect, because the certificate may be removed later.
    return reply.header('cache-control', 'no-store').redirect(address, 308);
  });
};

const REQUEST_ID_HEADER = 'x-request-id';
/** A client's request id appears in our log: only safe characters, and few. */
const ACCEPTED_REQUEST_ID = /^[\w.:-]{1,64}$/;

interface Requested {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The client's request id, to follow a request through several programs; otherwise a new one. */
const requestIdOf = ({ headers }: Requested): string => {
  const idOfCaller = headers[REQUEST_ID_HEADER];
  return typeof idOfCaller === 'string' && ACCEPTED_REQUEST_ID.test(idOfCaller) ? idOfCaller : randomUUID();
};

/** Adds the request id to each answer and log line. */
const nameRequests = (fastify: FastifyInstance): void => {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    workingOn.run(request.id, done);
  });
  // The request id is set again, because the body is read in events of the socket, which run outside this context.
  fastify.addHook('preValidation', ({ id }, _reply, done) => workingOn.run(id, done));
};

const SECONDS = [0.001, 0.002, 0.004, 0.008, 0.015, 0.03, 0.06, 0.125, 0.25, 0.5, 1, 2.5, 10];

/** Measures the time of answers by route and status. */
const measureRequests = (fastify: FastifyInstance, registry: Registry): void => {
  const durations = new Histogram({
    name: 'nascente_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime },
      'Answered',
    );
    done();
  });
};

/** A span for each answer, child of the client's span. */
const traceRequests = (fastify: FastifyInstance, record: RecordSpan): void => {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    record({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: readTraceParent(request.headers.traceparent),
      tookMs: reply.elapsedTime,
      hasFailed: reply.statusCode >= 500,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'nascente.request_id': request.id,
      },
    });
  });
};

interface HttpConfig {
  readonly metricsToken: string | null;
  readonly mqttWsPort: number;
  readonly publicUrl: string | null;
  readonly trustProxy: boolean;
  /** Port of TLS; null: none. The plain port redirects to it, except behind a trusted proxy. */
  readonly httpsPort?: number | null;
  /** Directory of the built web application; null: neither it nor the documentation of the API is served. */
  readonly webRoot: string | null;
}

interface HttpAppDependencies {
  readonly config: HttpConfig;
  readonly log: Log;
  readonly sessions: SessionVerifier;
  readonly registry: Registry;
  readonly checks: readonly ReadinessCheck[];
  /** Called with a span of each answer. */
  readonly record?: RecordSpan;
  /** Absent: concurrent edits overwrite each other. */
  readonly edits?: EditGuard;
  readonly limits?: Partial<UnknownCallerLimits>;
  readonly rate?: Partial<RequestRate>;
}

/** The HTTP server before it listens: features bind their calls to it. */
export interface HttpApp extends CallBinder {
  readonly fastify: FastifyInstance;
  readonly door: Doorkeeper;
  readonly readInTurn: ReadingTurns;
  readonly edits: EditGuard;
  readonly unknownCallers: UnknownCallers;
  readonly gate: RequestGate;
}

/** Boards connect to other ports with limits of their own. */
const MAX_CONNECTIONS = 10_000;
/** Body limit of unauthenticated requests. */
const UNAUTHENTICATED_BODY_BYTES = 16 * 1024;
/** Buffered bytes of a body before its limit is known, so that a refused body is read only once. */
const UNREAD_BODY_BYTES = 16 * 1024;
/** Longer texts are converted to bytes before they are sent: about a hundred rows. */
const LARGE_TEXT = 16 * 1024;
/** Compression delays an answer. It gains little below this size, and higher levels gain little more. */
const COMPRESSION = {
  threshold: 2_048,
  encodings: ['zstd', 'br', 'gzip'] as ('zstd' | 'br' | 'gzip')[],
  // Only calls that declare it accept packed bodies (`bind-call.ts`): some decoders allocate 128 MB at once.
  globalDecompression: false,
  zlibOptions: { level: 1 },
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
};

/** A failure is temporary, even for a file that caches may store for ever, so no cache may store the failure. */
const NO_STORE = { 'cache-control': 'no-store' };

/** Work that ended because its client left is no fault of the server. */
const endedByClient = (error: unknown, reply: FastifyReply): boolean =>
  reply.raw.destroyed &&
  (error instanceof Unavailable || (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE');

const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { status, body, headers } = toHttpFailure(error);
  const found = { err: error, route: request.routeOptions.url };
  if (endedByClient(error, reply)) request.log.debug(found, 'The client left before the answer');
  else if (status >= 500) request.log.error(found, 'A request failed');
  // Set here, because the router refuses some addresses before any hook runs.
  reply.headers({ ...headers, ...NO_STORE });
  // The caller can report this id, which finds the failure in the log.
  const answer = status >= 500 ? { ...body, requestId: request.id } : body;
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer));
};

const createServer = (config: HttpConfig, log: Log, gate: RequestGate): FastifyInstance => {
  const clientErrors = createClientErrors(log);
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: UNAUTHENTICATED_BODY_BYTES,
    genReqId: requestIdOf,
    connectionTimeout: 60_000,
    requestTimeout: 30_000,
    http: {
      // By default Node would give the headers as long as the complete request, and check both limits only every 30 s.
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
      highWaterMark: UNREAD_BODY_BYTES,
    },
    clientErrorHandler: clientErrors.answer,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Trusts only the last entry, which the proxy wrote: earlier ones may be forged.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    // Errors of the router before any route, such as an undecodable address.
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  }) as unknown as FastifyInstance;
  const handle = gate.guard(server.routing);
  server.server.removeAllListeners('request');
  for (const listener of [handle, clientErrors.follow]) server.server.on('request', listener);
  // Without this listener Node answers requests with an unknown `Expect` itself.
  server.server.on('checkExpectation', handle);
  gate.watch(server.server);
  return server;
};

/** Answers requests that Node would refuse without a message: CONNECT, and HTTP/1.1 without a host. */
const answerRefusals = (server: FastifyInstance): void => {
  server.server.on('connect', (_request, socket) => refuseConnection(socket, NO_ADDRESS));
  server.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw new InvalidInput(NOT_HTTP.msg);
  });
};

/** Builds the server without listening. Calls are bound with `bindCall(app, call, handler)` before it listens. */
export const createHttpApp = async (dependencies: HttpAppDependencies): Promise<HttpApp> => {
  const { config, log, sessions, registry, checks } = dependencies;
  const gate = createRequestGate({ trustProxy: config.trustProxy, rate: dependencies.rate });
  const server = createServer(config, log, gate);
  server.server.maxConnections = MAX_CONNECTIONS;
  server.removeContentTypeParser('text/plain');
  server.setErrorHandler(answerFailure);
  nameRequests(server);
  answerRefusals(server);
  measureRequests(server, registry);
  const { trustProxy } = config;
  const unknownCallers = boundUnknownCallers(server, { trustProxy, registry, limits: dependencies.limits });
  const door = {
    sessions,
    metricsToken: config.metricsToken,
    isReachedDirectly: isReachedDirectly(config),
    welcome(request: FastifyRequest) {
      gate.refund(request.raw);
      unknownCallers.welcome(request);
    },
  };
  const { edits = noEditGuard } = dependencies;
  const app: HttpApp = {
    fastify: server,
    door,
    readInTurn: createReadingTurns(),
    edits,
    unknownCallers,
    gate,
  };
  if (dependencies.record !== undefined) traceRequests(server, dependencies.record);
  const { publicUrl, httpsPort = null } = config;
  if (httpsPort !== null && !config.trustProxy) redirectToHttps(server, { publicUrl, httpsPort });
  const isHttps = publicUrl?.startsWith('https:') ?? httpsPort !== null;
  // Browsers apply HSTS to every port of the name: with an unusual port the plain port would be unreachable.
  const staysHttps = isHttps && (publicUrl !== null || httpsPort === STANDARD_HTTPS_PORT);
  const inline = config.webRoot === null ? { scripts: [], styles: [] } : inlineHashes(config.webRoot);
  await server.register(
    helmet,
    securityHeaders({ mqttWsPort: config.mqttWsPort, isHttps, staysHttps, inline }),
  );
  server.addHook('onSend', async (_request, reply, payload) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
    if (reply.statusCode >= 400) reply.headers(NO_STORE);
    // Converts large texts to bytes, because Node would encode a text twice: to count its bytes and to send it.
    return typeof payload === 'string' && payload.length > LARGE_TEXT ? Buffer.from(payload) : payload;
  });
  await server.register(compress, COMPRESSION);
  bindOperations(app, { registry, checks });
  if (config.webRoot !== null) {
    await documentApi(server);
    await serveWebBuild(server, config.webRoot);
  }
  return app;
};
