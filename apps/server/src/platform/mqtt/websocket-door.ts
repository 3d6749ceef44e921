import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Refusal, refuseConnection } from '../http/connections/refuse-connection.ts';

/** MQTT 3.1.1, section 6: the subprotocol is `mqtt`; 3.1 clients say `mqttv3.1`. */
const PROTOCOLS = ['mqtt', 'mqttv3.1'];
/** RFC 6455, section 4.2.2. */
const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const KEY = /^[+/0-9A-Za-z]{22}==$/;

const refusal = (status: number, type: Refusal['type'], msg: string): Refusal => ({ status, type, msg });
const NO_WEBSOCKET = refusal(400, 'validation', 'Aqui só se fala MQTT por WebSocket (protocolo mqtt).');
const WRONG_VERSION = refusal(426, 'req-error', 'Versão de WebSocket não aceita: use a 13.');
const FOREIGN_PAGE = refusal(403, 'forbidden', 'Páginas de outro endereço não abrem esta conexão.');
/** To whoever asks in ordinary HTTP where only WebSocket is spoken. */
export const WEBSOCKET_ONLY = refusal(426, 'req-error', NO_WEBSOCKET.msg);

/** Says yes to a request to speak MQTT over WebSocket, or turns it away; whether it said yes. */
export const openWebSocket = (
  request: IncomingMessage,
  socket: Duplex,
  publicHost: string | null,
): boolean => {
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

/** With what a request is turned away, or null. */
const refusalOf = (request: IncomingMessage, publicHost: string | null): Refusal | null => {
  const { headers, method } = request;
  const isUpgrade = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
  if (!isUpgrade || !KEY.test(headers['sec-websocket-key'] ?? '')) return NO_WEBSOCKET;
  if (headers['sec-websocket-version'] !== '13') return WRONG_VERSION;
  if (!offeredProtocols(request).some((name) => PROTOCOLS.includes(name))) return NO_WEBSOCKET;
  return isOwnOrigin(request, publicHost) ? null : FOREIGN_PAGE;
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
