import type { CivilDate } from '../../base/time/civil-day.ts';

/** The version in force on a day: of those that began by then, the latest; null when none had. In any order. */
export function rulesOn<V extends { readonly validFrom: CivilDate }>(
  versions: readonly V[],
  date: CivilDate,
): V | null {
  let best: V | null = null;
  for (const version of versions) {
    if (version.validFrom <= date && (best === null || version.validFrom > best.validFrom)) best = version;
  }
  return best;
}
