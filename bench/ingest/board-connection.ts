import { connect, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import mqtt from 'mqtt-packet';

const ACK_BYTES = 4;
/** Small, so that the instants of a long run stay within the allowed lead of a board's clock. */
const STEP_MS = 100;
const MAX_IDS = 60_000;

export interface LoadBoard {
  readonly mac: string;
  readonly key: string;
}

interface BoardOptions {
  readonly firstInstant: number;
  readonly stepMs?: number | undefined;
  /** PEM of who signed the server's certificate; without it, no TLS. */
  readonly ca?: string | undefined;
}

export interface BoardConnection {
  /** Sends one message more; its instant is a step after the one before. */
  send(): void;
  waiting(): number;
  acknowledged(): number;
  close(): void;
}

/** A tri record with an instant that is overwritten in place: encoding must not load the measured machine. */
const lineOf = (mac: string): string =>
  `${mac},1700000000000,-61,41.5,220.1,221.3,219.8,12.31,10.02,9.87,0.97,0.95,0.99,2629.1,2106.4,2147.3,650.2,690.1,` +
  '302.7,0.183,0.146,0.149,0.045,0.048,0.021,2.1,2.3,1.9,11.2,12.8,9.4';

export const connectBoard = async (
  port: number,
  board: LoadBoard,
  { firstInstant, stepMs = STEP_MS, ca }: BoardOptions,
  onAck: (sentAt: number) => void,
): Promise<BoardConnection> => {
  const address = { port, host: '127.0.0.1', noDelay: true };
  const socket: Socket = ca === undefined ? connect(address) : connectByTls({ ...address, ca });
  const template = mqtt.generate({
    cmd: 'publish',
    topic: `message/${board.mac}`,
    payload: lineOf(board.mac),
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
  });
  const instantAt = template.indexOf(',1700000000000,') + 1;
  const idAt = template.indexOf(`${board.mac},17`) - 2;
  const sentAt = new Float64Array(MAX_IDS + 1);
  let at = firstInstant;
  let id = 0;
  let sent = 0;
  let acknowledged = 0;
  let rest: Buffer = Buffer.alloc(0);

  const takeAcks = (chunk: Buffer): void => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let position = 0;
    for (; position + ACK_BYTES <= bytes.length; position += ACK_BYTES) {
      acknowledged++;
      onAck(sentAt[bytes.readUInt16BE(position + 2)] ?? 0);
    }
    rest = bytes.subarray(position);
  };

  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (connack) => {
      if (connack[3] !== 0) reject(new Error(`the board ${board.mac} was refused: ${connack[3]}`));
      socket.on('data', takeAcks);
      resolve();
    });
    socket.write(
      mqtt.generate({
        cmd: 'connect',
        clientId: board.mac,
        username: board.mac,
        password: Buffer.from(board.key),
        keepalive: 60,
        clean: true,
        protocolId: 'MQTT',
        protocolVersion: 4,
      }),
    );
  });
  return {
    send() {
      at += stepMs;
      sent++;
      id = id === MAX_IDS ? 1 : id + 1;
      sentAt[id] = performance.now();
      const message = Buffer.from(template);
      message.writeUInt16BE(id, idAt);
      message.write(String(at), instantAt, 'latin1');
      if (socket.writableCorked === 0) {
        socket.cork();
        setImmediate(() => socket.uncork());
      }
      socket.write(message);
    },
    waiting: () => sent - acknowledged,
    acknowledged: () => acknowledged,
    close: () => socket.destroy(),
  };
};
