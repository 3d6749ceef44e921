import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameReader, frameHeader, OPCODES } from './websocket-stream.ts';

const MASK = Buffer.from([1, 2, 3, 250]);

/** A frame as a client sends it. */
const masked = (opcode: number, payload: Buffer, isFinal = true): Buffer => {
  const header = frameHeader(opcode, payload.length);
  if (!isFinal) header[0] = opcode;
  header[1] = (header[1] ?? 0) | 0x80;
  return Buffer.concat([header, MASK, payload.map((byte, at) => byte ^ (MASK[at % 4] ?? 0))]);
};

const read = (chunks: readonly Buffer[]) => {
  const data: Buffer[] = [];
  const controls: [number, string][] = [];
  const reader = createFrameReader({
    onData: (payload) => data.push(Buffer.from(payload)),
    onControl: (opcode, payload) => controls.push([opcode, payload.toString()]),
  });
  const isRight = chunks.every((chunk) => reader.read(Buffer.from(chunk)));
  return { data: Buffer.concat(data), controls, isRight };
};

test('returns the same payload however the bytes are split, with pings between and within messages', () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 4 });
  const messages = fc.array(parts, { maxLength: 5 });
  fc.assert(
    fc.property(messages, fc.array(fc.nat(3_000), { maxLength: 30 }), (sample, cuts) => {
      const frames = sample.flatMap((fragments) =>
        fragments.flatMap((fragment, at) => [
          masked(
            at === 0 ? OPCODES.binary : OPCODES.continuation,
            Buffer.from(fragment),
            at === fragments.length - 1,
          ),
          masked(OPCODES.ping, Buffer.from('p')),
        ]),
      );
      const bytes = Buffer.concat(frames);
      const edges = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const { data, controls, isRight } = read(
        edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge)),
      );
      expect(isRight).toBe(true);
      expect(data).toEqual(Buffer.concat(sample.flat().map((fragment) => Buffer.from(fragment))));
      expect(controls).toEqual(sample.flat().map(() => [OPCODES.ping, 'p']));
    }),
  );
});

test.for([70_000, 65_536, 65_535, 126, 125])('reads a payload of %i bytes by its length', (length) => {
  const payload = Buffer.alloc(length, 7);
  expect(read([masked(OPCODES.binary, payload), masked(OPCODES.close, Buffer.alloc(0))])).toEqual({
    data: payload,
    controls: [[OPCODES.close, '']],
    isRight: true,
  });
});

test('passes on all received data of an incomplete frame without collecting it', () => {
  const frame = masked(OPCODES.binary, Buffer.alloc(4_000_000, 7));
  expect(read([frame.subarray(0, 10_014)]).data.length).toBe(10_000);
});

test.for([
  ['text', masked(1, Buffer.from('x'))],
  ['a frame without a mask', Buffer.concat([frameHeader(OPCODES.binary, 1), Buffer.from('x')])],
  ['reserved bits', Buffer.from([0xc2, 0x80, 0, 0, 0, 0])],
  ['an unknown opcode', masked(3, Buffer.from('x'))],
  ['a continuation of nothing', masked(OPCODES.continuation, Buffer.from('x'))],
  [
    'a message within a message',
    Buffer.concat([masked(2, Buffer.from('x'), false), masked(2, Buffer.from('y'))]),
  ],
  ['a ping in parts', masked(OPCODES.ping, Buffer.from('x'), false)],
  ['a ping that is too long', masked(OPCODES.ping, Buffer.alloc(126))],
] as const)('refuses %s as an invalid frame', ([, bytes]) => {
  expect(read([bytes]).isRight).toBe(false);
});
