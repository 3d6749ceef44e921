import type { Duplex } from 'node:stream';
import {
  CONNECT,
  type Framed,
  frame,
  packetType,
  protocolLevelOf,
  UNSUPPORTED_VERSION,
} from './packet-framing.ts';

const MQTT_5 = 5;

/**
 * Calls back once a connection has brought a whole CONNECT of at most so many bytes, with which it must begin (MQTT 3.1.1,
 * section 3.1), and leaves the bytes to be read again. MQTT 5 is answered and closed (MQTT 5.0, section 3.1.2.2). Until then it costs its socket and these bytes, and no state of a
 * client: whoever wants much memory of a broker does not even say who he is.
 */
export const awaitFirstPacket = (stream: Duplex, largest: number, arrived: () => void): void => {
  const framed: Framed = { header: 0, body: 0, end: 0 };
  let parts: Buffer[] = [];
  let gathered = 0;

  /** The packet may have come with others behind it, or in pieces of a byte. */
  const judge = (bytes: Buffer): 'whole' | 'incomplete' | 'refused' | 'unsupported' => {
    const framing = frame(bytes, 0, framed);
    const isConnect = packetType(bytes[0] ?? 0) === CONNECT;
    if (!isConnect || framing === 'malformed') return 'refused';
    if (framing === 'incomplete') return 'incomplete';
    if (framed.end - framed.body > largest) return 'refused';
    if (framed.end > bytes.length) return 'incomplete';
    return protocolLevelOf(bytes, framed) === MQTT_5 ? 'unsupported' : 'whole';
  };

  const readOn = (): void => {
    const chunk: unknown = stream.read();
    if (!Buffer.isBuffer(chunk)) return;
    parts.push(chunk);
    gathered += chunk.length;
    if (framed.end > gathered) return;
    const bytes = Buffer.concat(parts, gathered);
    const verdict = judge(bytes);
    if (verdict === 'incomplete') {
      parts = [bytes];
      return;
    }
    parts = [];
    stream.off('readable', readOn);
    if (verdict === 'refused') {
      stream.destroy();
      return;
    }
    if (verdict === 'unsupported') {
      stream.end(UNSUPPORTED_VERSION, leave);
      return;
    }
    stream.off('error', leave);
    stream.unshift(bytes);
    arrived();
  };
  const leave = (): void => void stream.destroy();

  stream.on('error', leave);
  stream.on('end', leave);
  stream.on('readable', readOn);
};
