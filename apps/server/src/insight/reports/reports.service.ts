import { Readable } from 'node:stream';
import type { BodyOf, QueryOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type {
  listReports,
  makeReport,
  Report,
  ReportFormat,
  readReport,
  readReportFile,
} from '@nascente/contract/insight/reports';
import type { Instant } from '@nascente/domain/base/time/zone';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { LimitReached, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import type { ReportAsking } from './asked-report.ts';
import { createEstablishmentReport, type EstablishmentSources } from './content/establishment-report.ts';
import type { PeriodDays } from './content/report-periods.ts';
import { createReportsRepository } from './keeping/reports.repository.ts';
import type { SeenReportsRepository } from './keeping/seen-reports.repository.ts';
import type { VersionsRepository } from './keeping/versions.repository.ts';
import type { ReportMaking } from './making.service.ts';
import { toReport } from './report-answer.ts';
import { CONTENT_TYPES, type createReportFiles } from './report-files.ts';

export type ReportsService = ReturnType<typeof createReportsService>;

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
    seen: SeenReportsRepository;
    versions: Pick<VersionsRepository, 'file'>;
    clock: () => Instant;
  },
) => {
  const { db, bills, asking, making, write, seen, versions, clock } = needs;
  const gatherNow = createEstablishmentReport(needs);
  return {
    async list(
      caller: Caller,
      { kind, period, limit, skip }: QueryOf<typeof listReports>,
    ): Promise<{ reports: Report[]; total: number }> {
      requirePermission(caller, 'see-bills');
      const { reports, total } = await seen.list(viewerOf(caller), {
        kind: kind ?? null,
        period: period ?? null,
        limit,
        skip,
      });
      return { reports: reports.map(toReport), total };
    },
    /** Throws NotFound or NotAllowed without access, and InvalidInput if the period has no data. */
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
      const report = await seen.find(viewerOf(caller), id);
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
    /** Throws NotFound where the caller does not see the report. */
    async requireSeen(caller: Caller, id: string): Promise<void> {
      if ((await seen.find(viewerOf(caller), id)) === null) throw new NotFound(NOT_FOUND);
    },
    async daysNow(
      caller: Caller,
      id: string,
      requested: { readonly type: 'eletric' | 'water'; readonly start?: string | undefined },
    ): Promise<PeriodDays> {
      return (await bills.begin(caller, id, requested)).days;
    },
    /** The report of a cycle while its reader waits. @throws NotAllowed for a client user who sees some meters only */
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
