import { describe, expect, it } from 'vitest';
import { inRuns } from './frame-lines.ts';

const run = (...instants: number[]) => ({
  count: instants.length,
  lines: instants.map((at) => `(${at},1)`).join('\n'),
});

describe('frames in runs', () => {
  it('are all of them in order, the last run with what is left', () => {
    expect(inRuns(run(9, 8, 7, 6, 5), 2)).toEqual([run(9, 8), run(7, 6), run(5)]);
    expect(inRuns(run(9, 8, 7, 6), 2)).toEqual([run(9, 8), run(7, 6)]);
    expect(inRuns(run(9, 8), 5)).toEqual([run(9, 8)]);
  });

  it('are none where there is no frame', () => {
    expect(inRuns(run(), 3)).toEqual([]);
  });
});
