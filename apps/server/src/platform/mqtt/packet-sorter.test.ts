import fc from 'fast-check';
import mqttPacket from 'mqtt-packet';
import { expect, test } from 'vitest';
import { createPacketSorter } from './inlet.ts';
import { PUBLISH, packetType } from './packet-framing.ts';

const publish = (payload: string): Buffer =>
  mqttPacket.generate({ cmd: 'publish', topic: 't', payload, qos: 0, dup: false, retain: false });
const ping = (): Buffer => mqttPacket.generate({ cmd: 'pingreq' });

const sorted = (chunks: readonly Buffer[], largest = 1_000_000) => {
  const taken: string[] = [];
  const sorter = createPacketSorter({
    largest: () => largest,
    take(bytes, { header, body, end }) {
      if (packetType(header) !== PUBLISH) return 'left';
      taken.push(bytes.toString('latin1', body + 3, end));
      return 'taken';
    },
  });
  const left = chunks.map((chunk) => sorter.sort(chunk));
  return { taken, left, gathering: sorter.gathering() };
};

test('returns the same packets however the bytes are split', () => {
  const packets = fc.array(fc.oneof(fc.constant(null), fc.string({ maxLength: 300 })), { maxLength: 12 });
  fc.assert(
    fc.property(packets, fc.array(fc.nat(4_000), { maxLength: 20 }), (sample, cuts) => {
      const bytes = Buffer.concat(sample.map((payload) => (payload === null ? ping() : publish(payload))));
      const edges = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const chunks = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
      const { taken, left } = sorted(chunks);
      const payloads = sample.filter((payload) => payload !== null);
      expect(taken).toEqual(payloads.map((payload) => Buffer.from(payload).toString('latin1')));
      expect(Buffer.concat(left.map((each) => each ?? Buffer.alloc(0))).length).toBe(
        (sample.length - payloads.length) * 2,
      );
    }),
  );
});

test('refuses a packet that is too large by its header', () => {
  const { left, taken } = sorted([publish('x'.repeat(2_000)).subarray(0, 4)], 1_000);
  expect({ left, taken }).toEqual({ left: [null], taken: [] });
});

test('refuses a length of five bytes as invalid MQTT', () => {
  expect(sorted([Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01])]).left).toEqual([null]);
});

test('returns the size of a packet before it is complete', () => {
  const packet = publish('x'.repeat(2_000));
  expect(sorted([packet.subarray(0, 10)]).gathering).toBe(packet.length);
});
