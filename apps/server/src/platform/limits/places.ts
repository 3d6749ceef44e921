interface Place {
  /** Marks the input as complete, so that the place is not taken away any more. */
  settle(): void;
  leave(): void;
}

interface Held {
  readonly holders: readonly string[];
  readonly giveUp: () => void;
  isSettled: boolean;
}

/**
 * A few places for work with incomplete input. If all are taken, a newcomer gets the oldest incomplete place of the holder with
 * the most, if that is more than the newcomer's, so a slow sender cannot lock others out.
 */
export const createPlaces = ({ all }: { readonly all: number }) => {
  const held = new Set<Held>();

  const weightOf = (holders: readonly string[]): number => {
    const counts = holders.map((holder) => [...held].filter((one) => one.holders.includes(holder)).length);
    return Math.max(...counts);
  };
  const makeRoom = (own: number): boolean => {
    let heaviest: Held | null = null;
    let maximum = own;
    for (const one of held) {
      const weight = one.isSettled ? 0 : weightOf(one.holders);
      if (weight > maximum) [heaviest, maximum] = [one, weight];
    }
    if (heaviest === null) return false;
    held.delete(heaviest);
    heaviest.giveUp();
    return true;
  };

  return {
    /**
     * @param holders - the keys that count the place: an account, an address @param giveUp - ends the work in favour of another
     * @returns `null`: all places are taken, and no holder has to give one up
     */
    take(holders: readonly string[], giveUp: () => void): Place | null {
      if (held.size >= all && !makeRoom(weightOf(holders))) return null;
      const place: Held = { holders, giveUp, isSettled: false };
      held.add(place);
      return {
        settle() {
          place.isSettled = true;
        },
        leave: () => void held.delete(place),
      };
    },
  };
};
