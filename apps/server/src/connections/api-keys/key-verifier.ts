import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant, instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { burstOf } from '@nascente/domain/people/key-scopes';
import { Counter, type Registry } from 'prom-client';
import { markedKeys } from '../../people/session/index.ts';
import { Expired, LimitReached } from '../../platform/errors.ts';
import type { Caller, SessionVerifier } from '../../platform/http/caller.ts';
import type { Allowance } from '../../platform/limits/allowance.ts';
import { waitText } from '../../platform/limits/throttle.ts';
import type { KeyUseRepository } from './api-keys.repository.ts';

export const apiKeyTexts = markedKeys('nsk_');

/** Minimum interval between two updates of the time at which a key last reached its rate. */
const NOTED_EVERY_MS = MINUTE_MS;

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / SECOND_MS));

/**
 * Limits the rate of each key in the database, so that requests to several processes count together (generic cell rate algorithm:
 * a steady rate with a burst; one stored time for each key).
 */
const createKeyRate = (needs: {
  use: Pick<KeyUseRepository, 'count' | 'noteLimit'>;
  clock: () => Instant;
}) => {
  const { use, clock } = needs;
  /** Counts a request. Throws LimitReached. */
  return async ({ keyId, perMinute }: { keyId: string; perMinute: number }): Promise<Allowance> => {
    const at = clock();
    const takesMs = MINUTE_MS / perMinute;
    const concurrency = burstOf(perMinute);
    const aheadMs = concurrency * takesMs;
    const { busyUntil, isCounted } = await use.count({ keyId, at, takesMs, aheadMs });
    const busyMs = busyUntil - at;
    const left = isCounted ? Math.max(0, Math.floor((aheadMs - busyMs) / takesMs + 1e-6)) : 0;
    const allowance = {
      burst: concurrency,
      withinSeconds: seconds(aheadMs),
      left,
      fullInSeconds: seconds(busyMs),
    };
    if (isCounted) return allowance;
    await use.noteLimit(keyId, at, NOTED_EVERY_MS);
    const wait = Math.max(1, seconds(busyMs + takesMs - aheadMs));
    const text = `Esta chave de API chegou ao limite de ${perMinute.toLocaleString('pt-BR')} ${perMinute === 1 ? 'pedido' : 'pedidos'} por minuto. Tente novamente em ${waitText(wait)}.`;
    throw new LimitReached(text, wait, allowance);
  };
};

/** Minimum interval between two updates of the time of last use. */
const TOUCHED_EVERY_MS = MINUTE_MS;
const UNKNOWN = 'Chave de API inválida ou revogada.';
const PAUSED = 'Esta chave de API está pausada: quem a criou precisa entrar de novo pela conta da empresa.';

type Outcome = 'taken' | 'unknown' | 'expired' | 'limited' | 'failed';

/** @param registry - undefined: nothing is measured. */
const countRequests = (registry: Registry | undefined): ((outcome: Outcome) => void) => {
  if (registry === undefined) return () => undefined;
  const requests = new Counter({
    name: 'nascente_api_key_requests_total',
    help: 'Requests by API key, by whether the key was taken: unknown (or revoked), expired, or too often (limited).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => requests.inc({ outcome });
};

/** The last day of a key in Portuguese. */
const lastDayOf = (expiresAt: Date): string =>
  formatDay(civilDateAt(instant(expiresAt.getTime() - 1), DEFAULT_ZONE));

class KeyExpired extends Expired {}

const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof LimitReached) return 'limited';
  if (error instanceof KeyExpired) return 'expired';
  return error instanceof Expired ? 'unknown' : 'failed';
};

/** The account behind a token: the owner of an API key, otherwise the holder of the session. */
export const createKeyVerifier = (needs: {
  use: KeyUseRepository;
  sessions: SessionVerifier;
  registry: Registry | undefined;
  clock: () => Instant;
}): SessionVerifier => {
  const { use, sessions, clock } = needs;
  const countRequest = createKeyRate({ use, clock });
  const measure = countRequests(needs.registry);

  const findKey = async (token: string) => {
    const keyHash = apiKeyTexts.hash(token);
    if (keyHash === null) throw new Expired(UNKNOWN);
    const holder = await use.findHolder(keyHash);
    if (holder === null) throw new Expired(UNKNOWN);
    const { accountId, profile, email, managerId, scopes, expiresAt, credentialsUntil } = holder;
    if (expiresAt !== null && expiresAt.getTime() <= clock())
      throw new KeyExpired(`Esta chave de API venceu em ${lastDayOf(expiresAt)}. Crie outra em Conta.`);
    if (credentialsUntil !== null && credentialsUntil.getTime() <= clock()) throw new KeyExpired(PAUSED);
    const caller: Caller = { accountId, profile, email, managerId, sessionHash: keyHash, apiKey: scopes };
    return { caller, holder };
  };

  const verifyKey = async (token: string): Promise<Caller> => {
    const { caller, holder } = await findKey(token);
    const allowance = await countRequest(holder);
    const now = clock();
    if (Math.abs(now - holder.lastUsedAt) >= TOUCHED_EVERY_MS) await use.touch(holder.keyId, now);
    return { ...caller, allowance };
  };

  const measured = async (token: string): Promise<Caller> => {
    try {
      const caller = await verifyKey(token);
      measure('taken');
      return caller;
    } catch (error) {
      measure(outcomeOf(error));
      throw error;
    }
  };

  return {
    verify: (token) => (apiKeyTexts.isOne(token) ? measured(token) : sessions.verify(token)),
    confirm: async (token) =>
      apiKeyTexts.isOne(token) ? (await findKey(token)).caller : sessions.confirm(token),
  };
};
