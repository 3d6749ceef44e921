import type { BodyOf } from '@nascente/contract/base/call';
import {
  listCredentials,
  proveAgain,
  type RemovableCredential,
  removeCredentials,
} from '@nascente/contract/people/credentials';
import { type RemovableKind, removableKinds } from '@nascente/domain/people/credential-kinds';
import type { Database } from '../../platform/database/open-database.ts';
import { InvalidInput, NotFound, WrongCredentials } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { ProveByPasskey } from '../second-step/index.ts';
import { type Device, deviceOf, type SessionFeature } from '../session/index.ts';
import { createCredentialsRepository, type StoredCredential } from './credentials.repository.ts';
import { countsOf } from './remove-credentials.ts';

export {
  createRemoveCredentials,
  type RemoveCredentials,
  type RemovedCredentials,
} from './remove-credentials.ts';

const WRONG_KEY = 'Esta chave de acesso não é desta conta. Tente de novo.';
const EMPTY = 'Nada disso existe mais nesta conta.';
const MISSING = 'Informe a senha, ou use uma chave de acesso.';

const toCredential = (stored: StoredCredential): RemovableCredential => ({
  kind: stored.kind as RemovableKind,
  id: stored.id,
  name: stored.name,
  createdAt: stored.createdAt.toISOString(),
  lastUsedAt: stored.lastUsedAt?.toISOString() ?? null,
});

export const createCredentialsFeature = (needs: {
  database: Pick<Database, 'db'>;
  audit: Pick<AuditTrail, 'record'>;
  session: Pick<SessionFeature, 'session' | 'confirmPassword'>;
  proveByPasskey: ProveByPasskey;
}) => {
  const { audit, proveByPasskey } = needs;
  const { db } = needs.database;
  const { session, confirmPassword } = needs.session;

  const service = {
    async list(caller: Caller): Promise<RemovableCredential[]> {
      requirePermission(caller, 'hold-session');
      const found = await createCredentialsRepository(db).list(caller.accountId, removableKinds);
      return found.map(toCredential);
    },
    /** @returns how many were removed. Throws NotFound where none is there. */
    async remove(
      caller: Caller,
      wanted: BodyOf<typeof removeCredentials>['credentials'],
      device: Device,
    ): Promise<number> {
      requirePermission(caller, 'hold-session');
      const { accountId } = caller;
      const removed = await db.transaction().execute(async (within) => {
        const found: StoredCredential[] = [];
        for (const kind of removableKinds) {
          const ids = wanted.filter((one) => one.kind === kind).map(({ id }) => id.toLowerCase());
          if (ids.length > 0)
            found.push(...(await createCredentialsRepository(within).remove(accountId, [kind], { ids })));
        }
        const event = { action: 'credentials-removed', actorId: accountId, subjectId: accountId } as const;
        if (found.length === 0) throw new NotFound(EMPTY);
        await audit.record({ ...event, device, detail: countsOf(found) }, within);
        return found.length;
      });
      await session.refresh(accountId);
      return removed;
    },
    /** Throws WrongCredentials, InvalidInput or LimitReached. */
    async prove(
      caller: Caller,
      { password, passkey }: BodyOf<typeof proveAgain>,
      device: Device,
    ): Promise<void> {
      requirePermission(caller, 'hold-session');
      if (passkey !== undefined) {
        if (!(await proveByPasskey(caller, passkey, device))) throw new WrongCredentials(WRONG_KEY);
      } else if (password === undefined)
        throw new InvalidInput(MISSING, [{ path: 'password', msg: MISSING }]);
      else await confirmPassword(caller, password);
      await session.prove(caller);
    },
  };

  return {
    register(app: CallBinder): void {
      bindCall(app, listCredentials, async ({ caller }) => ({ credentials: await service.list(caller) }));
      bindCall(app, removeCredentials, async ({ caller, body, request }) => ({
        removed: await service.remove(caller, body.credentials, deviceOf(request)),
      }));
      bindCall(app, proveAgain, ({ caller, body, request }) =>
        service.prove(caller, body, deviceOf(request)),
      );
    },
  };
};
