import { expect, test } from 'vitest';
import { freeMemory } from './free-memory.ts';

test('gives the memory of a large buffer back, once, and of every view of it', () => {
  const whole = Buffer.alloc(1024 * 1024, 'a');
  const part = whole.subarray(10, 20);
  freeMemory(part);
  expect(whole.buffer).toHaveProperty('detached', true);
  expect(whole).toHaveLength(0);
  expect(part).toHaveLength(0);
  freeMemory(part);
});

test('leaves small buffers alone, which share their memory', () => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  expect(one.buffer).toBe(other.buffer);
  freeMemory(one);
  expect([one.toString(), other.toString()]).toEqual(['one', 'other']);
});

test('leaves memory alone that other threads read', () => {
  const shared = Buffer.from(new SharedArrayBuffer(1024 * 1024));
  freeMemory(shared);
  expect(shared).toHaveLength(1024 * 1024);
});
