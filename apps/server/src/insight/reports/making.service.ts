import { SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import { createTurns } from '../../platform/limits/turns.ts';
import type { MailKind } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import { isUnseen } from './content/period-bills.ts';
import { changesBetween } from './content/report-changes.ts';
import type { ReportProgress } from './content/report-content.ts';
import type { Gathered, GatherReport } from './gathering.ts';
import { createReportsRepository, endMaking, type StoredReport } from './keeping/reports.repository.ts';
import { createSubscriptionsRepository } from './keeping/subscriptions.repository.ts';
import { createVersionsRepository } from './keeping/versions.repository.ts';
import type { createReportFiles } from './report-files.ts';
import type { AboutReport } from './report-mail.ts';

export type ReportMaking = ReturnType<typeof createReportMaking>;

interface Making {
  readonly id: string;
}

const PERSISTENCE = { attempts: 5, firstWaitSeconds: 10, maxWaitSeconds: 300, lookEverySeconds: 5 };
/** A report is resumed at most this often. */
const RESUMED_EVERY_SECONDS = 120;
const MAX_LOOKED_AT = 500;
const MAX_LOOK_MS = 5 * 60 * SECOND_MS;
/** Minimum interval between updates of the progress. The screen polls each second. */
const PUBLISH_EVERY_MS = SECOND_MS;
/** Share of reading in the progress, because it takes most of the time. */
const READ_PERCENT = 90;

export const createReportMaking = (
  needs: Pick<Platform, 'clock' | 'db' | 'log'> & {
    gather: GatherReport;
    write: ReturnType<typeof createReportFiles>;
    mails: MailKind<AboutReport>;
    jobs: Pick<JobRunner, 'queue'>;
  },
) => {
  const { db, gather, write, mails, clock, log } = needs;
  const reports = createReportsRepository(db);
  const versions = createVersionsRepository(db);
  // Reports are made one after the other, so that screens stay fast.
  const inTurn = createTurns({ concurrent: 1, waiting: Number.POSITIVE_INFINITY, refusal: '' });

  const teller = (id: string): ReportProgress => {
    let notifiedAt = 0;
    return async (done, of) => {
      const now = performance.now();
      if (now - notifiedAt < PUBLISH_EVERY_MS) return;
      notifiedAt = now;
      await reports.saveProgress(id, Math.floor((READ_PERCENT * done) / Math.max(1, of)), clock());
    };
  };

  /** A new version with its files; `version` is `null` if the newest has the same figures. */
  const newVersion = async (report: StoredReport, gathered: Gathered) => {
    const { caller, facts, body, fileName, boards } = gathered;
    const latest = await versions.latest(viewerOf(caller), report.id);
    const changes = latest?.facts == null ? [] : changesBetween(latest.facts, facts);
    if (latest?.facts != null && changes.length === 0) return { number: latest.number, version: null };
    const installations = [...gathered.installations, ...(await reports.installationsOf(boards))];
    const files = await write({ body, changes, caller }, null);
    const version = { facts, changes, fileName, installations: [...new Set(installations)], ...files };
    return { number: (latest?.number ?? 0) + 1, version };
  };

  /** Everything is stored in one transaction; if it fails, the job is repeated. */
  const keep = async (
    report: StoredReport,
    gathered: Gathered,
    made: Awaited<ReturnType<typeof newVersion>>,
  ) => {
    const { number, version } = made;
    const { first, last, billedDays = null, isOpen } = gathered;
    await db.transaction().execute(async (within) => {
      const isFirst = await endMaking(
        within,
        { id: report.id, number, version, last, billedDays, isOpen },
        clock(),
      );
      if (!isFirst || isOpen) return;
      const subscriptions = createSubscriptionsRepository(within);
      const key = { ...report, first, last } as StoredReport;
      const alreadyServed = version === null || number === 1 ? [] : await subscriptions.served(key);
      for (const subscriptionId of [...(await subscriptions.serve(key)), ...alreadyServed])
        await mails.send({ reportId: report.id, number, subscriptionId }, { within });
    });
  };

  const make = async ({ id }: Making): Promise<void> => {
    const report = await reports.begin(id, clock());
    if (report === null) return;
    try {
      const gathered = await gather(report, teller(id));
      await keep(report, gathered, await newVersion(report, gathered));
    } catch (error) {
      if (!isUnseen(error)) throw error;
      await reports.leave(id, clock());
    }
  };

  const queue = needs.jobs.queue<Making>({
    name: 'make-report',
    persistence: PERSISTENCE,
    work: ({ payload, failures }) =>
      inTurn(() => make(payload as Making)).catch(async (error: unknown) => {
        const { id } = payload as Making;
        log.warn({ err: error, report: id, failures: failures + 1 }, 'A report was not made');
        if (failures + 1 >= PERSISTENCE.attempts) await reports.fail(id, clock());
        throw error;
      }),
  });

  const look = async (id: string): Promise<void> => {
    const report = await reports.find(id);
    if (report === null) return;
    try {
      const gathered = await gather(report, async () => undefined);
      await keep(report, gathered, await newVersion(report, gathered));
    } catch (error) {
      if (!isUnseen(error)) log.warn({ err: error, report: id }, 'A report was not looked at again');
      await reports.looked(id, clock());
    }
  };

  return {
    /** Queues the job within the transaction of the request. */
    add: (id: string, within: Connection): Promise<void> => queue.add({ id }, { within }),
    /** Resumes reports of a process that was killed. */
    async resume(): Promise<void> {
      for (const id of await reports.stalled(clock()))
        await queue.add({ id }, { unique: { key: id, perSeconds: RESUMED_EVERY_SECONDS } });
    },
    /** Remakes reports with changed figures, for at most `MAX_LOOK_MS`. */
    async lookAgain(): Promise<void> {
      const until = performance.now() + MAX_LOOK_MS;
      for (const id of await reports.toLookAt(clock(), MAX_LOOKED_AT)) {
        if (performance.now() > until) return;
        await inTurn(() => look(id));
      }
    },
  };
};
