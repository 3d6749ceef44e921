import { describe, expect, it } from 'vitest';
import { type Frames, framesWithin, joinFrames, lastFrames } from './frame-columns.ts';

describe('the last frames', () => {
  const frames: Frames = {
    at: Float64Array.of(1, 2, 3, 4),
    columns: { va: Float64Array.of(10, 20, 30, 40) },
  };
  it.each([
    [0, 2, [3, 4]],
    [1, 2, [2, 3]],
    [3, 5, [1]],
    [9, 5, []],
  ])('without %d, returns %d frames at most', (skip, max, instants) => {
    const last = lastFrames(frames, skip, max);
    expect([...last.at]).toEqual(instants);
    expect([...(last.columns.va ?? [])]).toEqual(instants.map((at) => at * 10));
  });
});

describe('the joining and cutting of frames', () => {
  const [first, second]: [Frames, Frames] = [
    { at: Float64Array.of(1, 2), columns: { va: Float64Array.of(10, 20) } },
    { at: Float64Array.of(3), columns: { wa: Float64Array.of(7) } },
  ];

  it('joins consecutive frames, with empty values for missing columns', () => {
    expect(joinFrames([first, second])).toEqual({
      at: Float64Array.of(1, 2, 3),
      columns: { va: Float64Array.of(10, 20, Number.NaN), wa: Float64Array.of(Number.NaN, Number.NaN, 7) },
    });
    expect(joinFrames([first])).toBe(first);
    expect(joinFrames([])).toEqual({ at: new Float64Array(), columns: {} });
  });

  it('cuts frames to an interval without its end', () => {
    const all = joinFrames([first, second]);
    expect([...framesWithin(all, 2, 3).at]).toEqual([2]);
    expect([...framesWithin(all, 4, 9).at]).toEqual([]);
    expect(framesWithin(all, 0, 9)).toEqual(all);
  });
});
