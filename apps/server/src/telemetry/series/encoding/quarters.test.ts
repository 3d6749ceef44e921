import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  decodeCounts,
  decodePhase,
  decodePhases,
  decodeSum,
  encodeCounts,
  encodeGrids,
  type GridsAt,
  splitGrids,
} from './quarters.ts';

const grid = fc
  .array(
    fc.oneof(
      fc.constant(0),
      fc.nat(2 ** 31 - 1),
      fc.nat(2 ** 31 - 1).map((number) => number * 2 ** 20),
    ),
    { minLength: 96, maxLength: 96 },
  )
  .map((numbers) => Float64Array.from(numbers));
/** The form of an empty day among other days. */
const EMPTY = Buffer.from([0]);
const gridsOf = (bytes: Buffer): GridsAt => splitGrids(bytes)[0] as GridsAt;
const phases = fc.array(fc.option(grid), { minLength: 1, maxLength: 3 });

it('decodes the quarter-hours of every phase as they were encoded', () => {
  fc.assert(
    fc.property(phases, (grids) => {
      const opened = decodePhases(encodeGrids(grids));
      for (const phase of [0, 1, 2]) {
        const original = grids[phase];
        const isEmpty = !original?.some((number) => number > 0);
        expect(opened[phase]).toEqual(isEmpty ? null : original);
      }
    }),
  );
});

it('decodes several phases together as their sum', () => {
  fc.assert(
    fc.property(fc.array(grid, { minLength: 1, maxLength: 3 }), (grids) => {
      const sum = decodeSum(gridsOf(encodeGrids(grids) ?? EMPTY)) ?? new Float64Array(96);
      const expected = Array.from(sum, (_, index) =>
        grids.reduce((total, each) => total + (each[index] ?? 0), 0),
      );
      expect([...sum]).toEqual(expected);
    }),
  );
});

it('splits consecutive encoded days into the original days', () => {
  fc.assert(
    fc.property(fc.array(phases, { maxLength: 5 }), (days) => {
      const encoded = days.map((grids) => encodeGrids(grids) ?? EMPTY);
      const split = splitGrids(Buffer.concat(encoded));
      expect(split).toHaveLength(days.length);
      for (const phase of [0, 1, 2])
        expect(split.map((grids) => decodePhase(grids, phase))).toEqual(
          encoded.map((bytes) => decodePhases(bytes)[phase]),
        );
    }),
    { numRuns: 30 },
  );
});

it('splits and adds days equally when only their sum was loaded', () => {
  const lengthOfSum = (bytes: Buffer) => 1 + ((bytes[0] as number) >= 0x80 ? 768 : 384);
  fc.assert(
    fc.property(fc.array(phases, { maxLength: 5 }), (days) => {
      const complete = days.map((grids) => encodeGrids(grids) ?? EMPTY);
      const sums = splitGrids(
        Buffer.concat(complete.map((bytes) => bytes.subarray(0, lengthOfSum(bytes)))),
        true,
      );
      expect(sums.map((grids) => decodeSum(grids))).toEqual(
        complete.map((bytes) => decodeSum(gridsOf(bytes))),
      );
    }),
    { numRuns: 30 },
  );
});

it('encodes no data as no bytes', () => {
  expect(encodeGrids([null, new Float64Array(96)])).toBeNull();
  expect(decodeSum(gridsOf(EMPTY))).toBeNull();
  expect(decodePhases(null)).toEqual([null, null, null]);
});

it('encodes numbers with four bytes when their sum fits', () => {
  const of = (number: number) => encodeGrids([new Float64Array(96).fill(number)])?.length;
  expect([of(2 ** 32 - 1), of(2 ** 32)]).toEqual([1 + 96 * 4, 1 + 96 * 8]);
  const half = new Float64Array(96).fill(2 ** 31);
  expect(encodeGrids([half, half])?.length).toBe(1 + 2 * 96 * 8);
});

it('decodes counts as they were encoded', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(65_535)), (counts) => {
      expect([...decodeCounts(encodeCounts(Uint16Array.from(counts)))]).toEqual(counts);
    }),
  );
});
