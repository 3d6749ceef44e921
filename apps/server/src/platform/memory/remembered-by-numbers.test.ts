import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRememberedByNumbers } from './remembered-by-numbers.ts';

const of = (...numbers: number[]) => Float64Array.from(numbers);

describe('what is remembered by numbers', () => {
  it('is told of exactly these numbers, made from this', () => {
    const remembered = createRememberedByNumbers<string>(1_000, () => 1);
    remembered.keep(of(1, 2.5, -3), 7, 'made');
    expect(remembered.recall(of(1, 2.5, -3), 7)).toBe('made');
    expect(remembered.recall(of(1, 2.5, -3), 8)).toBeNull();
    expect(remembered.recall(of(1, 2.5), 7)).toBeNull();
    expect(remembered.recall(of(2.5, 1, -3), 7)).toBeNull();
    expect(remembered.recall(of(1, 2.5, -3), '7')).toBeNull();
  });

  it('looks at a part of a buffer as at the same numbers by themselves', () => {
    const remembered = createRememberedByNumbers<string>(1_000, () => 1);
    remembered.keep(of(0, 1, 2, 3).subarray(1, 3), 0, 'made');
    expect(remembered.recall(of(1, 2), 0)).toBe('made');
  });

  it('never tells of numbers with the same hash what others were made into', () => {
    // Whatever the lower half is, the upper one brings the hash back to what it was.
    const remembered = createRememberedByNumbers<string>(1_000, () => 1);
    const halves = (low: number, high: number) => new Float64Array(Uint32Array.from([low, high]).buffer);
    const mixed = (low: number) => Math.imul(0x811c9dc5 ^ low, 0x01000193);
    const [one, other] = [halves(1, 0), halves(2, (mixed(2) ^ mixed(1)) >>> 0)];
    remembered.keep(one, 0, 'one');
    expect(remembered.recall(other, 0)).toBeNull();
    remembered.keep(other, 0, 'other');
    expect([remembered.recall(one, 0), remembered.recall(other, 0)]).toEqual([null, 'other']);
  });

  it('forgets what was asked for longest ago when there is no room', () => {
    // A number takes eight bytes.
    const remembered = createRememberedByNumbers<string>(30, ({ length }) => length);
    remembered.keep(of(1), 0, 'one');
    remembered.keep(of(2), 0, 'two');
    expect([remembered.recall(of(1), 0), remembered.recall(of(2), 0)]).toEqual(['one', 'two']);
    remembered.keep(of(3), 0, 'three');
    expect([1, 2, 3].map((number) => remembered.recall(of(number), 0))).toEqual([null, 'two', 'three']);
    remembered.keep(of(4, 5, 6, 7), 0, 'four');
    expect(remembered.recall(of(4, 5, 6, 7), 0)).toBeNull();
  });

  it('is itself of whatever numbers', () => {
    const remembered = createRememberedByNumbers<string>(1_000, () => 1);
    const lists = fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(lists, (numbers) => {
        remembered.keep(of(...numbers), 0, String(numbers));
        return remembered.recall(of(...numbers), 0) === String(numbers);
      }),
    );
  });
});
