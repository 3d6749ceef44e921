import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import type { Log } from '../log/log.ts';
import { listenOrRefuse } from '../start-refused.ts';
import type { BrokerHooks, BrokerLimits } from './broker-hooks.ts';
import { createClients, type MqttClients, type MqttOrigin } from './clients.ts';
import { plainAddress } from './plain-address.ts';
import { createWebSocketDoor } from './websocket-door.ts';

export interface BrokerPorts {
  readonly host: string;
  /** 0 takes a free one; null opens none. */
  readonly tcp: number | null;
  readonly websocket: number | null;
  readonly tls: { readonly port: number; readonly cert: Buffer; readonly key: Buffer } | null;
}

export interface Broker {
  /** Opens the ports; resolves with those that were taken. */
  readonly listen: () => Promise<{ tcp: number | null; websocket: number | null; tls: number | null }>;
  /** Serves MQTT over WebSocket at `/mqtt` of this server too. */
  readonly attach: (server: HttpServer) => void;
  /** Whether anybody is subscribed. */
  readonly watched: (topic: string) => boolean;
  /** Gives a message to everybody who is subscribed and may receive it now. */
  readonly deliver: (topic: string, payload: Buffer) => void;
  /** Asks again who may stay, at once: to be called after access was taken away. */
  readonly recheck: () => void;
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

const DEFAULT_LIMITS: BrokerLimits = {
  connections: 10_000,
  connectionsOfPublisher: 4,
  largestMessageBytes: 4_100_000,
  unsentBytes: 262_144,
  subscriptionsOfViewer: 4_000,
};
const KEEPALIVE_MS = 60_000;
const NOT_FOUND = 404;

/** Boards on TCP and TLS, browsers on WebSocket: an MQTT 3.1.1 broker that keeps nothing and forwards nothing itself. */
export const createBroker = async <Publisher, Viewer>(needs: {
  ports: BrokerPorts;
  hooks: BrokerHooks<Publisher, Viewer>;
  log: Log;
  limits?: Partial<BrokerLimits>;
}): Promise<Broker> => {
  const { ports, hooks } = needs;
  const log = needs.log.child({ part: 'mqtt' });
  const limits = { ...DEFAULT_LIMITS, ...needs.limits };
  const clients = await createClients({ hooks, limits, log });
  const door = createWebSocketDoor((stream, address) =>
    clients.admit(stream, { address, transport: 'WebSocket' }),
  );
  const servers: Server[] = [];

  const open = async (variable: string, server: Server, port: number): Promise<number> => {
    await listenOrRefuse({ variable, port }, async () => {
      server.listen(port, ports.host);
      await once(server, 'listening');
    });
    servers.push(server);
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  };

  return {
    async listen() {
      const { tcp, tls, websocket } = ports;
      return {
        tcp:
          tcp === null
            ? null
            : await open('MQTT_PORT', createTcpServer({ noDelay: true }, acceptInto(clients, 'TCP')), tcp),
        tls:
          tls === null
            ? null
            : await open(
                'MQTT_TLS_PORT',
                createTlsServer({ cert: tls.cert, key: tls.key }, acceptInto(clients, 'TLS')),
                tls.port,
              ),
        websocket: websocket === null ? null : await open('MQTT_WS_PORT', websocketServer(door), websocket),
      };
    },
    attach(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (isMqttPath(request)) door.upgrade(request, socket, head);
        else door.refuse(socket, NOT_FOUND);
      });
    },
    watched: clients.watched,
    deliver: clients.deliver,
    recheck: clients.recheck,
    connections: clients.count,
    async close() {
      for (const server of servers) server.close();
      await clients.close();
      door.close();
    },
  };
};

const acceptInto =
  (clients: MqttClients, transport: MqttOrigin['transport']) =>
  (socket: Socket): void => {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEPALIVE_MS);
    clients.admit(socket, { address: plainAddress(socket.remoteAddress), transport });
  };

/** The port for WebSockets alone: any path, nothing else. */
const websocketServer = (door: ReturnType<typeof createWebSocketDoor>): HttpServer => {
  const server = createHttpServer((_request, response) => {
    response.writeHead(426, { upgrade: 'websocket' }).end();
  });
  server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head));
  return server;
};

const isMqttPath = (request: IncomingMessage): boolean => (request.url ?? '').split('?', 1)[0] === '/mqtt';
