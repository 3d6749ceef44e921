import { once } from 'node:events';
import type { Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';
import { expect, test, vi } from 'vitest';
import { startTestTelemetry } from '../../testing/boards/test-telemetry.ts';
import { openRawWebSocket, stillOpen } from '../../testing/raw-connections.ts';

const { ports, broker } = await startTestTelemetry({});
const COMPLETE = 0x80;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;

/** A frame as a client sends it, with a mask of zeros. */
const frame = (opcode: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([COMPLETE | opcode, COMPLETE | payload.length, 0, 0, 0, 0]), payload]);
const code = (number: number): Buffer => Buffer.from([number >> 8, number & 0xff]);
const answered = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([COMPLETE | CLOSE, payload.length]), payload]);

/** All bytes that the server sends until it closes the connection. */
const saidAfter = async (socket: Socket, bytes: Buffer): Promise<Buffer> => {
  const said: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => said.push(chunk));
  const ended = once(socket, 'end');
  socket.write(bytes);
  await ended;
  return Buffer.concat(said);
};

test.for([
  ['nothing', Buffer.alloc(0), Buffer.alloc(0)],
  ['1000', code(1000), code(1000)],
  ['1014 and a reason', Buffer.concat([code(1014), Buffer.from('adeus, até já')]), code(1014)],
  ['4999', code(4999), code(4999)],
  ['one byte', Buffer.from([3]), code(1002)],
  ['a reason that is no UTF-8', Buffer.concat([code(1000), Buffer.from([0xc3, 0x28])]), code(1007)],
  ...[0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535].map(
    (number) => [String(number), code(number), code(1002)] as const,
  ),
] as const)('answers a close frame with %s once, with an allowed code', async ([, payload, answer]) => {
  const socket = await openRawWebSocket(ports.websocket);
  const closing = frame(CLOSE, payload);
  expect(await saidAfter(socket, Buffer.concat([closing, closing]))).toEqual(answered(answer));
  await vi.waitFor(() => expect(stillOpen([socket])).toEqual([]));
});

test('ignores all data after a close frame, in the same bytes or later ones', async () => {
  const socket = await openRawWebSocket(ports.websocket);
  const connect = mqttPacket.generate({
    cmd: 'connect',
    clientId: 'nobody',
    keepalive: 0,
    clean: true,
    protocolId: 'MQTT',
    protocolVersion: 4,
  });
  const late = Buffer.concat([frame(PING, Buffer.from('?')), frame(BINARY, connect)]);
  const said = saidAfter(socket, Buffer.concat([frame(CLOSE, code(1000)), late]));
  socket.write(late);
  expect(await said).toEqual(answered(code(1000)));
  await vi.waitFor(() => expect(broker.unauthenticated().present).toBe(0));
});
