import { describe, expect, it } from 'vitest';
import { joinOverlapping } from './packed-frames.ts';

const run = (...instants: number[]) => ({
  count: instants.length,
  lines: instants.map((at) => `(${at},1)`).join('\n'),
});

describe('two halves of a page', () => {
  it('meet in the frame that both have', () => {
    expect(joinOverlapping(run(9, 8, 7), run(7, 6))).toEqual(run(9, 8, 7, 6));
    expect(joinOverlapping(run(9, 8), run(8))).toEqual(run(9, 8));
  });

  it('do not meet where a frame came or went between them', () => {
    expect(joinOverlapping(run(9, 8, 7), run(8, 7, 6))).toBeNull();
    expect(joinOverlapping(run(9, 8, 7), run(6, 5))).toBeNull();
    expect(joinOverlapping(run(9, 8, 7), run())).toBeNull();
  });
});
