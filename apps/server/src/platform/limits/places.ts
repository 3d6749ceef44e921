interface Place {
  /** Nothing is awaited from its holder any more: it makes room for nobody. */
  settle(): void;
  leave(): void;
}

interface Held {
  readonly holders: readonly string[];
  readonly giveUp: () => void;
  isSettled: boolean;
}

/**
 * Few places for work whose input is still arriving. Where all are taken, a newcomer gets the oldest unsettled place of the holder
 * with the most, if that is more than the newcomer's: so nobody shuts others out by sending slowly.
 */
export const createPlaces = ({ all }: { readonly all: number }) => {
  const held = new Set<Held>();

  const weightOf = (holders: readonly string[]): number => {
    const counts = holders.map((holder) => [...held].filter((one) => one.holders.includes(holder)).length);
    return Math.max(...counts);
  };
  const makeRoom = (own: number): boolean => {
    let heaviest: Held | null = null;
    let most = own;
    for (const one of held) {
      const weight = one.isSettled ? 0 : weightOf(one.holders);
      if (weight > most) [heaviest, most] = [one, weight];
    }
    if (heaviest === null) return false;
    held.delete(heaviest);
    heaviest.giveUp();
    return true;
  };

  return {
    /**
     * @param holders - all that the place counts for: an account, an address
     * @param giveUp - ends what holds the place, for the benefit of another
     * @returns null: all places are taken, and nobody has to make room
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
