import type { Duplex } from 'node:stream';
import { subscriberOf } from './subscriber.ts';

/** An unauthenticated connection. */
export interface UnauthenticatedConnection {
  /** A proxy has stated another address of the client. */
  readonly isFrom: (address: string) => void;
  readonly isKnown: () => void;
}

export interface UnauthenticatedLimits {
  /** Connections that have not signed in: of all addresses, and of one (of IPv6, of one /64). */
  readonly strangers: number;
  readonly strangersOfAddress: number;
  /** From the first byte of TCP, so TLS and HTTP included. */
  readonly signInWithinMs: number;
}

export type UnauthenticatedClients = ReturnType<typeof createUnauthenticatedClients>;

interface Waiting {
  readonly connection: Duplex;
  readonly since: number;
  crowd: AddressGroup;
}

/** Unauthenticated connections of one address, oldest first. */
interface AddressGroup {
  readonly subscriber: string;
  readonly waiting: Set<Waiting>;
}

/**
 * A genuine client signs in within moments. A full address keeps connections of this age and gives older places to newcomers: a
 * fleet behind one address gets through in turns, TLS handshakes included, and silent connections cannot keep the places.
 */
const FAIR_TURN_MS = 3_000;

/** Unauthenticated connections, few per address, so that none shuts out the boards of another. */
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
  const leaveGroup = (stranger: Waiting): void => {
    const { crowd } = stranger;
    crowd.waiting.delete(stranger);
    if (crowd.waiting.size === 0 && crowds.get(crowd.subscriber) === crowd) crowds.delete(crowd.subscriber);
  };
  const leave = (stranger: Waiting): void => {
    if (all.delete(stranger)) leaveGroup(stranger);
  };
  const turnAway = (stranger: Waiting): void => {
    leave(stranger);
    turnedAway += 1;
    stranger.connection.destroy();
  };
  const largestGroup = (): AddressGroup | null => {
    let largest: AddressGroup | null = null;
    for (const addressGroup of crowds.values()) {
      if (largest === null || addressGroup.waiting.size > largest.waiting.size) largest = addressGroup;
    }
    return largest;
  };
  /** Whether one of this crowd could be sent away for a newcomer; of another's crowd always its oldest. */
  const makeRoomIn = (addressGroup: AddressGroup, isOwn: boolean): boolean => {
    const [oldest] = addressGroup.waiting;
    if (oldest === undefined || (isOwn && now() - oldest.since < FAIR_TURN_MS)) return false;
    turnAway(oldest);
    return true;
  };
  const hasRoomFor = (addressGroup: AddressGroup): boolean => {
    if (addressGroup.waiting.size >= limits.strangersOfAddress) return makeRoomIn(addressGroup, true);
    if (all.size < limits.strangers) return true;
    const largest = largestGroup() ?? addressGroup;
    return makeRoomIn(largest, largest.waiting.size <= addressGroup.waiting.size);
  };

  return {
    /** Null: it was turned away, and is closed. */
    enter(connection: Duplex, address: string): UnauthenticatedConnection | null {
      const addressGroup = groupOf(address);
      const stranger: Waiting = { connection, since: now(), crowd: addressGroup };
      if (!hasRoomFor(addressGroup)) {
        turnAway(stranger);
        leaveGroup(stranger);
        return null;
      }
      // The crowd may have been left by its last one just now.
      crowds.set(addressGroup.subscriber, addressGroup);
      addressGroup.waiting.add(stranger);
      all.add(stranger);
      connection.once('close', () => leave(stranger));
      return {
        isKnown: () => leave(stranger),
        isFrom(other) {
          if (!all.has(stranger)) return;
          leaveGroup(stranger);
          const external = groupOf(other);
          if (external.waiting.size >= limits.strangersOfAddress && !makeRoomIn(external, true)) {
            turnAway(stranger);
            return;
          }
          stranger.crowd = external;
          crowds.set(external.subscriber, external);
          external.waiting.add(stranger);
        },
      };
    },
    /** Closes those that took too long. */
    sweep() {
      const latest = now() - limits.signInWithinMs;
      for (const stranger of all) {
        if (stranger.since > latest) return;
        turnAway(stranger);
      }
    },
    close() {
      for (const { connection } of all) connection.destroy();
    },
    count: () => all.size,
    turnedAway: () => turnedAway,
  };
};
