import type { Mac } from '@nascente/domain/sites/boards/mac';
import fc from 'fast-check';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { triLine } from '../boards/tri-line.ts';
import { packetStart } from '../unfinished.ts';
import { hostileText } from './hostile-values.ts';

/** The credentials by which a fuzzed connection signs in. */
export interface SignIn {
  readonly mac: string;
  readonly key: string;
}

const text = hostileText.map((anyText) => anyText.toWellFormed().slice(0, 300));
const topicFor = ({ mac }: SignIn): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom(`message/${mac}`, `message/${mac}/`, 'message/+', '#', '$SYS/#', '/'), text);
const numberOfPacket = fc.integer({ min: 1, max: 65_535 });
const qos = fc.constantFrom(0 as const, 1 as const, 2 as const);

const connectFor = ({ mac, key }: SignIn): fc.Arbitrary<Packet> =>
  fc
    .record({
      clientId: fc.oneof(fc.constant(mac), text),
      username: fc.oneof(fc.constant(mac), text),
      password: fc.oneof(fc.constant(key), text),
      keepalive: fc.integer({ min: 0, max: 65_535 }),
    })
    .map((fields) => ({
      ...fields,
      cmd: 'connect' as const,
      password: Buffer.from(fields.password),
      // MQTT 3.1.1, section 3.1.3.1: a client without an identifier must request a clean session.
      clientId: fields.clientId === '' ? 'x' : fields.clientId,
      clean: true,
      protocolId: 'MQTT' as const,
      protocolVersion: 4 as const,
    }));

const FIELDS = [
  '',
  '-',
  '0',
  '-0',
  '1e9',
  '-1e9',
  '1e400',
  'NaN',
  'Infinity',
  '0x1',
  '1,5',
  '9'.repeat(25),
  '1e-320',
  '2147483648',
];

/** Lines of a board with one field and another as no meter says it: what is let through has to be stored. */
const lineFor = ({ mac }: SignIn): fc.Arbitrary<string> =>
  fc
    .record({
      at: fc.constantFrom(0, 1, Date.now(), Date.now() - 86_400_000, 4_102_444_800_000, 8.64e15),
      changes: fc.array(fc.tuple(fc.nat(40), fc.oneof(fc.constantFrom(...FIELDS), text)), { maxLength: 4 }),
      lines: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ at, changes, lines }) => {
      const fields = triLine(mac as Mac, at).split(',');
      for (const [index, field] of changes) fields[index % fields.length] = field;
      return Array.from({ length: lines }, () => fields.join(',')).join('\n');
    });

const publishFor = (signIn: SignIn): fc.Arbitrary<Packet> =>
  fc
    .record({
      topic: topicFor(signIn),
      payload: fc.oneof(
        lineFor(signIn),
        lineFor(signIn),
        text,
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      ),
      qos,
      messageId: numberOfPacket,
      dup: fc.boolean(),
      retain: fc.boolean(),
    })
    .map((fields) => ({
      ...fields,
      topic: fields.topic || 'x',
      dup: fields.dup && fields.qos > 0,
      cmd: 'publish' as const,
    }));

const subscribeFor = (signIn: SignIn): fc.Arbitrary<Packet> =>
  fc
    .record({ messageId: numberOfPacket, topic: topicFor(signIn), qos })
    .map(({ messageId, topic, qos: wanted }) => ({
      cmd: 'subscribe' as const,
      messageId,
      subscriptions: [{ topic: topic || 'x', qos: wanted }],
    }));

const answer = fc
  .record({
    cmd: fc.constantFrom('puback', 'pubrec', 'pubrel', 'pubcomp', 'unsuback'),
    messageId: numberOfPacket,
  })
  .map((packet) => packet as Packet);
const alone = fc.constantFrom('pingreq', 'pingresp', 'disconnect').map((cmd) => ({ cmd }) as Packet);

const packetFor = (signIn: SignIn): fc.Arbitrary<Buffer> =>
  fc
    .oneof(connectFor(signIn), publishFor(signIn), publishFor(signIn), subscribeFor(signIn), answer, alone)
    .map((packet) => mqttPacket.generate(packet));

/** Another byte here and there: lengths, kinds and flags among them, since packets are short. */
const withOtherBytes = (bytes: Buffer, changes: readonly (readonly [number, number])[]): Buffer => {
  const changed = Buffer.from(bytes);
  for (const [at, byte] of changes) if (changed.length > 0) changed[at % changed.length] = byte;
  return changed;
};

const brokenFor = (signIn: SignIn): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc
      .tuple(
        packetFor(signIn),
        fc.array(
          fc.tuple(fc.oneof(fc.constantFrom(0, 1, 2, 3), fc.nat(400)), fc.integer({ min: 0, max: 255 })),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
      )
      .map(([bytes, changes]) => withOtherBytes(bytes, changes)),
    fc.tuple(packetFor(signIn), fc.nat(400)).map(([bytes, maximum]) => bytes.subarray(0, maximum)),
    fc
      .tuple(
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom(0, 1, 127, 128, 16_384, 4_000_000, 268_435_455),
      )
      .map(([first, length]) => packetStart(first, length)),
    fc.constantFrom(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff]), Buffer.from([0x10, 0x00])),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );

export interface HostileTalk {
  /** Over WebSocket instead of TCP. */
  readonly isWebSocket: boolean;
  /** After a sign-in that is right. */
  readonly isSignedIn: boolean;
  /** What is sent, in pieces of the network's choice. */
  readonly pieces: readonly Buffer[];
}

const cut = (bytes: Buffer, at: readonly number[]): readonly Buffer[] => {
  const ends = [...new Set(at.map((offset) => offset % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
};

/** Packets of an attacker who knows MQTT well. */
export const hostileTalk = (signIn: SignIn): fc.Arbitrary<HostileTalk> =>
  fc
    .record({
      isWebSocket: fc.boolean(),
      isSignedIn: fc.boolean(),
      packets: fc.array(fc.oneof(packetFor(signIn), brokenFor(signIn)), { minLength: 1, maxLength: 8 }),
      cuts: fc.array(fc.nat(2_000), { maxLength: 3 }),
    })
    .map(({ packets, cuts, ...talk }) => ({ ...talk, pieces: cut(Buffer.concat(packets), cuts) }));

/** A sign-in as it should be. */
export const rightConnect = ({ mac, key }: SignIn): Buffer =>
  mqttPacket.generate({
    cmd: 'connect',
    clientId: mac,
    username: mac,
    password: Buffer.from(key),
    keepalive: 0,
    clean: true,
    protocolId: 'MQTT',
    protocolVersion: 4,
  });
