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
  /** The meters of the key; null: all that its owner sees. */
  readonly boards: readonly string[] | null;
  readonly caller: Caller;
}

/** Who stands behind the keys of other systems. */
export type IntegrationKeys = ReturnType<typeof createIntegrationKeys>;

/** When a key was last used is written no more often than this. */
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
    /** Null unless it is a key of this kind of an enabled account. Records its use. */
    async find(text: string, kinds: readonly IntegrationKind[]): Promise<VerifiedIntegration | null> {
      const keyHash = integrationKeys.hash(text);
      if (keyHash === null) return null;
      const row = await db
        .selectFrom('integration as g')
        .innerJoin('account as a', 'a.id', 'g.account_id')
        .where('g.key_hash', '=', keyHash)
        .where('g.kind', 'in', [...kinds])
        .where(isEnabledAccount('a'))
        // A gateway only delivers readings: a pause would lose them.
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
