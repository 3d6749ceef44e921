import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { AuditTrail } from '../audit/index.ts';
import { createRemoveCredentials } from '../credentials/index.ts';
import type { SessionFeature } from '../session/index.ts';
import { createOwnPasswordRepository } from './own-password.repository.ts';
import { createOwnPasswordService } from './own-password.service.ts';
import { createRecoveryRepository } from './recovery.repository.ts';
import { bindRecovery, bindSignInDenial } from './recovery.routes.ts';
import { createRecoveryService, type PasswordWitness } from './recovery.service.ts';
import { createRecoveryPost } from './recovery-post.ts';
import { createSignInDenialService, type DenialWitness } from './sign-in-denial.service.ts';

export type { PasswordWitness } from './recovery.service.ts';
export type { DenialWitness } from './sign-in-denial.service.ts';

/** Requests from one address, for whatever accounts. */
const MAX_AN_HOUR = 30;

/** @param needs.publicUrl where people reach the web application, without a slash at its end. */
export const createRecoveryFeature = (needs: {
  database: Pick<Database, 'db'>;
  audit: Pick<AuditTrail, 'record' | 'madeSince'>;
  mail: Pick<Mail, 'kind'>;
  session: Pick<SessionFeature, 'session' | 'passwords' | 'confirmPassword' | 'devices' | 'deviceCookie'>;
  witness?: PasswordWitness | undefined;
  denialWitness?: DenialWitness | undefined;
  clock: () => Instant;
  publicUrl: string;
  brandRule: readonly string[];
}) => {
  const { db } = needs.database;
  const { session, passwords, confirmPassword, devices, deviceCookie } = needs.session;
  const recoveries = createRecoveryRepository(db);
  const removals = createRemoveCredentials(needs.audit);
  const post = createRecoveryPost({ ...needs, db, recoveries, removals });
  const witness = needs.witness ?? (async () => undefined);
  const quota = createQuota({
    db,
    clock: needs.clock,
    purpose: 'recovery',
    most: MAX_AN_HOUR,
    windowMs: HOUR_MS,
  });
  const alike = { passwords, session, devices, post, witness, removals };
  const recovery = createRecoveryService({ ...alike, db, recoveries, quota, clock: needs.clock });
  const ownPasswords = createOwnPasswordRepository(db);
  const ownPassword = createOwnPasswordService({ ...alike, ownPasswords, confirmPassword });
  const denial = createSignInDenialService({
    db,
    passwords,
    session,
    post,
    removals,
    audit: needs.audit,
    witness: needs.denialWitness ?? (async () => undefined),
    clock: needs.clock,
  });
  return {
    register(app: CallBinder): void {
      bindRecovery(app, recovery, ownPassword, deviceCookie);
      bindSignInDenial(app, denial);
    },
  };
};
