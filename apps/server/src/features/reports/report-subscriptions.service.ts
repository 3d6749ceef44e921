import type { BillingCycle } from '@nascente/domain/time/billing-cycle';
import { type CivilDate, civilHourAt } from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { BillsService } from '../bills/index.ts';
import { type AboutReport, createReportLetter } from './report-letter.ts';
import {
  createReportSubscriptionsRepository,
  type KnownSubscription,
  type ReportSubscriptionsRepository,
} from './report-subscriptions.repository.ts';
import type { ReportsService } from './reports.service.ts';

type Utility = KnownSubscription['type'];

export interface ReportSubscriptionsService {
  has(caller: Caller, id: string, type: Utility): Promise<boolean>;
  /** Throws NotAllowed for a client user who sees only some of the meters. */
  save(caller: Caller, id: string, type: Utility, isSubscribed: boolean): Promise<void>;
  /** Posts the reports of cycles that are over since they were looked at before. */
  sendDue(): Promise<void>;
}

/** A letter that nobody asked for at this moment does not come at night. */
const FIRST_HOUR = 7;

export const createReportSubscriptions = (needs: {
  db: Connection;
  bills: Pick<BillsService, 'begin'>;
  reports: Pick<ReportsService, 'fileOf'>;
  mail: Pick<Mail, 'kind'>;
  brandRule: readonly string[];
  /** Where links of letters lead. */
  letterUrl: string;
  clock: () => Instant;
}): ReportSubscriptionsService => {
  const { db, bills, mail, clock } = needs;
  const repositoryOf = (within: Connection): ReportSubscriptionsRepository =>
    createReportSubscriptionsRepository(within);
  const subscriptions = repositoryOf(db);
  const letters = mail.kind<AboutReport>('cycle-report', createReportLetter({ ...needs, subscriptions }));

  /** The cycle that was over last; null where this account sees the whole bill no longer, or it is night there. */
  const overFor = async ({
    accountId,
    establishmentId,
    type,
  }: KnownSubscription): Promise<BillingCycle | null> => {
    const caller = await subscriptions.callerOf(accountId);
    if (caller === null) return null;
    try {
      const { establishment, previous } = await bills.begin(caller, establishmentId, { type });
      return civilHourAt(clock(), establishment.zone) < FIRST_HOUR ? null : previous;
    } catch (error) {
      if (error instanceof NotFound || error instanceof NotAllowed) return null;
      throw error;
    }
  };

  return {
    async has(caller, id, type) {
      requirePermission(caller, 'see-bills');
      await bills.begin(caller, id, { type });
      return subscriptions.has({ accountId: caller.accountId, establishmentId: id, type });
    },
    async save(caller, id, type, isSubscribed) {
      requirePermission(caller, 'subscribe-to-reports');
      const { previous } = await bills.begin(caller, id, { type });
      const subscription = { accountId: caller.accountId, establishmentId: id, type };
      if (isSubscribed) await subscriptions.add(subscription, previous.last);
      else await subscriptions.remove(subscription);
    },
    async sendDue() {
      for (const subscription of await subscriptions.list()) {
        const over = await overFor(subscription);
        if (over === null || over.last <= subscription.sentUntil) continue;
        const { accountId, establishmentId, type } = subscription;
        await db.transaction().execute(async (within) => {
          if (!(await repositoryOf(within).markSent(subscription, over.last as CivilDate))) return;
          await letters.post({ accountId, establishmentId, type, start: over.first }, { within });
        });
      }
    },
  };
};
