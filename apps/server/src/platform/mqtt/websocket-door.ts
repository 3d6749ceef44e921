import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { plainAddress } from './plain-address.ts';
import { createWebSocketStream } from './websocket-stream.ts';

/** MQTT 3.1.1, section 6: the subprotocol is `mqtt`; 3.1 clients say `mqttv3.1`. */
const PROTOCOLS = ['mqtt', 'mqttv3.1'];
const LARGEST_FRAME_BYTES = 4_200_000;

export interface WebSocketDoor {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  refuse(socket: Duplex, status: number): void;
  close(): void;
}

/** Turns upgrade requests into streams of MQTT bytes. */
export const createWebSocketDoor = (admit: (stream: Duplex, address: string) => void): WebSocketDoor => {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LARGEST_FRAME_BYTES,
    handleProtocols: (offered) => PROTOCOLS.find((name) => offered.has(name)) ?? false,
  });
  return {
    upgrade(request, socket, head) {
      const refusal = refusalOf(request);
      if (refusal !== null) return refuse(socket, refusal);
      server.handleUpgrade(request, socket, head, (opened) =>
        admit(createWebSocketStream(opened), plainAddress(request.socket.remoteAddress)),
      );
    },
    refuse,
    close: () => server.close(),
  };
};

/** The status with which a request is turned away, or null. */
const refusalOf = (request: IncomingMessage): number | null => {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (!offered.some((name) => PROTOCOLS.includes(name))) return 400;
  return isOwnOrigin(request) ? null : 403;
};

/**
 * Browsers say where a page came from; only our own pages may open the feed. Ports are not compared: the page and
 * the WebSocket port of one installation differ in them. Programs send no origin.
 */
const isOwnOrigin = (request: IncomingMessage): boolean => {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  const page = URL.canParse(origin) ? new URL(origin).hostname : null;
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null;
  return page !== null && page === asked;
};

const refuse = (socket: Duplex, status: number): void => {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};
