import type { Server, Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { LimitReached } from '../../errors.ts';
import { createFrontDoor } from '../../limits/front-door.ts';
import { subscriberOf } from '../../limits/subscriber.ts';
import {
  createUnauthenticatedClients,
  type UnauthenticatedClients,
  type UnauthenticatedLimits,
} from '../../limits/unauthenticated.ts';

interface AddressLimits {
  /** Maximum concurrent work of all addresses, and of one (for IPv6, of a /64 network). */
  readonly all: number;
  readonly ofAddress: number;
}

type CountByAddress = ReturnType<typeof createCountByAddress>;

interface UnderWay {
  readonly giveUp: () => void;
}

/**
 * Counts concurrent work by address. If all places are taken, a client with fewer places gets the oldest one of a client with
 * more: a few addresses, such as those of one IPv6 subscriber, cannot lock others out.
 */
export const createCountByAddress = (limits: AddressLimits) => {
  /** Work in progress by subscriber, the oldest first. */
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
  /** Ends work of a client with more places than `own`. @returns whether a place became free */
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
    /**
     * @param giveUp - ends the counted work in favour of another client @returns a function that ends the count, idempotent;
     * `null`: the limit is reached
     */
    enter(address: string, giveUp: () => void) {
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

export interface UnknownCallerLimits
  extends Pick<UnauthenticatedLimits, 'maxUnauthenticated' | 'unauthenticatedOfAddress'> {
  /** Requests with an unread answer, in all and of one address. */
  readonly requests: number;
  readonly requestsOfAddress: number;
  /** Requests with an incomplete body. */
  readonly bodies: number;
  readonly bodiesOfAddress: number;
}

/**
 * A browser opens six connections and keeps them while the sign-in page is open: this limit is fifty people behind one router.
 * Authenticated clients do not count.
 */
const LIMITS: UnknownCallerLimits = {
  maxUnauthenticated: 4_000,
  unauthenticatedOfAddress: 300,
  requests: 4_000,
  requestsOfAddress: 1_000,
  bodies: 1_000,
  bodiesOfAddress: 100,
};
const AGAIN_SECONDS = 5;
const TOO_MANY = 'Há pedidos demais desta rede ao mesmo tempo. Tente novamente em instantes.';
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

export type UnknownCallers = ReturnType<typeof boundUnknownCallers>;

const measureUnauthenticated = (unauthenticatedClients: UnauthenticatedClients, registry: Registry): void => {
  const registers = [registry];
  new Gauge({
    name: 'nascente_http_strangers',
    help: 'HTTP connections on which nobody has signed in.',
    registers,
    collect() {
      this.set(unauthenticatedClients.count());
    },
  });
  let counted = 0;
  new Counter({
    name: 'nascente_http_turned_away_total',
    help: 'HTTP connections that were closed because too many of their address had not signed in.',
    registers,
    collect() {
      const turnedAway = unauthenticatedClients.turnedAway();
      this.inc(turnedAway - counted);
      counted = turnedAway;
    },
  });
};

/** Whether the client has disconnected. No later event would then remove its request from the count. */
const isGone = ({ raw: { socket } }: FastifyRequest): boolean =>
  socket.destroyed || socket.remoteAddress === undefined;

/** Limits connections, requests and bodies of unauthenticated clients, by address and in all. */
export const boundUnknownCallers = (
  fastify: FastifyInstance,
  needs: {
    readonly trustProxy: boolean;
    readonly registry: Registry;
    readonly limits?: Partial<UnknownCallerLimits> | undefined;
  },
) => {
  const bounds = { ...LIMITS, ...needs.limits };
  // HTTP has its own timeouts, and the first page needs no sign-in.
  const unauthenticatedClients = createUnauthenticatedClients({
    ...bounds,
    signInWithinMs: Number.POSITIVE_INFINITY,
  });
  const frontDoor = createFrontDoor(unauthenticatedClients);
  const requests = createCountByAddress({ all: bounds.requests, ofAddress: bounds.requestsOfAddress });
  const bodies = createCountByAddress({ all: bounds.bodies, ofAddress: bounds.bodiesOfAddress });
  const welcomed = new WeakSet<FastifyRequest>();

  const enter = (count: CountByAddress, request: FastifyRequest, { raw }: FastifyReply): (() => void) => {
    const leave = count.enter(request.ip, () => raw.destroy());
    if (leave === null) throw new LimitReached(TOO_MANY, AGAIN_SECONDS);
    return leave;
  };
  if (needs.trustProxy)
    fastify.addHook('onRequest', async ({ raw, ip }) => frontDoor.strangerBy(raw.socket)?.isFrom(ip));
  // The last hook before the body is read; sessions are authenticated before it.
  fastify.addHook('preParsing', async (request, reply) => {
    if (welcomed.has(request)) return;
    if (isGone(request)) {
      reply.hijack();
      return;
    }
    const { raw } = reply;
    const leave = enter(requests, request, reply);
    for (const end of ['finish', 'close']) raw.once(end, leave);
    if (WITHOUT_BODY.has(request.method)) return;
    const bodyEnds = enter(bodies, request, reply);
    for (const end of ['end', 'close']) request.raw.once(end, bodyEnds);
    raw.once('close', bodyEnds);
  });
  frontDoor.watch(fastify.server);
  measureUnauthenticated(unauthenticatedClients, needs.registry);
  return {
    watch: frontDoor.watch,
    /** Stops counting connections that become WebSockets, for a server whose WebSockets are counted elsewhere. */
    leaveWebSocketsTo(server: Server) {
      server.prependListener('upgrade', (_request, socket: Socket) =>
        frontDoor.strangerBy(socket)?.isAuthenticated(),
      );
    },
    /** Removes an authenticated request, its connection and its body from the counts. */
    welcome(request: FastifyRequest) {
      welcomed.add(request);
      frontDoor.strangerBy(request.raw.socket)?.isAuthenticated();
    },
  };
};
