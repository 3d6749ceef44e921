import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import { expect, onTestFinished, test } from 'vitest';
import { packetStart } from '../../testing/unfinished.ts';
import { awaitFirstPacket } from './clients.ts';

const MAXIMUM = 1_000;
const CONNECT = 0x10;
const connect = mqttPacket.generate({
  cmd: 'connect',
  clientId: 'one',
  clean: true,
  keepalive: 0,
  protocolId: 'MQTT',
  protocolVersion: 4,
});

const connect5 = mqttPacket.generate({
  cmd: 'connect',
  clientId: 'one',
  clean: true,
  keepalive: 0,
  protocolId: 'MQTT',
  protocolVersion: 5,
  properties: { sessionExpiryInterval: 60 },
});
const mqttPacketsOf = (bytes: Buffer) => {
  const packets: mqttPacket.Packet[] = [];
  const parser = mqttPacket.parser({ protocolVersion: 5 });
  parser.on('packet', (packet) => packets.push(packet));
  parser.parse(bytes);
  return packets;
};

const chunksTaken = async (chunks: readonly Buffer[]) => {
  const stream = new PassThrough();
  onTestFinished(() => void stream.destroy());
  let arrivals = 0;
  awaitFirstPacket(stream, MAXIMUM, () => {
    arrivals += 1;
  });
  for (const chunk of chunks) {
    if (!stream.destroyed) stream.write(chunk);
    await turn();
  }
  return { stream, arrivals };
};

test('delivers a CONNECT once with the bytes behind it, also from single bytes', async () => {
  const ping = mqttPacket.generate({ cmd: 'pingreq' });
  const bytes = Buffer.concat([connect, ping]);
  const inPieces = await chunksTaken([...connect].map((byte) => Buffer.from([byte])));
  expect(inPieces.arrivals).toBe(1);
  expect(inPieces.stream.read()).toEqual(connect);
  const together = await chunksTaken([bytes]);
  expect(together.arrivals).toBe(1);
  expect(together.stream.read()).toEqual(bytes);
});

test.for([
  ['another packet', mqttPacket.generate({ cmd: 'pingreq' })],
  ['a CONNECT that is too large', packetStart(CONNECT, MAXIMUM + 1)],
  ['a length of five bytes', Buffer.from([CONNECT, 0xff, 0xff, 0xff, 0xff, 1])],
  ['no MQTT', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
] as const)('%s ends the connection', async ([, bytes]) => {
  const { stream, arrivals } = await chunksTaken([bytes]);
  expect({ isDestroyed: stream.destroyed, arrivals }).toEqual({ isDestroyed: true, arrivals: 0 });
});

test('waits for an incomplete packet', async () => {
  const { stream, arrivals } = await chunksTaken([connect.subarray(0, -1)]);
  expect({ isDestroyed: stream.destroyed, arrivals }).toEqual({ isDestroyed: false, arrivals: 0 });
});

test.each([1, 1_000])('answers MQTT 5 in chunks of %i bytes with its reason, and closes', async (size) => {
  let arrivals = 0;
  const server = createServer((socket) => {
    awaitFirstPacket(socket, MAXIMUM, () => {
      arrivals += 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const client = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
  const received: Buffer[] = [];
  client.on('data', (bytes) => received.push(bytes));
  const closed = once(client, 'close');
  for (let at = 0; at < connect5.length; at += size) {
    client.write(connect5.subarray(at, at + size));
    await turn();
  }
  await closed;
  expect(mqttPacketsOf(Buffer.concat(received))).toMatchObject([
    { cmd: 'connack', reasonCode: 0x84, sessionPresent: false },
  ]);
  expect(arrivals).toBe(0);
});
