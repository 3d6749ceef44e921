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

/** Without those that touch one that stands already, from left to right. */
const fittingBeside = (extents: readonly Extent[], standing: readonly Extent[]): readonly Extent[] => {
  const fitting: Extent[] = [];
  for (const extent of extents)
    if (![...standing, ...fitting].some((other) => touch(extent, other))) fitting.push(extent);
  return fitting;
};

/** Every second, third and so on of the bars, as many as fit, so that the eye finds one rhythm; else from left to right. */
const evenlySpaced = (extents: readonly Extent[], standing: readonly Extent[]): readonly Extent[] => {
  const anyhow = fittingBeside(extents, standing);
  const free = extents.filter((extent) => !standing.some((other) => touch(extent, other)));
  for (let every = 1; every <= free.length; every += 1) {
    const series = Array.from({ length: every }, (_, offset) =>
      free.filter(({ index }) => index % every === offset),
    ).filter((even) => fittingBeside(even, []).length === even.length);
    const [most] = series.toSorted((one, other) => other.length - one.length);
    if (most !== undefined && most.length * 2 > anyhow.length) return most;
  }
  return anyhow;
};

/** The labels that fit below the axis without touching: important ones first, the others evenly between them. */
export const labelsThatFit = (candidates: readonly LabelCandidate[], step: number): ReadonlySet<number> => {
  const extentsOf = (rank: LabelRank): readonly Extent[] =>
    candidates.flatMap((candidate, index) => {
      const [centre, half] = [(index + 0.5) * step, candidate.width / 2];
      return candidate.rank === rank ? [{ index, from: centre - half, to: centre + half }] : [];
    });
  let standing = fittingBeside(extentsOf(1), []);
  for (const rank of [2, 3] as const) standing = [...standing, ...evenlySpaced(extentsOf(rank), standing)];
  return new Set(standing.map(({ index }) => index));
};
