import { subscriberOf } from '../limits/subscriber.ts';

export interface ArrivingBodyLimits {
  /** Bodies that are arriving at once from whoever has not signed in: of all addresses, and of one (of IPv6, of one /64). */
  readonly bodies: number;
  readonly bodiesOfAddress: number;
}

/** Counts bodies while they arrive: a connection of HTTP/2, or of a proxy, brings those of many at once. */
export const createArrivingBodies = (limits: ArrivingBodyLimits) => {
  const bySubscriber = new Map<string, number>();
  let all = 0;
  const count = (subscriber: string, more: 1 | -1): void => {
    all += more;
    const left = (bySubscriber.get(subscriber) ?? 0) + more;
    if (left === 0) bySubscriber.delete(subscriber);
    else bySubscriber.set(subscriber, left);
  };
  return {
    /** @returns says that it has arrived, or will not; null: there are too many. */
    enter(address: string): (() => void) | null {
      const subscriber = subscriberOf(address);
      if (all >= limits.bodies || (bySubscriber.get(subscriber) ?? 0) >= limits.bodiesOfAddress) return null;
      count(subscriber, 1);
      let isHere = true;
      return () => {
        if (isHere) count(subscriber, -1);
        isHere = false;
      };
    },
  };
};
