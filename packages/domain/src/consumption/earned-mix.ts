import type { DaysLeft } from './days-left.ts';

/** How far a mix goes from the period's own level towards each of the other two, 0..1. */
export interface MixShares {
  readonly late: number;
  readonly lastYear: number;
}

/** What the shares are before a meter has shown anything, and as how many of its past forecasts that counts. */
const FIRST: MixShares = { late: 0.4, lastYear: 0.4 };
const FIRST_COUNTS = 30;
/** Of the size of what is compared: keeps a division by nothing from happening. */
const NEXT_TO_NOTHING = 1e-12;

/** Expected by a mix of the three, or of two where there is no last year: never more than all of the way. */
export function mixed({ byOwnLevel, byLateLevel, byLastYear }: DaysLeft, shares: MixShares): number {
  const late = shares.late * (byLateLevel - byOwnLevel);
  if (byLastYear === null) return byOwnLevel + late;
  const lastYear = shares.lastYear * (byLastYear - byOwnLevel);
  return byOwnLevel + (late + lastYear) / Math.max(1, shares.late + shares.lastYear);
}

/**
 * Learns from past forecasts how much each level deserves: the least squares of what was missed, drawn towards the
 * shares a meter begins with (ridge regression), within bounds. Misses count against what the period came to.
 */
export function earnMix() {
  let count = 0;
  let lateSquares = 0;
  let yearSquares = 0;
  let both = 0;
  let lateMiss = 0;
  let yearMiss = 0;
  return {
    /** @param came in the days that were to come @param period what the whole period came to, above 0 */
    learn({ byOwnLevel, byLateLevel, byLastYear }: DaysLeft, came: number, period: number): void {
      const late = (byLateLevel - byOwnLevel) / period;
      const year = byLastYear === null ? 0 : (byLastYear - byOwnLevel) / period;
      const miss = (came - byOwnLevel) / period;
      count += 1;
      lateSquares += late * late;
      yearSquares += year * year;
      both += late * year;
      lateMiss += late * miss;
      yearMiss += year * miss;
    },
    shares(): MixShares {
      if (count === 0) return FIRST;
      const first = FIRST_COUNTS / count;
      const [latePrior, yearPrior] = [lateSquares * first, yearSquares * first].map(
        (prior) => prior + NEXT_TO_NOTHING,
      ) as [number, number];
      const [a, d] = [lateSquares + latePrior, yearSquares + yearPrior];
      const e = lateMiss + latePrior * FIRST.late;
      const f = yearMiss + yearPrior * FIRST.lastYear;
      const determinant = a * d - both * both;
      return {
        late: bounded((e * d - both * f) / determinant),
        lastYear: bounded((a * f - both * e) / determinant),
      };
    },
  };
}

function bounded(share: number): number {
  return Math.min(1, Math.max(0, share));
}
