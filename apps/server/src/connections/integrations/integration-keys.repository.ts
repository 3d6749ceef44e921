import type { IntegrationKind } from '@nascente/contract/connections/integrations';
import { type Instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { READING_SCOPES } from '@nascente/domain/people/key-scopes';
import { markedKeys } from '../../people/session/index.ts';
import { hasValidCredentials, isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';

export const integrationKeys = markedKeys('nsi_');

export interface VerifiedIntegration {
  readonly id: string;
  readonly kind: IntegrationKind;
  readonly name: string;
  readonly keyHash: Buffer;
  /** The meters of the key; `null`: all meters that its owner may see. */
  readonly boards: readonly string[] | null;
  readonly caller: Caller;
}

/** Verifies the keys of other systems. */
export type IntegrationKeys = ReturnType<typeof createIntegrationKeys>;

/** Minimum interval between two updates of the time of last use. */
const TOUCHED_EVERY_MS = MINUTE_MS;

export const createIntegrationKeys = (needs: { db: Connection; clock: () => Instant }) => {
  const { db, clock } = needs;
  const touch = async (id: string): Promise<void> => {
    await db
      .updateTable('integration')
      .set({ last_used_at: new Date(clock()) })
      .where('id', '=', id)
      .execute();
  };
  return {
    /**
     * The integration of a key; `null` unless the key is of one of these kinds, and its account is enabled and, except for
     * gateways, not suspended. Records the time of use.
     */
    async find(text: string, kinds: readonly IntegrationKind[]): Promise<VerifiedIntegration | null> {
      const keyHash = integrationKeys.hash(text);
      if (keyHash === null) return null;
      const row = await db
        .selectFrom('integration as g')
        .innerJoin('account as a', 'a.id', 'g.account_id')
        .where('g.key_hash', '=', keyHash)
        .where('g.kind', 'in', [...kinds])
        .where(isEnabledAccount('a'))
        // Keys of gateways are not suspended with their account, because readings would be lost.
        .where((where) => where.or([where('g.kind', '=', 'gateway'), hasValidCredentials('a', clock())]))
        .select(['g.id', 'g.kind', 'g.name', 'g.boards', 'g.last_used_at as lastUsedAt'])
        .select(['a.id as accountId', 'a.profile', 'a.email', 'a.manager_id as managerId'])
        .executeTakeFirst();
      if (row === undefined) return null;
      const { id, kind, name, boards, lastUsedAt, accountId, profile, email, managerId } = row;
      if (Math.abs(clock() - (lastUsedAt?.getTime() ?? 0)) >= TOUCHED_EVERY_MS) await touch(id);
      const caller: Caller = {
        accountId,
        profile,
        email,
        managerId,
        sessionHash: keyHash,
        apiKey: READING_SCOPES,
      };
      return { id, kind, name, keyHash, boards, caller };
    },
  };
};
