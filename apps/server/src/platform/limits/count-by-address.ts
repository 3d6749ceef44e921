import { subscriberOf } from './subscriber.ts';

interface AddressLimits {
  /** At once: of all addresses, and of one (of IPv6, of one /64). */
  readonly all: number;
  readonly ofAddress: number;
}

export interface CountByAddress {
  /**
   * @param giveUp - ends what is counted: another needs its place more
   * @returns says that it is over, however often; null: there are too many
   */
  readonly enter: (address: string, giveUp: () => void) => (() => void) | null;
}

interface UnderWay {
  readonly giveUp: () => void;
}

/**
 * Counts what is under way at once for each address. Where all places are taken, whoever has fewer than another gets its oldest
 * one: a few addresses together, as one subscriber of IPv6 has them, shut nobody out.
 */
export const createCountByAddress = (limits: AddressLimits): CountByAddress => {
  /** Of each the oldest first. */
  const bySubscriber = new Map<string, Set<UnderWay>>();
  let all = 0;

  const leave = (subscriber: string, one: UnderWay): void => {
    const own = bySubscriber.get(subscriber);
    if (own?.delete(one) !== true) return;
    all -= 1;
    if (own.size === 0) bySubscriber.delete(subscriber);
  };
  const largest = (): readonly [string, Set<UnderWay>] | null => {
    let found: readonly [string, Set<UnderWay>] | null = null;
    for (const entry of bySubscriber) if (found === null || entry[1].size > found[1].size) found = entry;
    return found;
  };
  /** Whether a place was taken from somebody who had more than so many. */
  const makeRoom = (own: number): boolean => {
    const [subscriber, others] = largest() ?? [];
    const [oldest] = others ?? [];
    if (subscriber === undefined || others === undefined || oldest === undefined || others.size <= own)
      return false;
    leave(subscriber, oldest);
    oldest.giveUp();
    return true;
  };

  return {
    enter(address, giveUp) {
      const subscriber = subscriberOf(address);
      const own = bySubscriber.get(subscriber)?.size ?? 0;
      if (own >= limits.ofAddress || (all >= limits.all && !makeRoom(own))) return null;
      const one = { giveUp };
      bySubscriber.set(subscriber, (bySubscriber.get(subscriber) ?? new Set()).add(one));
      all += 1;
      return () => leave(subscriber, one);
    },
  };
};
