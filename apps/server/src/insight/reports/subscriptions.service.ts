import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type { ReportAbout, ReportSubscription, subscribeToReports } from '@nascente/contract/insight/reports';
import type { Instant } from '@nascente/domain/base/time/zone';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { InvalidInput, LimitReached, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { ReportAsking } from './asked-report.ts';
import { createReportsRepository } from './keeping/reports.repository.ts';
import {
  createSubscriptionsRepository,
  type StoredSubscription,
} from './keeping/subscriptions.repository.ts';
import type { ReportMaking } from './making.service.ts';
import { toSubscription } from './report-answer.ts';

type Utility = 'eletric' | 'water';
export type ReportSubscriptions = ReturnType<typeof createReportSubscriptions>;

/** No e-mails at night. */
const FIRST_HOUR = 7;
const MAXIMUM = 1_000;
/** No access any more, or no meter yet. */
const SKIPPED_ERRORS = [NotFound, NotAllowed, InvalidInput];
const NOT_FOUND = 'Assinatura não encontrada.';
const TOO_MANY = 'Você já recebe muitos relatórios. Encerre um deles antes.';

const ofCycles = (subject: string, type: Utility): ReportAbout => ({
  kind: 'establishment',
  subject,
  type,
  period: 'month',
});

export const createReportSubscriptions = (needs: {
  db: Connection;
  asking: ReportAsking;
  making: Pick<ReportMaking, 'add'>;
  clock: () => Instant;
}) => {
  const { db, asking, making, clock } = needs;
  const subscriptions = createSubscriptionsRepository(db);
  const { callerOf } = createReportsRepository(db);

  const save = async (
    caller: Caller,
    { formats, byMail, ...about }: BodyOf<typeof subscribeToReports>,
  ): Promise<ReportSubscription> => {
    requirePermission(caller, 'subscribe-to-reports');
    const { over } = await asking.find(caller, about);
    const subscription = await asking.subscriptionOf(caller, about);
    const id = await db.transaction().execute(async (within) => {
      const own = createSubscriptionsRepository(within);
      await holdAccount(within, caller.accountId);
      // Changing formats adds none.
      const isNew = !(await own.has(subscription));
      if (isNew && (await own.count(caller.accountId)) >= MAXIMUM) throw new LimitReached(TOO_MANY);
      return own.save(subscription, { formats: [...new Set(formats)], byMail, sentUntil: over.last });
    });
    const stored = await subscriptions.find(id);
    if (stored === null) throw new NotFound(NOT_FOUND);
    return toSubscription(stored);
  };

  /** Requests the latest completed period from the morning on, if the account may see it and it has data. */
  const askFor = async (subscription: StoredSubscription): Promise<void> => {
    const caller = await callerOf(subscription.accountId);
    if (caller === null) return;
    const about = asking.aboutOf(subscription);
    const { over, hour } = await asking.find(caller, about);
    if (hour < FIRST_HOUR || over.last <= subscription.sentUntil) return;
    const { key } = await asking.find(caller, about, over.last);
    await asking.requireMeter(key);
    await db.transaction().execute(async (within) => {
      const requested = await createReportsRepository(within).ask(key, clock());
      if (requested.isNew) await making.add(requested.id, within);
    });
  };

  return {
    /** Throws NotFound or NotAllowed where the caller may not have such reports. */
    save,
    async list(caller: Caller) {
      requirePermission(caller, 'see-bills');
      return (await subscriptions.of(caller.accountId)).map(toSubscription);
    },
    async remove(caller: Caller, id: string): Promise<void> {
      requirePermission(caller, 'subscribe-to-reports');
      const wasThere = isId(id) && (await subscriptions.removeById(caller.accountId, id));
      if (!wasThere) throw new NotFound(NOT_FOUND);
    },
    async has(caller: Caller, id: string, type: Utility) {
      requirePermission(caller, 'see-bills');
      const about = ofCycles(id, type);
      await asking.find(caller, about);
      return subscriptions.has(await asking.subscriptionOf(caller, about));
    },
    async set(caller: Caller, id: string, type: Utility, isSubscribed: boolean): Promise<void> {
      requirePermission(caller, 'subscribe-to-reports');
      const about = ofCycles(id, type);
      if (isSubscribed) await save(caller, { ...about, formats: ['pdf'], byMail: true });
      else {
        await asking.find(caller, about);
        await subscriptions.remove(await asking.subscriptionOf(caller, about));
      }
    },
    async makeDue(): Promise<void> {
      for (const subscription of await subscriptions.all()) {
        try {
          await askFor(subscription);
        } catch (error) {
          if (!SKIPPED_ERRORS.some((failure) => error instanceof failure)) throw error;
        }
      }
    },
  };
};
