import { type Instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import { LimitReached } from '../../platform/errors.ts';
import { createTurns } from '../../platform/limits/turns.ts';
import { readBoundedBody } from '../../platform/outbound/bounded-fetch.ts';

const MAX_PAUSE_MS = 600_000;

const createCircuitBreaker = (needs: {
  clock: () => Instant;
  /** Number of consecutive failures that open the circuit. */
  failures: number;
  pauseMs: number;
}) => {
  const { clock, failures, pauseMs } = needs;
  let inARow = 0;
  let openUntil = 0;
  return {
    /** Whether a request may be sent. While the circuit is open, one request is sent after each pause. */
    mayAsk(): boolean {
      const now = clock();
      if (now < openUntil) return false;
      if (inARow >= failures) openUntil = now + pauseMs;
      return true;
    },
    succeeded(): void {
      inARow = 0;
      openUntil = 0;
    },
    /** @param requestedOnes - pause in ms that the service requested; it begins at once */
    failed(requestedOnes?: number): void {
      inARow += 1;
      if (requestedOnes !== undefined) openUntil = clock() + Math.min(requestedOnes, MAX_PAUSE_MS);
      else if (inARow >= failures) openUntil = clock() + pauseMs;
    },
  };
};

/** The answer of one registry: `unknown` means that it has no such number, `down` that it did not answer. */
type Outcome<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'down'; readonly reason: string };

/** A public registry, queried for one code at a time. */
export interface RegisterClient<T> {
  /** Never throws: an error is an outcome. */
  ask(code: string): Promise<Outcome<T>>;
}

export interface RegisterNeeds<T> {
  /** URL with `{code}`, or a URL to which the code is appended. */
  readonly address: string;
  /** Parses an answer. `null`: the number does not exist. `undefined`: the answer cannot be parsed. */
  readonly read: (body: unknown, code: string) => T | null | undefined;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly timeoutMs: number;
}

/** BrasilAPI rejects the default user agent of Node's fetch, and treats an empty one as abuse. */
const USER_AGENT = 'nascente/1.0 (energy metering)';
const MAX_BYTES = 256 * 1024;
const FAILURES = 3;
const PAUSE_MS = 30 * SECOND_MS;
/** Pause after a 429 of a service that does not state one. */
const BUSY_MS = 60 * SECOND_MS;
const UNKNOWN: ReadonlySet<number> = new Set([400, 404]);

const addressOf = (address: string, code: string): string =>
  address.includes('{code}') ? address.replaceAll('{code}', code) : `${address}/${code}`;

const readBody = async (response: Response): Promise<unknown> =>
  JSON.parse((await readBoundedBody(response, MAX_BYTES)).toString('utf8')) as unknown;

const pauseOf = (response: Response): number | undefined => {
  if (response.status !== 429) return undefined;
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * SECOND_MS : BUSY_MS;
};

/** The message 'fetch failed' is useless, so the cause is logged. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

class Refused extends Error {
  readonly pauseMs: number | undefined;

  constructor(response: Response) {
    super(`status ${response.status}`);
    this.pauseMs = pauseOf(response);
  }
}

export const createRegisterClient = <T>(needs: RegisterNeeds<T>): RegisterClient<T> => {
  const { address, read, clock, log, timeoutMs } = needs;
  const register = new URL(addressOf(address, '')).host;
  const breaker = createCircuitBreaker({ clock, failures: FAILURES, pauseMs: PAUSE_MS });
  const inTurn = createTurns({ concurrent: 8, waiting: 32, refusal: 'Muitas consultas ao mesmo tempo.' });

  const get = async (code: string): Promise<Outcome<T>> => {
    const response = await fetch(addressOf(address, code), {
      headers: { accept: 'application/json', 'user-agent': USER_AGENT },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    if (UNKNOWN.has(response.status)) {
      await response.body?.cancel();
      return { kind: 'unknown' };
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Refused(response);
    }
    const value = read(await readBody(response), code);
    if (value === undefined) throw new Error('the answer could not be understood');
    return value === null ? { kind: 'unknown' } : { kind: 'found', value };
  };

  return {
    async ask(code) {
      if (!breaker.mayAsk()) return { kind: 'down', reason: 'left alone after failures' };
      try {
        const outcome = await inTurn(() => get(code));
        breaker.succeeded();
        return outcome;
      } catch (error) {
        // Too many requests of this server are waiting; that is no failure of the registry.
        if (error instanceof LimitReached) return { kind: 'down', reason: error.message };
        breaker.failed(error instanceof Refused ? error.pauseMs : undefined);
        const reason = reasonOf(error);
        // The code is private, so it is not logged.
        log.warn({ register, reason }, 'A public register did not answer');
        return { kind: 'down', reason };
      }
    },
  };
};
