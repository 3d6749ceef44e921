import { subscriberOf } from './subscriber.ts';

interface AddressLimits {
  /** At once: of all addresses, and of one (of IPv6, of one /64). */
  readonly all: number;
  readonly ofAddress: number;
}

export interface CountByAddress {
  /** @returns says that it is over, however often; null: there are too many. */
  readonly enter: (address: string) => (() => void) | null;
}

/** Counts what is under way at once for each address. */
export const createCountByAddress = (limits: AddressLimits): CountByAddress => {
  const bySubscriber = new Map<string, number>();
  let all = 0;
  const count = (subscriber: string, more: 1 | -1): void => {
    all += more;
    const left = (bySubscriber.get(subscriber) ?? 0) + more;
    if (left === 0) bySubscriber.delete(subscriber);
    else bySubscriber.set(subscriber, left);
  };
  return {
    enter(address) {
      const subscriber = subscriberOf(address);
      if (all >= limits.all || (bySubscriber.get(subscriber) ?? 0) >= limits.ofAddress) return null;
      count(subscriber, 1);
      let isHere = true;
      return () => {
        if (isHere) count(subscriber, -1);
        isHere = false;
      };
    },
  };
};
