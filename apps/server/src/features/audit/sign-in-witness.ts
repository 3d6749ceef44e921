import type { SignInWitness } from '../session/index.ts';
import type { AuditTrail } from './audit-trail.ts';

/** Of an e-mail that nobody has, enough to see a pattern: it may be a password typed into the wrong field. */
const masked = (email: string): string => {
  const [name = '', domain = ''] = email.split('@');
  return domain === '' ? `${name.slice(0, 2)}***` : `${name.slice(0, 2)}***@${domain.slice(0, 2)}***`;
};

/** Keeps who signed in, and who could not. */
export const createSignInWitness = (audit: AuditTrail): SignInWitness => ({
  signedIn: (accountId, device) =>
    audit.record({ action: 'signed-in', actorId: accountId, subjectId: accountId, device }),
  failed: (accountId, email, device) =>
    audit.record({
      action: 'sign-in-failed',
      actorId: null,
      subjectId: accountId,
      device,
      detail: accountId === null ? { email: masked(email) } : {},
    }),
});
