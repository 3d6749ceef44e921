import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import type { Log } from '@nascente/runtime/log';
import { listenOrRefuse } from '@nascente/runtime/start-refused';
import { Counter, Gauge, type Registry } from 'prom-client';
import { createClientErrors } from '../http/connections/client-error.ts';
import {
  NO_ADDRESS,
  type Refusal,
  refusalBody,
  refuseConnection,
} from '../http/connections/refuse-connection.ts';
import { addressOf, createFrontDoor, plainAddress } from '../limits/front-door.ts';
import { createUnauthenticatedClients } from '../limits/unauthenticated.ts';
import type { Certificates } from '../tls/certificates.ts';
import type { BrokerHooks, BrokerLimits } from './broker-hooks.ts';
import type { MqttOrigin } from './client-sessions.ts';
import { createClients } from './clients.ts';
import { createWebSocketStream } from './websocket-stream.ts';

/** Metrics of the broker: connections, and refused ones. */
export const measureBroker = (
  broker: Pick<Broker<never>, 'connections' | 'unauthenticated' | 'subscriptions'>,
  registry: Registry,
): void => {
  const registers = [registry];
  new Gauge({
    name: 'nascente_mqtt_connections',
    help: 'MQTT connections; strangers have not signed in (yet), TLS and WebSocket handshakes included.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, broker.connections());
      this.set({ state: 'stranger' }, broker.unauthenticated().present);
    },
  });
  new Gauge({
    name: 'nascente_mqtt_subscriptions',
    help: 'What browsers and programs follow: subscribers, and topics that have any.',
    labelNames: ['of'],
    registers,
    collect() {
      const { topics, subscribers } = broker.subscriptions();
      this.set({ of: 'subscribers' }, subscribers);
      this.set({ of: 'topics' }, topics);
    },
  });
  let counted = 0;
  new Counter({
    name: 'nascente_mqtt_turned_away_total',
    help: 'Connections that were closed because they did not sign in in time, or too many of their address had not.',
    registers,
    collect() {
      const { turnedAway } = broker.unauthenticated();
      this.inc(turnedAway - counted);
      counted = turnedAway;
    },
  });
};

/** MQTT 3.1.1, section 6: the subprotocol is `mqtt`; 3.1 clients say `mqttv3.1`. */
const PROTOCOLS = ['mqtt', 'mqttv3.1'];
/** RFC 6455, section 4.2.2. */
const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const KEY = /^[+/0-9A-Za-z]{22}==$/;

const refusal = (status: number, type: Refusal['type'], msg: string): Refusal => ({ status, type, msg });
const NO_WEBSOCKET = refusal(400, 'validation', 'Esta porta só aceita MQTT por WebSocket (protocolo mqtt).');
const WRONG_VERSION = refusal(426, 'req-error', 'Versão de WebSocket não aceita: use a 13.');
const FOREIGN_PAGE = refusal(403, 'forbidden', 'Páginas de outro endereço não abrem esta conexão.');
/** The answer to a plain HTTP request on a port that serves only WebSocket. */
const WEBSOCKET_ONLY = refusal(426, 'req-error', NO_WEBSOCKET.msg);

/** Accepts or refuses a request for MQTT over WebSocket. @returns whether it was accepted */
const openWebSocket = (request: IncomingMessage, socket: Duplex, publicHost: string | null): boolean => {
  const turnedAway = refusalOf(request, publicHost);
  if (turnedAway !== null) {
    refuseConnection(socket, turnedAway, turnedAway === WRONG_VERSION ? ['Sec-WebSocket-Version: 13'] : []);
    return false;
  }
  const key = request.headers['sec-websocket-key'];
  const accept = createHash('sha1').update(`${key}${ACCEPT_SUFFIX}`).digest('base64');
  const protocol = offeredProtocols(request).find((name) => PROTOCOLS.includes(name));
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `Sec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`,
  );
  return true;
};

const offeredProtocols = (request: IncomingMessage): string[] =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());

/** The refusal of a request, or `null`. */
const refusalOf = (request: IncomingMessage, publicHost: string | null): Refusal | null => {
  const { headers, method } = request;
  const isUpgrade = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
  if (!isUpgrade || !KEY.test(headers['sec-websocket-key'] ?? '')) return NO_WEBSOCKET;
  if (headers['sec-websocket-version'] !== '13') return WRONG_VERSION;
  if (!offeredProtocols(request).some((name) => PROTOCOLS.includes(name))) return NO_WEBSOCKET;
  return isOwnOrigin(request, publicHost) ? null : FOREIGN_PAGE;
};

/**
 * Browsers send the origin of a page; only pages of the application may open the feed. Ports are not compared, because page and
 * WebSocket port of an installation differ. The name of the public address counts too, because a proxy may use another one.
 * Programs send no origin.
 */
const isOwnOrigin = (request: IncomingMessage, publicHost: string | null): boolean => {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  const page = URL.canParse(origin) ? new URL(origin).hostname : null;
  const requested = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null;
  return page !== null && (page === requested || page === publicHost);
};

interface BrokerPorts {
  readonly host: string;
  /** The port; 0: a free one; `null`: none is opened. */
  readonly tcp: number | null;
  readonly websocket: number | null;
  readonly tls: number | null;
}

export interface Broker<Viewer> {
  /** Opens the ports and resolves with their numbers. With a certificate, the port for WebSockets accepts only TLS. */
  readonly listen: () => Promise<{ tcp: number | null; websocket: number | null; tls: number | null }>;
  /**
   * Serves MQTT over WebSocket at `/mqtt` of another server too. @returns a function that ends this; until then the server cannot
   * close
   */
  readonly attach: (server: Server) => () => void;
  /** Whether any viewer is subscribed to the topic. */
  readonly watched: (topic: string) => boolean;
  /** Delivers a message to all subscribers that may receive it now. */
  readonly deliver: (topic: string, payload: Buffer) => void;
  /** Sends a message to one viewer, if one of its subscriptions matches the topic. */
  readonly send: (viewer: Viewer, topic: string, payload: Buffer) => void;
  /** Checks all connections at once: call it after access was revoked. */
  readonly recheck: () => void;
  readonly connections: () => number;
  /** Subscribed topics, and subscriptions in all. */
  readonly subscriptions: () => { readonly topics: number; readonly subscribers: number };
  /** Connections that have not signed in, and the total number of refused ones. */
  readonly unauthenticated: () => { readonly present: number; readonly turnedAway: number };
  readonly close: () => Promise<void>;
}

const DEFAULT_LIMITS: BrokerLimits = {
  connections: 10_000,
  connectionsOfPublisher: 4,
  connectionsOfViewer: 100,
  maxUnauthenticated: 4_000,
  unauthenticatedOfAddress: 1_000,
  signInWithinMs: 10_000,
  rate: { messagesPerSecond: 100, bytesPerSecond: 100_000, burstSeconds: 1_000 },
  largestMessageBytes: 4_100_000,
  unsentBytes: 262_144,
  subscriptionsOfViewer: 4_000,
};
const KEEPALIVE_MS = 60_000;
const SWEEP_MS = 1_000;

/**
 * An MQTT 3.1.1 broker for boards on TCP and TLS and for browsers on WebSocket. It stores nothing and forwards no message by
 * itself.
 */
export const createBroker = async <Publisher, Viewer>(needs: {
  ports: BrokerPorts;
  /** The certificate for the TLS port. With it the port for WebSockets accepts only TLS. */
  certificates: Certificates | null;
  /** The public address of the application: its pages may open the feed, whatever host a proxy uses. */
  publicUrl: string | null;
  /** Whether the last entry of X-Forwarded-For is the client's address. */
  trustProxy: boolean;
  hooks: BrokerHooks<Publisher, Viewer>;
  log: Log;
  limits?: Partial<BrokerLimits>;
}): Promise<Broker<Viewer>> => {
  const { ports, certificates, hooks, trustProxy } = needs;
  const log = needs.log.child({ part: 'mqtt' });
  const limits = { ...DEFAULT_LIMITS, ...needs.limits };
  const clients = await createClients({ hooks, limits, log });
  const unauthenticated = createUnauthenticatedClients(limits);
  const frontDoor = createFrontDoor(unauthenticated);
  const publicHost = needs.publicUrl === null ? null : new URL(needs.publicUrl).hostname;
  const servers: Server[] = [];

  const acceptBy =
    (transport: MqttOrigin['transport']) =>
    (socket: Socket): void => {
      const waiting = frontDoor.strangerBy(socket);
      if (waiting === null) {
        socket.destroy();
        return;
      }
      socket.setNoDelay(true);
      socket.setKeepAlive(true, KEEPALIVE_MS);
      clients.admit(socket, { address: plainAddress(socket.remoteAddress), transport }, waiting);
    };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const address = addressOf(request, trustProxy);
    const current = frontDoor.strangerBy(socket);
    current?.isFrom(address);
    const waiting = current ?? unauthenticated.enter(socket, address);
    if (waiting === null || socket.destroyed || !openWebSocket(request, socket, publicHost)) return;
    request.socket.setTimeout(0);
    request.socket.setNoDelay(true);
    request.socket.setKeepAlive(true, KEEPALIVE_MS);
    clients.admit(createWebSocketStream(socket, head), { address, transport: 'WebSocket' }, waiting);
  };

  /** The port that serves only WebSockets, on any path. */
  const websocketServer = (): Server => {
    const clientErrors = createClientErrors(log);
    const refuse: RequestListener = (request, response) => {
      clientErrors.follow(request, response);
      const headers = { upgrade: 'websocket', 'content-type': 'application/json; charset=utf-8' };
      response.writeHead(WEBSOCKET_ONLY.status, headers).end(refusalBody(WEBSOCKET_ONLY));
    };
    const answering = <S extends HttpServer>(server: S): S =>
      server
        .on('upgrade', upgrade)
        .on('connect', (_request, socket) => refuseConnection(socket, NO_ADDRESS))
        .on('clientError', clientErrors.answer);
    if (certificates === null) return answering(createHttpServer(refuse));
    const server = createHttpsServer(certificates.current(), refuse);
    certificates.renewAt(server);
    return answering(server);
  };

  const open = async (variable: string, server: Server, port: number): Promise<number> => {
    frontDoor.watch(server);
    await listenOrRefuse({ variable, port }, async () => {
      server.listen(port, ports.host);
      await once(server, 'listening');
    });
    servers.push(server);
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  };
  const tlsServer = (pair: Certificates): Server => {
    const options = { ...pair.current(), handshakeTimeout: limits.signInWithinMs };
    const server = createTlsServer(options, acceptBy('TLS'));
    pair.renewAt(server);
    return server;
  };
  const sweep = setInterval(unauthenticated.sweep, SWEEP_MS);
  sweep.unref();

  return {
    async listen() {
      const { tcp, tls, websocket } = ports;
      return {
        tcp:
          tcp === null
            ? null
            : await open('MQTT_PORT', createTcpServer({ noDelay: true }, acceptBy('TCP')), tcp),
        tls:
          tls === null || certificates === null
            ? null
            : await open('MQTT_TLS_PORT', tlsServer(certificates), tls),
        websocket: websocket === null ? null : await open('MQTT_WS_PORT', websocketServer(), websocket),
      };
    },
    attach(server) {
      const open = new Set<Duplex>();
      let hasEnded = false;
      // An upgrade on another path, as some programs request for HTTP/2, is ignored.
      Object.assign(server, { shouldUpgradeCallback: isMqttPath });
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (hasEnded || !isMqttPath(request)) return refuseConnection(socket, NO_ADDRESS);
        open.add(socket);
        socket.once('close', () => open.delete(socket));
        upgrade(request, socket, head);
      });
      return () => {
        hasEnded = true;
        for (const socket of open) socket.destroy();
      };
    },
    watched: clients.watched,
    deliver: clients.deliver,
    send: clients.send,
    recheck: clients.recheck,
    connections: clients.count,
    subscriptions: clients.subscriptions,
    unauthenticated: () => ({ present: unauthenticated.count(), turnedAway: unauthenticated.turnedAway() }),
    async close() {
      clearInterval(sweep);
      for (const server of servers) server.close();
      await clients.close();
      unauthenticated.close();
    },
  };
};

const isMqttPath = (request: IncomingMessage): boolean => (request.url ?? '').split('?', 1)[0] === '/mqtt';
