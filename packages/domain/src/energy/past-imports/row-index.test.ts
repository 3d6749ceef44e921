import { expect, it } from 'vitest';
import { createRowIndex } from './taken-rows.ts';

it('finds each row by its key, also for keys that differ only beyond 32 bits', () => {
  const index = createRowIndex();
  const keys = [
    ...Array.from({ length: 5_000 }, (_, minute) => Date.UTC(2025, 0, 1) + minute * 60_000),
    ...Array.from({ length: 500 }, (_, step) => 7 + step * 4_294_967_291),
    0,
    -60_000,
  ];
  for (const [row, key] of keys.entries()) {
    expect(index.get(key)).toBeUndefined();
    index.add(key, row);
  }
  expect(keys.map((key) => index.get(key))).toEqual([...keys.keys()]);
  expect(index.get(1)).toBeUndefined();
});
