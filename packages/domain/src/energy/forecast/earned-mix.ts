import type { DaysLeft } from './days-left.ts';

/** How far a mix goes from the period's own level towards each of the others, 0..1. */
export interface MixShares {
  readonly late: number;
  readonly usual: number;
  readonly lastYear: number;
}

const SOURCES = ['late', 'usual', 'lastYear'] as const;
type Source = (typeof SOURCES)[number];
/** What the shares are before a meter has shown anything, and as how many of its past forecasts that counts. */
const FIRST: Readonly<Record<Source, { readonly share: number; readonly counts: number }>> = {
  late: { share: 0.4, counts: 30 },
  // Alone it is the worst ground of all: a meter has to show that it returns to what was usual.
  usual: { share: 0, counts: 60 },
  lastYear: { share: 0.4, counts: 30 },
};
/** Of the size of what is compared: keeps a division by nothing from happening. */
const NEXT_TO_NOTHING = 1e-12;
/** Each share is found with the others held, round after round, until none of them moves any more. */
const MAX_ROUNDS = 200;
const NO_MOVE = 1e-12;

type Amounts = Record<Source, number>;

const nothing = (): Amounts => ({ late: 0, usual: 0, lastYear: 0 });

/** How much more than the period's own level each of the others expects; nothing where it cannot tell. */
function gapsOf({ byOwnLevel, byLateLevel, byUsualLevel, byLastYear }: DaysLeft): Amounts {
  return {
    late: byLateLevel - byOwnLevel,
    usual: byUsualLevel - byOwnLevel,
    lastYear: byLastYear === null ? 0 : byLastYear - byOwnLevel,
  };
}

/** Expected by a mix of all levels that are known: never more than all of the way. */
export function mixed(left: DaysLeft, shares: MixShares): number {
  const gaps = gapsOf(left);
  const lastYear = left.byLastYear === null ? 0 : shares.lastYear;
  const way = shares.late * gaps.late + shares.usual * gaps.usual + lastYear * gaps.lastYear;
  return left.byOwnLevel + way / Math.max(1, shares.late + shares.usual + lastYear);
}

/**
 * Learns from past forecasts how much each level deserves: the least squares of what was missed, drawn towards the
 * shares a meter begins with (ridge regression), within bounds. Misses count against what the period came to.
 */
export function earnMix() {
  let count = 0;
  const products = { late: nothing(), usual: nothing(), lastYear: nothing() };
  const misses = nothing();
  return {
    /** @param came in the days that were to come @param period what the whole period came to, above 0 */
    learn(left: DaysLeft, came: number, period: number): void {
      const gaps = gapsOf(left);
      const miss = came - left.byOwnLevel;
      const scale = period * period;
      count += 1;
      for (const source of SOURCES) {
        misses[source] += (gaps[source] * miss) / scale;
        for (const other of SOURCES) products[source][other] += (gaps[source] * gaps[other]) / scale;
      }
    },
    shares(): MixShares {
      const shares: Amounts = {
        late: FIRST.late.share,
        usual: FIRST.usual.share,
        lastYear: FIRST.lastYear.share,
      };
      let moved = count === 0 ? 0 : 1;
      for (let round = 0; moved > NO_MOVE && round < MAX_ROUNDS; round += 1) {
        moved = 0;
        for (const source of SOURCES) {
          const { share, counts } = FIRST[source];
          const squares = products[source][source];
          const prior = (squares * counts) / count + NEXT_TO_NOTHING;
          const byOthers = SOURCES.reduce(
            (sum, other) => (other === source ? sum : sum + products[source][other] * shares[other]),
            0,
          );
          const found = bounded((misses[source] + prior * share - byOthers) / (squares + prior));
          moved = Math.max(moved, Math.abs(found - shares[source]));
          shares[source] = found;
        }
      }
      return shares;
    },
  };
}

function bounded(share: number): number {
  return Math.min(1, Math.max(0, share));
}
