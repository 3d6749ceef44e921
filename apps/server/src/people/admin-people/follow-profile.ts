import type { Instant } from '@nascente/domain/base/time/zone';
import type { Profile } from '@nascente/domain/people/profiles';
import type { Connection } from '../../platform/database/open-database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { Device } from '../session/index.ts';
import { createPersonAccessRepository } from './person-access.repository.ts';
import { requireTenable } from './person-rules.ts';

/**
 * Gives an account the profile that the identity provider says it has. Its sessions are to be ended once this is committed.
 * Throws Conflict where somebody would be left without the person that they need.
 */
export type FollowProfile = (
  within: Connection,
  change: { readonly accountId: string; readonly profile: Profile; readonly device: Device },
) => Promise<void>;

export const createFollowProfile = (needs: { audit: AuditTrail; clock: () => Instant }): FollowProfile => {
  const { audit, clock } = needs;
  return async (within, { accountId, profile, device }) => {
    const access = createPersonAccessRepository(within);
    const person = await access.lock(accountId);
    if (person === null) throw new NotFound('Usuário não encontrado.');
    requireTenable(person, { profile });
    await access.setProfile(accountId, profile, { accountId, at: clock() });
    const detail = { from: person.profile, to: profile, by: 'provider' };
    await audit.record(
      { action: 'profile-changed', actorId: null, subjectId: accountId, device, detail },
      within,
    );
  };
};
