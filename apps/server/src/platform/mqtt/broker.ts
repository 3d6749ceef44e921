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
import { createClientErrors } from '../http/connections/client-error.ts';
import { NO_ADDRESS, refusalBody, refuseConnection } from '../http/connections/refuse-connection.ts';
import { addressOf, createFrontDoor } from '../limits/front-door.ts';
import { plainAddress } from '../limits/plain-address.ts';
import { createStrangers } from '../limits/strangers.ts';
import type { Certificates } from '../tls/certificates.ts';
import type { BrokerHooks, BrokerLimits } from './broker-hooks.ts';
import type { MqttOrigin } from './client-sessions.ts';
import { createClients } from './clients.ts';
import { openWebSocket, WEBSOCKET_ONLY } from './websocket-door.ts';
import { createWebSocketStream } from './websocket-stream.ts';

interface BrokerPorts {
  readonly host: string;
  /** 0 takes a free one; null opens none. */
  readonly tcp: number | null;
  readonly websocket: number | null;
  readonly tls: number | null;
}

export interface Broker<Viewer> {
  /** Opens the ports; resolves with those that were taken. The one for WebSockets takes TLS only, where there is a certificate. */
  readonly listen: () => Promise<{ tcp: number | null; websocket: number | null; tls: number | null }>;
  /** Serves MQTT over WebSocket at `/mqtt` of this server too. @returns ends that: a server does not close while such connections last. */
  readonly attach: (server: Server) => () => void;
  /** Whether anybody is subscribed. */
  readonly watched: (topic: string) => boolean;
  /** Gives a message to everybody who is subscribed and may receive it now. */
  readonly deliver: (topic: string, payload: Buffer) => void;
  /** Gives a message to one viewer, if a filter that it has subscribed to takes the topic. */
  readonly send: (viewer: Viewer, topic: string, payload: Buffer) => void;
  /** Asks again who may stay, at once: to be called after access was taken away. */
  readonly recheck: () => void;
  readonly connections: () => number;
  /** How many topics somebody follows, and how many times in all. */
  readonly subscriptions: () => { readonly topics: number; readonly subscribers: number };
  /** Connections that have not signed in, and how many of them were turned away so far. */
  readonly strangers: () => { readonly present: number; readonly turnedAway: number };
  readonly close: () => Promise<void>;
}

const DEFAULT_LIMITS: BrokerLimits = {
  connections: 10_000,
  connectionsOfPublisher: 4,
  connectionsOfViewer: 100,
  strangers: 4_000,
  strangersOfAddress: 1_000,
  signInWithinMs: 10_000,
  rate: { messagesPerSecond: 100, bytesPerSecond: 100_000, burstSeconds: 1_000 },
  largestMessageBytes: 4_100_000,
  unsentBytes: 262_144,
  subscriptionsOfViewer: 4_000,
};
const KEEPALIVE_MS = 60_000;
const SWEEP_MS = 1_000;

/** Boards on TCP and TLS, browsers on WebSocket: an MQTT 3.1.1 broker that keeps nothing and forwards nothing itself. */
export const createBroker = async <Publisher, Viewer>(needs: {
  ports: BrokerPorts;
  /** Needed by the port for TLS; where there is one the port for WebSockets takes TLS only. */
  certificates: Certificates | null;
  /** Address at which people reach the application: its pages may open the feed, whatever a proxy asks for. */
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
  const strangers = createStrangers(limits);
  const frontDoor = createFrontDoor(strangers);
  const publicHost = needs.publicUrl === null ? null : new URL(needs.publicUrl).hostname;
  const servers: Server[] = [];

  const acceptBy =
    (transport: MqttOrigin['transport']) =>
    (socket: Socket): void => {
      const stranger = frontDoor.strangerBy(socket);
      if (stranger === null) {
        socket.destroy();
        return;
      }
      socket.setNoDelay(true);
      socket.setKeepAlive(true, KEEPALIVE_MS);
      clients.admit(socket, { address: plainAddress(socket.remoteAddress), transport }, stranger);
    };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const address = addressOf(request, trustProxy);
    const current = frontDoor.strangerBy(socket);
    current?.isFrom(address);
    const stranger = current ?? strangers.enter(socket, address);
    if (stranger === null || socket.destroyed || !openWebSocket(request, socket, publicHost)) return;
    request.socket.setTimeout(0);
    request.socket.setNoDelay(true);
    request.socket.setKeepAlive(true, KEEPALIVE_MS);
    clients.admit(createWebSocketStream(socket, head), { address, transport: 'WebSocket' }, stranger);
  };

  /** The port for WebSockets alone: any path, nothing else. */
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
  const sweep = setInterval(strangers.sweep, SWEEP_MS);
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
      // Whoever asks elsewhere for an upgrade, as some programs do for HTTP/2, is answered as if it had not.
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
    strangers: () => ({ present: strangers.count(), turnedAway: strangers.turnedAway() }),
    async close() {
      clearInterval(sweep);
      for (const server of servers) server.close();
      await clients.close();
      strangers.close();
    },
  };
};

const isMqttPath = (request: IncomingMessage): boolean => (request.url ?? '').split('?', 1)[0] === '/mqtt';
