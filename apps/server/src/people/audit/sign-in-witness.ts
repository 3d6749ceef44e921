import type { SignInWitness } from '../session/index.ts';
import type { AuditTrail, NewAuditEvent } from './audit-trail.ts';

/** Of an e-mail that nobody has, enough to see a pattern: it may be a password typed into the wrong field. */
const masked = (email: string): string => {
  const [name = '', domain = ''] = email.split('@');
  return domain === '' ? `${name.slice(0, 2)}***` : `${name.slice(0, 2)}***@${domain.slice(0, 2)}***`;
};

const triedBy = (
  accountId: string | null,
  email: string,
  device: NewAuditEvent['device'],
): Omit<NewAuditEvent, 'action'> => ({
  actorId: null,
  subjectId: accountId,
  device,
  detail: accountId === null ? { email: masked(email) } : {},
});

/** Keeps who signed in, who could not, and when strangers began to have to wait. */
export const createSignInWitness = (audit: AuditTrail): SignInWitness => ({
  signedIn: (accountId, device) =>
    audit.record({ action: 'signed-in', actorId: accountId, subjectId: accountId, device }),
  unusual: (accountId, device) =>
    audit.record({ action: 'sign-in-unusual', actorId: accountId, subjectId: accountId, device }),
  failed: (...tried) => audit.record({ action: 'sign-in-failed', ...triedBy(...tried) }),
  paused: (...tried) => audit.record({ action: 'sign-in-paused', ...triedBy(...tried) }),
});
