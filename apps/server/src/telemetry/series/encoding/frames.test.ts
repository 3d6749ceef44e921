import { type Frames, framesWithin } from '@nascente/domain/telemetry/frames/frame-columns';
import { FRAME_FIELDS, type FrameField, isIncrement } from '@nascente/domain/telemetry/frames/frame-fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBlocks, decodeFrames, encodeDayFrames, encodeFrames } from './frame-blocks.ts';

const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');
const DAY_MS = 86_400_000;

/** Whatever 32 bits can hold, with what boards send most often. */
const real = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -9_999, max: 9_999 }).map((total) => Math.fround(total / 10)) },
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e-7, 16_777_216, 3.4e38).map(Math.fround),
);
const increment = fc.maxSafeInteger();
const numberOf = (field: FrameField): fc.Arbitrary<number> =>
  fc.option(isIncrement(field) ? increment : real, { freq: 4, nil: Number.NaN });

const someFrames: fc.Arbitrary<Frames> = fc
  .uniqueArray(fc.integer({ min: 0, max: DAY_MS - 1 }), { maxLength: 60 })
  .chain((instants) => {
    const column = (field: FrameField) =>
      fc.array(numberOf(field), { minLength: instants.length, maxLength: instants.length });
    const columns = Object.fromEntries(FRAME_FIELDS.map((field) => [field, fc.option(column(field))]));
    return fc.record(columns).map((chosen) => ({
      at: Float64Array.from(
        instants.toSorted((one, other) => one - other),
        (ms) => MIDNIGHT + ms,
      ),
      columns: Object.fromEntries(
        Object.entries(chosen).flatMap(([field, values]) =>
          values === null ? [] : [[field, Float64Array.from(values)]],
        ),
      ),
    }));
  });

/** Values as measured: 32 bits, or whole thousandths; a missing column counts as unmeasured. */
const measured = ({ at, columns }: Frames): readonly (readonly number[])[] =>
  FRAME_FIELDS.map((field) => {
    const column = columns[field] ?? new Float64Array(at.length).fill(Number.NaN);
    return Array.from(column, (number) => (isIncrement(field) ? number : Math.fround(number)));
  });

describe('encoded and decoded frames', () => {
  it('decoded frames are the same bit for bit, with every measured value and no other', () => {
    fc.assert(
      fc.property(someFrames, (frames) => {
        const opened = decodeFrames(encodeFrames(frames));
        expect(opened.at).toEqual(frames.at);
        expect(measured(opened)).toEqual(measured(frames));
      }),
      { numRuns: 300 },
    );
  });

  it('decoded frames are the same in blocks of a day, and a block can be decoded alone', () => {
    fc.assert(
      fc.property(someFrames, fc.integer({ min: 0, max: 3 }), (frames, block) => {
        const { bytes, ends } = encodeDayFrames(MIDNIGHT, frames);
        expect(measured(decodeBlocks(bytes, 'all'))).toEqual(measured(frames));
        const from = MIDNIGHT + (block * DAY_MS) / 4;
        const one = decodeBlocks(bytes.subarray(ends[block - 1] ?? 0, ends[block]), 'all');
        expect(one.at).toEqual(framesWithin(frames, from, from + DAY_MS / 4).at);
      }),
    );
  });

  it('decoded frames have the numbers that the board sent: 219.8, and not 219.80000305', () => {
    const va = Float64Array.of(Math.fround(219.8), Math.fround(0.1), Math.fround(1e-20));
    const { columns } = decodeFrames(encodeFrames({ at: Float64Array.of(1, 2, 3), columns: { va } }));
    expect([...(columns.va ?? [])]).toEqual([219.8, 0.1, 1e-20]);
  });

  it('decoded frames contain only the requested columns', () => {
    const columns = { va: Float64Array.of(1), wa: Float64Array.of(2) };
    const opened = decodeFrames(encodeFrames({ at: Float64Array.of(7), columns }), new Set(['wa'] as const));
    expect(opened).toEqual({ at: Float64Array.of(7), columns: { wa: Float64Array.of(2) } });
  });
});
