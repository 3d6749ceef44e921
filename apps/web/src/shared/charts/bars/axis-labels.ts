import type { LabelRank } from './bars.ts';

export interface LabelCandidate {
  /** Width of the text, px. */
  readonly width: number;
  readonly rank: LabelRank;
}

/** Clear space between two labels, px. */
const GAP = 8;

interface Extent {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

const touch = (one: Extent, other: Extent): boolean => one.from < other.to + GAP && one.to > other.from - GAP;

const clearOf = (extents: readonly Extent[], standing: readonly Extent[]): readonly Extent[] =>
  extents.filter((extent) => !standing.some((other) => touch(extent, other)));

/** Without those that touch one that stands already, from left to right. */
const fittingBeside = (extents: readonly Extent[], standing: readonly Extent[]): readonly Extent[] => {
  const fitting: Extent[] = [];
  for (const extent of extents)
    if (![...standing, ...fitting].some((other) => touch(extent, other))) fitting.push(extent);
  return fitting;
};

/**
 * Every second, third and so on of the bars, as many as fit, so that the eye finds one rhythm. Null where more than half of them would
 * touch what stands, or of what fits more than half would be missing.
 */
const evenlySpaced = (extents: readonly Extent[], standing: readonly Extent[]): readonly Extent[] | null => {
  const least = Math.max(1, fittingBeside(extents, standing).length / 2);
  for (let every = 1; every <= extents.length; every += 1) {
    const series = Array.from({ length: every }, (_, offset) =>
      extents.filter(({ index }) => index % every === offset),
    ).flatMap((even) => {
      const free = clearOf(even, standing);
      const isEven = fittingBeside(free, []).length === free.length && free.length > even.length / 2;
      return isEven ? [free] : [];
    });
    const [most] = series.toSorted((one, other) => other.length - one.length);
    if (most !== undefined && most.length > least) return most;
  }
  return null;
};

/** The labels that fit below the axis without touching: important ones first, the others evenly between them. */
export const labelsThatFit = (candidates: readonly LabelCandidate[], step: number): ReadonlySet<number> => {
  const extentsOf = (rank: LabelRank): readonly Extent[] =>
    candidates.flatMap((candidate, index) => {
      const [centre, half] = [(index + 0.5) * step, candidate.width / 2];
      return candidate.rank === rank ? [{ index, from: centre - half, to: centre + half }] : [];
    });
  const first = fittingBeside(extentsOf(1), []);
  const chosen = extentsOf(2);
  const beside = fittingBeside(chosen, first);
  // Where none touches another of its rank they keep the rhythm by which they were chosen.
  const isRoomy = beside.length === clearOf(chosen, first).length;
  const second = isRoomy ? beside : (evenlySpaced(chosen, first) ?? beside);
  const third = evenlySpaced(extentsOf(3), [...first, ...second]) ?? [];
  return new Set([...first, ...second, ...third].map(({ index }) => index));
};
