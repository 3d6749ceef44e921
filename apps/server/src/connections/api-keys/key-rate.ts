import { type Instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import { burstOf } from '@nascente/domain/people/key-rate';
import { LimitReached } from '../../platform/errors.ts';
import type { Allowance } from '../../platform/limits/allowance.ts';
import { waitWords } from '../../platform/limits/wait-words.ts';
import type { KeyUseRepository } from './key-use.repository.ts';

/** When a key last reached its rate is written no more often than this. */
const NOTED_EVERY_MS = MINUTE_MS;

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / SECOND_MS));

/**
 * Counts the requests of keys in the database, so that those that come by several processes count together: at a steady
 * rate, ahead of which a key may be by a burst (the generic cell rate algorithm; one instant a key).
 */
export const createKeyRate = (needs: {
  use: Pick<KeyUseRepository, 'count' | 'noteLimit'>;
  clock: () => Instant;
}) => {
  const { use, clock } = needs;
  /** Counts a request. Throws LimitReached. */
  return async ({ keyId, perMinute }: { keyId: string; perMinute: number }): Promise<Allowance> => {
    const at = clock();
    const takesMs = MINUTE_MS / perMinute;
    const atOnce = burstOf(perMinute);
    const aheadMs = atOnce * takesMs;
    const { busyUntil, isCounted } = await use.count({ keyId, at, takesMs, aheadMs });
    const busyMs = busyUntil - at;
    const left = isCounted ? Math.max(0, Math.floor((aheadMs - busyMs) / takesMs + 1e-6)) : 0;
    const allowance = { atOnce, withinSeconds: seconds(aheadMs), left, fullInSeconds: seconds(busyMs) };
    if (isCounted) return allowance;
    await use.noteLimit(keyId, at, NOTED_EVERY_MS);
    const wait = Math.max(1, seconds(busyMs + takesMs - aheadMs));
    const words = `Esta chave de API chegou ao limite de ${perMinute.toLocaleString('pt-BR')} ${perMinute === 1 ? 'pedido' : 'pedidos'} por minuto. Tente novamente em ${waitWords(wait)}.`;
    throw new LimitReached(words, wait, allowance);
  };
};
