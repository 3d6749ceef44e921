import type { ApiKey } from '@nascente/contract/api-keys';
import { isId } from '@nascente/contract/conventions';
import { may } from '@nascente/domain/people/permissions';
import type { Instant } from '@nascente/domain/time/zone';
import { Bug, LimitReached, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { AccessChanges, Device } from '../session/index.ts';
import type { ApiKeysRepository, ListedApiKey } from './api-keys.repository.ts';
import { hashKey, newKeyText, prefixOf } from './key-text.ts';

const MOST_KEYS = 20;

export interface ApiKeysService {
  /** @returns the key, which nobody can read again. Throws NotAllowed or LimitReached. */
  create(caller: Caller, key: { name: string; write: boolean }, device: Device): Promise<string>;
  list(caller: Caller): Promise<ApiKey[]>;
  revoke(caller: Caller, id: string, device: Device): Promise<void>;
}

const toApiKey = (key: ListedApiKey): ApiKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  write: key.canWrite,
  createdAt: key.createdAt.toISOString(),
  lastUsed: key.lastUsedAt?.toISOString() ?? null,
});

export const createApiKeysService = (needs: {
  keys: ApiKeysRepository;
  access: AccessChanges;
  audit: AuditTrail;
  clock: () => Instant;
}): ApiKeysService => {
  const { keys, access, audit, clock } = needs;
  return {
    async create(caller, { name, write }, device) {
      requirePermission(caller, 'create-api-key');
      if (write && !may(caller.profile, 'create-writing-api-key'))
        throw new NotAllowed('Seu perfil só permite chaves de leitura.');
      const text = newKeyText();
      const keyHash = hashKey(text);
      if (keyHash === null) throw new Bug('a new key is no key');
      const { accountId } = caller;
      const key = { accountId, name, prefix: prefixOf(text), keyHash, canWrite: write, at: clock() };
      const event = { action: 'api-key-created', actorId: accountId, subjectId: accountId, device } as const;
      const detail = { name, write: String(write) };
      const wasInserted = await keys.insert(key, MOST_KEYS, (within) =>
        audit.record({ ...event, detail }, within),
      );
      if (!wasInserted) throw new LimitReached(`Número máximo de chaves de acesso! limite: ${MOST_KEYS}`);
      return text;
    },
    async list(caller) {
      requirePermission(caller, 'create-api-key');
      return (await keys.listOf(caller.accountId)).map(toApiKey);
    },
    async revoke(caller, id, device) {
      requirePermission(caller, 'create-api-key');
      const { accountId } = caller;
      const name = isId(id) ? await keys.remove(accountId, id) : null;
      if (name === null) throw new NotFound('Chave de acesso não encontrada.');
      await access.announce(accountId);
      const detail = { name };
      await audit.record({
        action: 'api-key-revoked',
        actorId: accountId,
        subjectId: accountId,
        device,
        detail,
      });
    },
  };
};
