import type { ClientUser } from '@nascente/contract/sites/client-users';
import type { StoredClientUser } from './client-users.repository.ts';

/** A client user as the API shows it. */
export const toClientUser = (stored: StoredClientUser): ClientUser => ({
  _id: stored.id,
  name: stored.name,
  email: stored.email,
  birth: stored.birth === null ? null : stored.birth.split('-').reverse().join('/'),
  boards: [...stored.macs],
  pictureUrl: stored.picture,
  active: stored.isEmailConfirmed,
  managerId: stored.managerId,
});
