import type { Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AuditTrail } from '../audit/index.ts';
import { bindConsents } from './consents.routes.ts';
import { type ConsentsService, createConsentsService } from './consents.service.ts';

/** What somebody accepts by making an account, in the transaction that makes it. */
export type AcceptAll = ConsentsService['acceptAll'];

interface ConsentsFeature {
  readonly acceptAll: AcceptAll;
  register(app: CallBinder): void;
}

export const createConsentsFeature = (needs: {
  database: Pick<Database, 'db'>;
  audit: AuditTrail;
  clock: () => Instant;
}): ConsentsFeature => {
  const { database, audit, clock } = needs;
  const service = createConsentsService({ db: database.db, audit, clock });
  return { acceptAll: service.acceptAll, register: (app) => bindConsents(app, service) };
};
