import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { StoredSession } from './session.repository.ts';

const LIFETIME_MS = 12 * HOUR_MS;
const LONG_LIFETIME_MS = 30 * DAY_MS;
/** After this time a user must sign in again, however often the session is used. */
const MAX_LIFETIME_MS = 90 * DAY_MS;

type SessionKind = Pick<StoredSession, 'isRemembered' | 'isByProvider'>;

/** Use extends a session, except one opened through an identity provider. */
export const expiryFrom = (now: Instant, kind: SessionKind, createdAt: number): Instant => {
  if (kind.isByProvider) return instant(createdAt + LIFETIME_MS);
  const lifetime = kind.isRemembered ? LONG_LIFETIME_MS : LIFETIME_MS;
  return instant(Math.min(now + lifetime, createdAt + MAX_LIFETIME_MS));
};
