import { instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { boardTopics } from '@nascente/domain/telemetry/frames/topic';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLogEntry, readLogEntry } from './logged-messages.ts';

const MAC = 'A4:CF:12:0A:00:01' as Mac;
const board = { kind: 'board', mac: MAC, topics: boardTopics(MAC), keyHash: Buffer.alloc(0) } as const;
const message = fc.record({
  sender: fc.constantFrom(board, { kind: 'fleet' } as const, { kind: 'gateway', id: '018f7d0a' } as const),
  topic: fc.string({ maxLength: 300, unit: 'grapheme' }),
  payload: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
  receivedAt: fc.integer({ min: 0, max: 4e12 }).map(instant),
});

test('reads the messages of an entry as they were added, in order', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
      const entry = createLogEntry();
      for (const each of messages) entry.add(each);
      expect(entry.count()).toBe(messages.length);
      const encoded = entry.encoded();
      expect(encoded.length).toBe(entry.bytes());
      expect(readLogEntry(new Uint8Array(encoded))).toEqual(messages);
    }),
  );
});

test('an entry stores its own copy of a message from a socket', () => {
  const entry = createLogEntry();
  const payload = Buffer.from('before');
  entry.add({ sender: board, topic: 'message/x', payload, receivedAt: instant(1) });
  payload.fill('x');
  expect(readLogEntry(entry.encoded())[0]?.payload.toString()).toBe('before');
});

test('refuses an entry of another version, or one that is cut short', () => {
  const entry = createLogEntry();
  entry.add({ sender: board, topic: 'message/x', payload: Buffer.from('line'), receivedAt: instant(1) });
  const bytes = entry.encoded();
  expect(() => readLogEntry(bytes.subarray(0, -1))).toThrow(RangeError);
  bytes[0] = 9;
  expect(() => readLogEntry(bytes)).toThrow('an entry of version 9');
});
