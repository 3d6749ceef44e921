import { Duplex } from 'node:stream';
import mqttPacket from 'mqtt-packet';
import { expect, onTestFinished, test } from 'vitest';
import { createInlet } from './inlet.ts';
import { createIntakeBudget } from './intake-budget.ts';
import { createLargePackets } from './large-packets.ts';

const BATCH = 500;
const MAX_MESSAGES = 200_000;

const publish = (messageId: number): Buffer =>
  mqttPacket.generate({
    cmd: 'publish',
    topic: 'message/A4:CF:12:00:00:01',
    payload: Buffer.from('1'),
    qos: 1,
    messageId,
    dup: false,
    retain: false,
  });

/** A connection of a board; nothing written to a deaf one is ever sent. */
const connection = (isDeaf: boolean): Duplex => {
  const stream = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, written) => {
      if (!isDeaf) written();
    },
  });
  stream.on('error', () => undefined);
  onTestFinished(() => void stream.destroy());
  return stream;
};

/** Publishes until the connection ends or so many were taken; every message is durable at once. */
const flood = async (stream: Duplex): Promise<number> => {
  const inlet = createInlet({
    stream,
    budget: createIntakeBudget(),
    largePackets: createLargePackets(),
    largestPacket: 1_000,
  });
  inlet.brokerEnd.on('error', () => undefined);
  let taken = 0;
  inlet.takeWith({
    take(_topic, _payload, done) {
      taken++;
      done();
      return 'A4:CF:12:00:00:01';
    },
    largestPacket: 1_000,
    sender: 'A4:CF:12:00:00:01',
    allowance: { spend: () => undefined, waitMs: () => 0 },
    heldBack: () => undefined,
  });
  const batch = Buffer.concat(Array.from({ length: BATCH }, (_, n) => publish(n + 1)));
  while (!stream.destroyed && taken < MAX_MESSAGES) {
    stream.push(batch);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return taken;
};

test('drops a board that never reads its acknowledgements', async () => {
  const stream = connection(true);
  expect(await flood(stream)).toBeLessThan(MAX_MESSAGES);
  expect(stream.destroyed).toBe(true);
  expect(stream.writableLength).toBeLessThan(100_000);
});

test('preserves the connection of a board that reads its acknowledgements', async () => {
  const stream = connection(false);
  expect(await flood(stream)).toBe(MAX_MESSAGES);
  expect(stream.destroyed).toBe(false);
});
