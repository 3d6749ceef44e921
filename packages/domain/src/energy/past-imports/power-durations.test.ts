import { describe, expect, it } from 'vitest';
import { createPowerDurations } from './row-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const spans = (minutes: readonly number[], isEnd = false) => {
  const at = minutes.map((minute) => minute * MINUTE);
  const spanAt = createPowerDurations(at, { usual: 15 * MINUTE, isEnd });
  return at.map((each) => spanAt(each) / MINUTE);
};

describe('the duration of a row with mean power', () => {
  it('equals the distance of even rows, in any order and with repeated instants', () => {
    expect(spans([10, 0, 5, 5, 15])).toEqual([5, 5, 5, 5, 5]);
  });

  it('equals the usual distance for a single row', () => {
    expect(spans([0])).toEqual([15]);
  });

  it('changes when the distance of the rows changes, by starts and by ends', () => {
    expect(spans([0, 5, 10, 15, 30, 45, 60])).toEqual([5, 5, 5, 15, 15, 15, 15]);
    expect(spans([0, 5, 10, 15, 30, 45, 60], true)).toEqual([5, 5, 5, 5, 15, 15, 15]);
  });

  it('does not extend over a gap', () => {
    expect(spans([0, 15, 30, 90, 105, 120])).toEqual([15, 15, 15, 15, 15, 15]);
    expect(spans([0, 15, 30, 90, 105, 120], true)).toEqual([15, 15, 15, 15, 15, 15]);
  });

  it('lasts until the next row for uneven distances, one hour at most', () => {
    expect(spans([0, 1, 8, 10, 130, 133])).toEqual([1, 7, 2, HOUR / MINUTE, 3, 3]);
  });
});
