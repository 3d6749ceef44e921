import type { Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { SessionFeature } from '../session/index.ts';
import { bindAdminPeople } from './admin-people.routes.ts';
import { createFollowProfile, type FollowProfile } from './follow-profile.ts';
import { createPeopleRepository } from './people.repository.ts';
import { createPeopleService } from './people.service.ts';
import { createUpgradesService } from './upgrades.service.ts';

export type { FollowProfile } from './follow-profile.ts';

interface AdminPeopleFeature {
  readonly followProfile: FollowProfile;
  register(app: CallBinder): void;
}

/** What Admins see and decide of all people. */
export const createAdminPeopleFeature = (needs: {
  database: Pick<Database, 'db'>;
  session: Pick<SessionFeature, 'session'>;
  audit: AuditTrail;
  clock: () => Instant;
}): AdminPeopleFeature => {
  const { audit, clock } = needs;
  const { db } = needs.database;
  const { session } = needs.session;
  const people = createPeopleService({ db, people: createPeopleRepository(db), session, audit, clock });
  const upgrades = createUpgradesService({ db, session, audit, clock });
  return {
    followProfile: createFollowProfile({ audit, clock }),
    register: (app) => bindAdminPeople(app, people, upgrades),
  };
};
