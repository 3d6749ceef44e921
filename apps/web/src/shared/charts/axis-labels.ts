import type { LabelRank } from './bars.ts';

export interface LabelCandidate {
  /** Width of the text, px. */
  readonly width: number;
  readonly rank: LabelRank;
}

/** Clear space between two labels, px. */
const GAP = 8;

interface Placed {
  readonly from: number;
  readonly to: number;
}

/** The labels that fit below the axis without touching: important ones first, then from left to right. */
export const labelsThatFit = (candidates: readonly LabelCandidate[], step: number): ReadonlySet<number> => {
  const placed: Placed[] = [];
  const shown = new Set<number>();
  for (const rank of [1, 2, 3] as const) {
    candidates.forEach((candidate, index) => {
      if (candidate.rank !== rank) return;
      const centre = (index + 0.5) * step;
      const from = centre - candidate.width / 2;
      const to = centre + candidate.width / 2;
      if (placed.some((other) => from < other.to + GAP && to > other.from - GAP)) return;
      placed.push({ from, to });
      shown.add(index);
    });
  }
  return shown;
};
