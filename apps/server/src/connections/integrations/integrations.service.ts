import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type {
  createIntegration,
  Integration,
  IntegrationKind,
} from '@nascente/contract/connections/integrations';
import type { Instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AuditTrail } from '../../people/audit/index.ts';
import { invalidField, LimitReached, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { integrationKeys } from './integration-keys.repository.ts';
import type { IntegrationsRepository, StoredIntegration } from './integrations.repository.ts';

const MAXIMUM = 30;
const ABSENT = 'Integração não encontrada.';
const NO_BOARDS = 'Escolha os medidores pelos quais o gateway vai enviar.';
const NOT_YOURS = 'Um gateway só envia por medidores dos seus estabelecimentos.';
const READ_ONLY = 'Seu perfil não permite enviar leituras.';
/** Kinds that an Admin may revoke for others: they send in the name of boards. */
const LOOKED_AFTER: readonly IntegrationKind[] = ['gateway'];

export type IntegrationsService = ReturnType<typeof createIntegrationsService>;

const toIntegration = (stored: StoredIntegration, caller: Caller): Integration => ({
  id: stored.id,
  kind: stored.kind,
  name: stored.name,
  prefix: stored.prefix,
  boards: stored.boards,
  owner: stored.accountId === caller.accountId ? null : stored.email,
  createdAt: stored.createdAt.toISOString(),
  lastUsed: stored.lastUsedAt?.toISOString() ?? null,
});

export const createIntegrationsService = (needs: {
  integrations: IntegrationsRepository;
  directory: Pick<MeterDirectory, 'findVisible' | 'settle'>;
  audit: AuditTrail;
  /** Announces the end of a key to the processes that serve the account. */
  announce: (accountId: string) => Promise<void>;
  clock: () => Instant;
}) => {
  const { integrations, directory, audit, announce, clock } = needs;
  const reachOf = ({ accountId, profile }: Caller) => ({
    accountId,
    everybodys: may(profile, 'see-every-customer') ? LOOKED_AFTER : [],
  });

  /** A sender must own each board or be an Admin; a reader must see it. */
  const requireBoards = async (caller: Caller, kind: IntegrationKind, boards: readonly Mac[] | null) => {
    if (kind === 'gateway' && !may(caller.profile, 'send-by-gateway')) throw new NotAllowed(READ_ONLY);
    if (kind === 'gateway' && boards === null) throw invalidField('boards', NO_BOARDS);
    for (const mac of boards ?? []) {
      const { ownerId } = await directory.findVisible(caller, mac);
      const isOwn = ownerId === caller.accountId || may(caller.profile, 'see-every-customer');
      if (kind === 'gateway' && !isOwn) throw invalidField('boards', NOT_YOURS);
    }
  };

  /** Waits until this process routes frames by the change. Other processes follow after the notification of the database. */
  const settle = async ({ kind, boards }: Pick<StoredIntegration, 'kind' | 'boards'>): Promise<void> => {
    if (kind === 'gateway') await directory.settle((boards ?? []).map((mac) => ({ mac: mac as Mac })));
  };

  return {
    async list(caller: Caller): Promise<Integration[]> {
      requirePermission(caller, 'edit-integrations');
      return (await integrations.list(reachOf(caller))).map((stored) => toIntegration(stored, caller));
    },
    /** @returns the key, shown once. Throws NotFound for a meter that the caller does not see. */
    async create(
      caller: Actor,
      { kind, name, boards }: BodyOf<typeof createIntegration>,
    ): Promise<{ key: string; integration: Integration }> {
      requirePermission(caller, 'edit-integrations');
      await requireBoards(caller, kind, boards);
      const { accountId } = caller;
      const { text: key, keyHash, prefix } = integrationKeys.make();
      const chosen = boards === null ? null : [...new Set(boards)];
      const integration = {
        accountId,
        kind,
        name,
        prefix,
        keyHash,
        boards: chosen,
        at: clock(),
      };
      const event = { action: 'integration-created', by: caller, subjectId: accountId } as const;
      const stored = await integrations.insert(integration, MAXIMUM, (within) =>
        audit.record({ ...event, detail: { kind, name } }, within),
      );
      if (stored === null)
        throw new LimitReached(`Você já tem ${MAXIMUM} integrações. Revogue uma que não usa mais.`);
      await settle(stored);
      return { key, integration: toIntegration(stored, caller) };
    },
    /** Resolves when the key has no effect any more. */
    async revoke(caller: Actor, id: string): Promise<void> {
      requirePermission(caller, 'edit-integrations');
      const removed = isId(id)
        ? await integrations.remove(id, reachOf(caller), ({ accountId, kind, name }, within) =>
            audit.record(
              { action: 'integration-revoked', by: caller, subjectId: accountId, detail: { kind, name } },
              within,
            ),
          )
        : null;
      if (removed === null) throw new NotFound(ABSENT);
      await settle(removed);
      await announce(removed.accountId);
    },
  };
};
