import { isId } from '@nascente/contract/base/conventions';
import {
  decideUpgrade,
  editPerson,
  listPeople,
  listUpgrades,
  type Upgrade,
} from '@nascente/contract/people/admin-people';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection, Database } from '../../platform/database/open-database.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { AuditTrail } from '../audit/index.ts';
import { type Device, deviceOf, type SessionFeature, type SessionService } from '../session/index.ts';
import { createPeopleRepository, createUpgradesRepository, type StoredUpgrade } from './people.repository.ts';
import { createFollowProfile, createPeopleService } from './people.service.ts';
import { createPersonAccessRepository } from './person-access.repository.ts';

type UpgradesService = ReturnType<typeof createUpgradesService>;

const toUpgrade = (stored: StoredUpgrade): Upgrade => ({
  id: stored.id,
  user: {
    _id: stored.accountId,
    firstName: stored.firstName,
    lastName: stored.lastName,
    email: stored.email,
    profile: stored.profile,
  },
  requestedAt: stored.requestedAt.toISOString(),
  decidedAt: stored.decidedAt?.toISOString() ?? null,
  approved: stored.approved,
});

interface By {
  readonly accountId: string;
  readonly at: Instant;
}

const absent = (): never => {
  throw new NotFound('Solicitação não encontrada.');
};

const createUpgradesService = (needs: {
  db: Connection;
  session: Pick<SessionService, 'refresh'>;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { db, session, audit, clock } = needs;

  const decideAt = async (within: Connection, id: string, approve: boolean, by: By) => {
    const upgrades = createUpgradesRepository(within);
    const access = createPersonAccessRepository(within);
    const { accountId } = (await upgrades.find(id)) ?? absent();
    const person = await access.lock(accountId);
    if (!(await upgrades.decide(id, approve, by))) throw new Conflict('Esta solicitação já foi decidida.');
    if (approve && person?.profile !== 'user') throw new Conflict('O perfil desta pessoa já mudou.');
    if (approve) await access.setProfile(accountId, 'Manager', by);
    return (await upgrades.find(id)) ?? absent();
  };

  return {
    async list(caller: Caller): Promise<Upgrade[]> {
      requirePermission(caller, 'decide-upgrades');
      return (await createUpgradesRepository(db).listOpen()).map(toUpgrade);
    },
    /** Throws NotFound, or Conflict when it is decided already. */
    async decide(caller: Caller, id: string, approve: boolean, device: Device): Promise<Upgrade> {
      requirePermission(caller, 'decide-upgrades');
      const by = { accountId: caller.accountId, at: clock() };
      const decided = await db.transaction().execute(async (within) => {
        const upgrade = await decideAt(within, isId(id) ? id : absent(), approve, by);
        const event = { actorId: by.accountId, subjectId: upgrade.accountId, device };
        await audit.record({ ...event, action: approve ? 'upgrade-approved' : 'upgrade-refused' }, within);
        return upgrade;
      });
      await session.refresh(decided.accountId);
      return toUpgrade(decided);
    },
  };
};

export type { FollowProfile } from './people.service.ts';

/** Administration of all accounts. */
export const createAdminPeopleFeature = (needs: {
  database: Pick<Database, 'db'>;
  session: Pick<SessionFeature, 'session'>;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { audit, clock } = needs;
  const { db } = needs.database;
  const { session } = needs.session;
  const people = createPeopleService({ db, people: createPeopleRepository(db), session, audit, clock });
  const upgrades = createUpgradesService({ db, session, audit, clock });
  return {
    followProfile: createFollowProfile({ audit, clock }),
    register(app: CallBinder): void {
      bindCall(app, listPeople, ({ caller, query }) => people.list(caller, query));
      bindCall(app, editPerson, async ({ caller, params, body, request }) => ({
        user: await people.edit(caller, params.id, body, deviceOf(request)),
      }));
      bindCall(app, listUpgrades, async ({ caller }) => ({ upgrades: await upgrades.list(caller) }));
      bindCall(app, decideUpgrade, async ({ caller, params, body, request }) => ({
        upgrade: await upgrades.decide(caller, params.id, body.approve, deviceOf(request)),
      }));
    },
  };
};
