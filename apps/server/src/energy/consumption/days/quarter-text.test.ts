import { describe, expect, it } from 'vitest';
import { quarterText } from './day-answer.ts';

describe('the text of a quarter-hour', () => {
  it.each([
    0,
    Date.UTC(2026, 10, 20, 12, 15),
    Date.UTC(2024, 1, 29, 23, 45),
    Date.UTC(1969, 11, 31, 23, 45),
    Date.UTC(2026, 10, 20, 12, 16, 3, 7),
  ])('returns the ISO text of the instant %i', (at) => {
    expect(quarterText(at)).toBe(new Date(at).toISOString());
  });
});
