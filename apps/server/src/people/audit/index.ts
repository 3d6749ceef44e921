import { exportAudit, readAuditTrail, verifyAudit } from '@nascente/contract/people/audit';
import type { Connection } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import type { Platform } from '../../platform/platform.ts';
import { deviceOf, type SignInWitness } from '../session/index.ts';
import { createAuditService } from './audit.service.ts';
import { type AuditTrail, createAuditTrail, type NewAuditEvent } from './audit-trail.ts';
import { chainEvents } from './chain-events.ts';

/** Masks an unknown e-mail, which may be a password in the wrong field, so that only a pattern remains. */
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

export { type AuditTrail, createAuditTrail, type NewAuditEvent } from './audit-trail.ts';
export { type ChainReport, verifyChain } from './verify-chain.ts';

const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

const EVERY_MINUTE = '* * * * *';
/** Every night (UTC). */
const REMOVAL_TIME = '40 6 * * *';

export const createAuditFeature = (needs: Pick<Platform, 'clock' | 'database' | 'jobs'>) => {
  const { database, jobs, clock } = needs;
  const trail = createAuditTrail({ db: database.db, clock });
  const { db } = database;
  const service = createAuditService({ db, trail, clock });
  const chain = () => chainEvents({ db, clock });
  jobs.schedule('audit-chain', EVERY_MINUTE, chain);
  jobs.schedule('audit-retention', REMOVAL_TIME, service.removeOld);
  return {
    trail,
    /** For the session feature. */
    witness: createSignInWitness(trail),
    /** For the recovery feature. */
    passwordChanged: (accountId: string, device: NewAuditEvent['device'], within: Connection) =>
      trail.record({ action: 'password-changed', actorId: accountId, subjectId: accountId, device }, within),
    /** For the recovery feature as well: a sign-in that its owner denied. */
    signInDenied: (accountId: string, device: NewAuditEvent['device'], within: Connection) =>
      trail.record({ action: 'sign-in-denied', actorId: accountId, subjectId: accountId, device }, within),
    /** Chains recent events; a job runs it every minute. */
    chain,
    /** Removes events older than six months. */
    removeOld: service.removeOld,
    register(app: CallBinder): void {
      bindCall(app, readAuditTrail, ({ caller, query }) => service.read(caller, query));
      bindCall(app, exportAudit, async ({ caller, query: { format }, request }) => {
        const stream = await service.open(caller, format, deviceOf(request));
        return new StreamedAnswer(stream, {
          contentType: CONTENT_TYPES[format],
          name: `auditoria.${format}`,
        });
      });
      bindCall(app, verifyAudit, ({ caller }) => service.verify(caller));
    },
  };
};
