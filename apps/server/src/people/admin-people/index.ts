import { decideUpgrade, editPerson, listPeople, listUpgrades } from '@nascente/contract/people/admin-people';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AuditTrail } from '../audit/index.ts';
import { deviceOf, type SessionFeature } from '../session/index.ts';
import { createPeopleRepository } from './people.repository.ts';
import { createFollowProfile, createPeopleService, type PeopleService } from './people.service.ts';
import { createUpgradesService, type UpgradesService } from './upgrades.service.ts';

export type { FollowProfile } from './people.service.ts';

const bindAdminPeople = (app: CallBinder, people: PeopleService, upgrades: UpgradesService): void => {
  bindCall(app, listPeople, async ({ caller, query }) => ({
    ok: true,
    ...(await people.list(caller, query)),
  }));
  bindCall(app, editPerson, async ({ caller, params, body, request }) => ({
    ok: true,
    user: await people.edit(caller, params.id, body, deviceOf(request)),
  }));
  bindCall(app, listUpgrades, async ({ caller }) => ({ ok: true, upgrades: await upgrades.list(caller) }));
  bindCall(app, decideUpgrade, async ({ caller, params, body, request }) => ({
    ok: true,
    upgrade: await upgrades.decide(caller, params.id, body.approve, deviceOf(request)),
  }));
};

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
    register: (app: CallBinder) => bindAdminPeople(app, people, upgrades),
  };
};
