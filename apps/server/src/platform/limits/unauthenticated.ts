import type { Duplex } from 'node:stream';
import { subscriberOf } from './subscriber.ts';

/** An unauthenticated connection. */
export interface UnauthenticatedConnection {
  /** Called when a proxy has stated the address of the client. */
  readonly isFrom: (address: string) => void;
  readonly isAuthenticated: () => void;
}

export interface UnauthenticatedLimits {
  /** Maximum connections that have not signed in: of all addresses, and of one (for IPv6, of a /64 network). */
  readonly maxUnauthenticated: number;
  readonly unauthenticatedOfAddress: number;
  /** Time limit from the TCP connection on, including TLS and HTTP. */
  readonly signInWithinMs: number;
}

export type UnauthenticatedClients = ReturnType<typeof createUnauthenticatedClients>;

interface Waiting {
  readonly connection: Duplex;
  readonly since: number;
  addressGroup: AddressGroup;
}

/** Unauthenticated connections of one address, oldest first. */
interface AddressGroup {
  readonly subscriber: string;
  readonly waiting: Set<Waiting>;
}

/**
 * A genuine client signs in within moments. A full address keeps connections younger than this and gives the places of older ones
 * to newcomers: a fleet behind one address gets through in turns, TLS handshakes included, and silent connections keep no place.
 */
const FAIR_TURN_MS = 3_000;

/** Limits unauthenticated connections by address, so that no address can lock out the boards of another. */
export const createUnauthenticatedClients = (
  limits: UnauthenticatedLimits,
  now: () => number = () => performance.now(),
) => {
  const crowds = new Map<string, AddressGroup>();
  const all = new Set<Waiting>();
  let turnedAway = 0;

  const groupOf = (address: string): AddressGroup => {
    const subscriber = subscriberOf(address);
    const addressGroup = crowds.get(subscriber) ?? { subscriber, waiting: new Set() };
    crowds.set(subscriber, addressGroup);
    return addressGroup;
  };
  const leaveGroup = (waiting: Waiting): void => {
    const { addressGroup } = waiting;
    addressGroup.waiting.delete(waiting);
    if (addressGroup.waiting.size === 0 && crowds.get(addressGroup.subscriber) === addressGroup)
      crowds.delete(addressGroup.subscriber);
  };
  const leave = (waiting: Waiting): void => {
    if (all.delete(waiting)) leaveGroup(waiting);
  };
  const turnAway = (waiting: Waiting): void => {
    leave(waiting);
    turnedAway += 1;
    waiting.connection.destroy();
  };
  const largestGroup = (): AddressGroup | null => {
    let largest: AddressGroup | null = null;
    for (const addressGroup of crowds.values()) {
      if (largest === null || addressGroup.waiting.size > largest.waiting.size) largest = addressGroup;
    }
    return largest;
  };
  /**
   * Closes the oldest connection of an address for a new one. @param isOwn - the new one has the same address; then only
   * connections older than the fair turn are closed
   */
  const makeRoomIn = (addressGroup: AddressGroup, isOwn: boolean): boolean => {
    const [oldest] = addressGroup.waiting;
    if (oldest === undefined || (isOwn && now() - oldest.since < FAIR_TURN_MS)) return false;
    turnAway(oldest);
    return true;
  };
  const hasRoomFor = (addressGroup: AddressGroup): boolean => {
    if (addressGroup.waiting.size >= limits.unauthenticatedOfAddress) return makeRoomIn(addressGroup, true);
    if (all.size < limits.maxUnauthenticated) return true;
    const largest = largestGroup() ?? addressGroup;
    return makeRoomIn(largest, largest.waiting.size <= addressGroup.waiting.size);
  };

  return {
    /** Counts a connection; `null`: it is refused and closed. */
    enter(connection: Duplex, address: string): UnauthenticatedConnection | null {
      const addressGroup = groupOf(address);
      const waiting: Waiting = { connection, since: now(), addressGroup };
      if (!hasRoomFor(addressGroup)) {
        turnAway(waiting);
        leaveGroup(waiting);
        return null;
      }
      // The group may have been removed with its last connection just now.
      crowds.set(addressGroup.subscriber, addressGroup);
      addressGroup.waiting.add(waiting);
      all.add(waiting);
      connection.once('close', () => leave(waiting));
      return {
        isAuthenticated: () => leave(waiting),
        isFrom(other) {
          if (!all.has(waiting)) return;
          leaveGroup(waiting);
          const external = groupOf(other);
          if (external.waiting.size >= limits.unauthenticatedOfAddress && !makeRoomIn(external, true)) {
            turnAway(waiting);
            return;
          }
          waiting.addressGroup = external;
          crowds.set(external.subscriber, external);
          external.waiting.add(waiting);
        },
      };
    },
    /** Closes connections that did not sign in in time. */
    sweep() {
      const latest = now() - limits.signInWithinMs;
      for (const waiting of all) {
        if (waiting.since > latest) return;
        turnAway(waiting);
      }
    },
    close() {
      for (const { connection } of all) connection.destroy();
    },
    count: () => all.size,
    turnedAway: () => turnedAway,
  };
};
