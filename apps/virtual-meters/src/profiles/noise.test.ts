import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNoise } from './noise.ts';

test('noise lies in [0, 1) everywhere, and repeats for the same seed', () => {
  fc.assert(
    fc.property(fc.string(), fc.maxSafeInteger(), (seed, index) => {
      const value = createNoise(seed).at(index);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThan(1);
      expect(createNoise(seed).at(index)).toBe(value);
    }),
  );
});

test('noise is spread evenly', () => {
  const noise = createNoise('even');
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let index = 0; index < 10_000; index += 1) {
    const tenth = Math.floor(noise.at(index) * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});

test('smooth noise passes through its values and does not jump between them', () => {
  const noise = createNoise('smooth');
  expect(noise.smooth(7)).toBe(noise.at(7));
  for (let position = 0; position < 20; position += 0.01) {
    expect(Math.abs(noise.smooth(position + 0.01) - noise.smooth(position))).toBeLessThan(0.02);
  }
});
