import { expect, test } from 'vitest';
import { createBufferPool } from './buffer-pool.ts';

const KB = 1024;

test('memory that was given back is taken again by whom it suffices', () => {
  const pool = createBufferPool(2, 512 * KB);
  const first = pool.take(100 * KB);
  expect(first.length).toBeGreaterThanOrEqual(100 * KB);
  expect(pool.take(100 * KB)).not.toBe(first);
  pool.give(first);
  expect(pool.take(300 * KB)).not.toBe(first);
  expect(pool.take(90 * KB)).toBe(first);
  expect(pool.take(90 * KB)).not.toBe(first);
});

test('only so many are kept, the largest of them, and none that is too large', () => {
  const pool = createBufferPool(2, 512 * KB);
  const [small, middle, large, huge] = [100, 200, 300, 600].map((size) => pool.take(size * KB));
  for (const buffer of [small, middle, large, huge]) if (buffer !== undefined) pool.give(buffer);
  expect(pool.take(10 * KB)).toBe(large);
  expect(pool.take(10 * KB)).toBe(middle);
  const another = pool.take(10 * KB);
  expect([small, huge]).not.toContain(another);
});
