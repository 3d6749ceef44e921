import { describe, expect, it } from 'vitest';
import { labelsThatFit } from './axis-labels.ts';
import type { LabelRank } from './bars.ts';

const labels = (ranks: readonly LabelRank[], width: number, step: number) =>
  ranks.map((rank, index) => {
    const middle = (index + 0.5) * step;
    return { rank, from: middle - width / 2, to: middle + width / 2 };
  });

describe('labels below the axis', () => {
  it('shows labels that never touch each other', () => {
    const shown = labelsThatFit(
      labels(
        Array.from({ length: 30 }, () => 2 as const),
        28,
        10,
      ),
    );
    const indexes = [...shown].sort((a, b) => a - b);
    for (const [at, index] of indexes.entries()) {
      const next = indexes[at + 1];
      if (next !== undefined) expect((next - index) * 10).toBeGreaterThanOrEqual(28 + 8);
    }
  });

  it('prefers the labels of higher rank', () => {
    const shown = labelsThatFit(labels([1, 0, 2, 1, 2, 0, 1], 28, 12));
    expect([...shown].sort((a, b) => a - b)).toEqual([0, 3, 6]);
  });
});

describe('the spacing of labels', () => {
  const shownIn = (ranks: readonly LabelRank[], width: number, step: number) =>
    [...labelsThatFit(labels(ranks, width, step))].sort((a, b) => a - b);

  it('spaces the labels of sixty nights evenly between the first and the last', () => {
    const nights = Array.from({ length: 60 }, (_, index): LabelRank => (index % 59 === 0 ? 1 : 2));
    expect(shownIn(nights, 38, 18)).toEqual([...Array.from({ length: 19 }, (_, n) => n * 3), 59]);
  });

  it('labels every third hour of a day where there is room, otherwise every sixth', () => {
    const hours = Array.from({ length: 24 }, (_, hour): LabelRank => (hour % 6 === 0 ? 1 : 3));
    expect(shownIn(hours, 18, 11.5)).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
    expect(shownIn(hours, 20, 8.75)).toEqual([0, 6, 12, 18]);
  });

  it('uses the step of a rank when its labels do not touch, even near the end', () => {
    const rankOf = (index: number): LabelRank =>
      [0, 23, 29].includes(index) ? 1 : index % 5 === 0 || index === 26 ? 2 : 0;
    expect(
      shownIn(
        Array.from({ length: 30 }, (_, index) => rankOf(index)),
        20,
        8,
      ),
    ).toEqual([0, 5, 10, 15, 23, 29]);
  });

  it('drops no label when only a few labels exist', () => {
    const few = Array.from({ length: 30 }, (_, index): LabelRank => ([0, 26, 29].includes(index) ? 2 : 0));
    expect(shownIn(few, 28, 10)).toEqual([0, 26]);
  });
});
