import { createHash } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** MQTT 3.1.1, section 6: the subprotocol is `mqtt`; 3.1 clients say `mqttv3.1`. */
const PROTOCOLS = ['mqtt', 'mqttv3.1'];
/** RFC 6455, section 4.2.2. */
const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const KEY = /^[+/0-9A-Za-z]{22}==$/;

/** Says yes to a request to speak MQTT over WebSocket, or turns it away; whether it said yes. */
export const openWebSocket = (
  request: IncomingMessage,
  socket: Duplex,
  publicHost: string | null,
): boolean => {
  const refusal = refusalOf(request, publicHost);
  if (refusal !== null) {
    refuseUpgrade(socket, refusal);
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

export const refuseUpgrade = (socket: Duplex, status: number): void => {
  socket.on('error', () => undefined);
  const version = status === 426 ? 'Sec-WebSocket-Version: 13\r\n' : '';
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${version}Content-Length: 0\r\n\r\n`,
  );
};

const offeredProtocols = (request: IncomingMessage): string[] =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());

/** The status with which a request is turned away, or null. */
const refusalOf = (request: IncomingMessage, publicHost: string | null): number | null => {
  const { headers, method } = request;
  const isUpgrade = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
  if (!isUpgrade || !KEY.test(headers['sec-websocket-key'] ?? '')) return 400;
  if (headers['sec-websocket-version'] !== '13') return 426;
  if (!offeredProtocols(request).some((name) => PROTOCOLS.includes(name))) return 400;
  return isOwnOrigin(request, publicHost) ? null : 403;
};

/**
 * Browsers say where a page came from; only our own pages may open the feed. Ports are not compared: the page and
 * the WebSocket port of one installation differ in them. A proxy may ask by another name than people do, so the name of
 * the public address counts too. Programs send no origin.
 */
const isOwnOrigin = (request: IncomingMessage, publicHost: string | null): boolean => {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  const page = URL.canParse(origin) ? new URL(origin).hostname : null;
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null;
  return page !== null && (page === asked || page === publicHost);
};
