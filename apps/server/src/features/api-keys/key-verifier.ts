import { type Instant, MINUTE_MS } from '@nascente/domain/time/zone';
import { Expired } from '../../platform/errors.ts';
import type { Caller, SessionVerifier } from '../../platform/http/caller.ts';
import type { ApiKeysRepository } from './api-keys.repository.ts';
import { hashKey, isKeyText } from './key-text.ts';

/** When a key was last used is written no more often than this. */
const TOUCHED_EVERY_MS = MINUTE_MS;
const UNKNOWN = 'Chave de acesso inválida ou revogada.';

/** Who stands behind a token: a key's owner where it is a key, else whoever `sessions` says. */
export const createKeyVerifier = (needs: {
  keys: Pick<ApiKeysRepository, 'findHolder' | 'touch'>;
  sessions: SessionVerifier;
  clock: () => Instant;
}): SessionVerifier => {
  const { keys, sessions, clock } = needs;

  const verifyKey = async (token: string): Promise<Caller> => {
    const keyHash = hashKey(token);
    if (keyHash === null) throw new Expired(UNKNOWN);
    const holder = await keys.findHolder(keyHash);
    if (holder === null) throw new Expired(UNKNOWN);
    const now = clock();
    if (now - holder.lastUsedAt >= TOUCHED_EVERY_MS) await keys.touch(keyHash, now);
    const { accountId, profile, email, managerId, canWrite } = holder;
    const apiKey = canWrite ? 'write' : 'read';
    return { accountId, profile, email, managerId, sessionHash: keyHash, apiKey };
  };

  return { verify: (token) => (isKeyText(token) ? verifyKey(token) : sessions.verify(token)) };
};
