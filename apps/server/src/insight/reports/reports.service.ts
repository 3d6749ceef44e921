import { Readable } from 'node:stream';
import type { BodyOf, QueryOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type {
  listReports,
  makeReport,
  Report,
  ReportFormat,
  ReportSubscription,
  readReport,
  readReportFile,
  subscribeToReports,
} from '@nascente/contract/insight/reports';
import type { Instant } from '@nascente/domain/base/time/zone';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { InvalidInput, LimitReached, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import { createEstablishmentReport, type EstablishmentSources } from './content/establishment-report.ts';
import type { PeriodDays } from './content/report-periods.ts';
import { createReportsRepository } from './keeping/reports.repository.ts';
import {
  createSubscriptionsRepository,
  type StoredSubscription,
} from './keeping/subscriptions.repository.ts';
import type { VersionsRepository } from './keeping/versions.repository.ts';
import type { VisibleReportsRepository } from './keeping/visible-reports.repository.ts';
import type { ReportMaking } from './making.service.ts';
import { toReport, toSubscription } from './report-answer.ts';
import { CONTENT_TYPES, type createReportFiles } from './report-files.ts';
import type { ReportAsking } from './requested-report.ts';

/** Hour from which reports are sent: no e-mails at night. */
const FIRST_HOUR = 7;
const MAXIMUM = 1_000;
/** Errors that only skip a subscription: no access any more, or no meter yet. */
const SKIPPED_ERRORS = [NotFound, NotAllowed, InvalidInput];
const SUBSCRIPTION_NOT_FOUND = 'Assinatura não encontrada.';
const TOO_MANY_SUBSCRIPTIONS = 'Você já recebe muitos relatórios. Encerre um deles antes.';

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
      // A change of formats does not count towards the maximum.
      const isNew = !(await own.has(subscription));
      if (isNew && (await own.count(caller.accountId)) >= MAXIMUM)
        throw new LimitReached(TOO_MANY_SUBSCRIPTIONS);
      return own.save(subscription, { formats: [...new Set(formats)], byMail, sentUntil: over.last });
    });
    const stored = await subscriptions.find(id);
    if (stored === null) throw new NotFound(SUBSCRIPTION_NOT_FOUND);
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
    /** Throws NotFound or NotAllowed if the caller may not see such reports. */
    save,
    async list(caller: Caller) {
      requirePermission(caller, 'see-bills');
      return (await subscriptions.of(caller.accountId)).map(toSubscription);
    },
    async remove(caller: Caller, id: string): Promise<void> {
      requirePermission(caller, 'subscribe-to-reports');
      const wasThere = isId(id) && (await subscriptions.remove(caller.accountId, id));
      if (!wasThere) throw new NotFound(SUBSCRIPTION_NOT_FOUND);
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

const MAX_UNDER_WAY = 20;
const AGAIN_SECONDS = 10;
const NOT_FOUND = 'Relatório não encontrado.';
const TOO_MANY = 'Já há muitos relatórios sendo feitos. Espere que terminem e tente novamente.';

const answered = (content: Buffer, format: ReportFormat, fileName: string): StreamedAnswer =>
  new StreamedAnswer(Readable.from([content], { objectMode: false }), {
    contentType: CONTENT_TYPES[format],
    name: `${fileName}.${format}`,
  });

export const createReportsService = (
  needs: EstablishmentSources & {
    db: Connection;
    asking: ReportAsking;
    making: Pick<ReportMaking, 'add'>;
    write: ReturnType<typeof createReportFiles>;
    visibleReports: VisibleReportsRepository;
    versions: Pick<VersionsRepository, 'file'>;
    clock: () => Instant;
  },
) => {
  const { db, bills, asking, making, write, visibleReports, versions, clock } = needs;
  const gatherNow = createEstablishmentReport(needs);
  return {
    async list(
      caller: Caller,
      { kind, period, limit, skip }: QueryOf<typeof listReports>,
    ): Promise<{ reports: Report[]; total: number }> {
      requirePermission(caller, 'see-bills');
      const { reports, total } = await visibleReports.list(viewerOf(caller), {
        kind: kind ?? null,
        period: period ?? null,
        limit,
        skip,
      });
      return { reports: reports.map(toReport), total };
    },
    /** Throws NotFound or NotAllowed without access, InvalidInput for days before the first meter, or LimitReached. */
    async make(caller: Caller, { day, ...about }: BodyOf<typeof makeReport>): Promise<Report> {
      requirePermission(caller, 'subscribe-to-reports');
      const { key } = await asking.find(caller, about, day);
      await asking.requireMeter(key);
      const id = await db.transaction().execute(async (within) => {
        const reports = createReportsRepository(within);
        await holdAccount(within, key.accountId);
        if ((await reports.underWay(key.accountId)) >= MAX_UNDER_WAY)
          throw new LimitReached(TOO_MANY, AGAIN_SECONDS);
        const requested = await reports.ask(key, clock());
        if (requested.isNew) await making.add(requested.id, within);
        return requested.id;
      });
      const report = await visibleReports.find(viewerOf(caller), id);
      if (report === null) throw new NotFound(NOT_FOUND);
      return toReport(report);
    },
    async file(
      caller: Caller,
      id: string,
      { format, version }: QueryOf<typeof readReportFile>,
    ): Promise<StreamedAnswer> {
      requirePermission(caller, 'see-bills');
      const number = version === undefined ? null : Number(version);
      const requested = { reportId: id, number, format };
      const file = isId(id) ? await versions.file(viewerOf(caller), requested) : null;
      if (file === null) throw new NotFound(NOT_FOUND);
      return answered(file.content, format, file.fileName);
    },
    /** Throws NotFound if the caller may not see the report. */
    async requireVisible(caller: Caller, id: string): Promise<void> {
      if ((await visibleReports.find(viewerOf(caller), id)) === null) throw new NotFound(NOT_FOUND);
    },
    /**
     * The days of the report that `readNow` makes. Throws NotFound or NotAllowed if the caller may not see it, so it is also the
     * access check during a download.
     */
    async daysNow(
      caller: Caller,
      id: string,
      requested: { readonly type: 'eletric' | 'water'; readonly start?: string | undefined },
    ): Promise<PeriodDays> {
      return (await bills.begin(caller, id, requested)).days;
    },
    /** Makes the report of a cycle while its reader waits. @throws NotAllowed for a client user who sees some meters only */
    async readNow(
      caller: Caller,
      id: string,
      { type, start, format }: QueryOf<typeof readReport>,
      signal: AbortSignal,
    ): Promise<StreamedAnswer> {
      const requested = { id, type, period: 'month' as const, day: start };
      const { body, fileName } = await gatherNow(caller, requested, async () => undefined);
      const files = await write({ body, changes: [], caller }, { signal });
      return answered(files[format], format, fileName);
    },
  };
};
