import type { ReportFormat } from '@nascente/contract/insight/reports';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import { brandFor } from '@nascente/domain/people/brand';
import type { Caller } from '../../platform/http/caller.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import type { ReportBody, ReportContent } from './content/report-content.ts';
import type { ReportsRepository } from './keeping/reports.repository.ts';

export const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

interface WrittenReport {
  readonly pdf: Buffer;
  readonly xlsx: Buffer;
}

interface Written {
  readonly body: ReportBody;
  readonly changes: readonly string[];
  readonly caller: Caller;
}

/** The files as the thread sends them: structured cloning converts Buffers to Uint8Arrays. */
interface Posted {
  readonly pdf: Uint8Array;
  readonly xlsx: Uint8Array;
}

/** Cuts the seconds off '24/11/2026 10:44:36'. */
const MINUTES_LENGTH = 16;
const WRITER = new URL('./report.worker.ts', import.meta.url);

export const createReportFiles = (needs: {
  readonly reports: Pick<ReportsRepository, 'worn'>;
  readonly threads: Pick<WorkerThreads, 'run'>;
  readonly brandRule: readonly string[];
  readonly clock: () => Instant;
}) => {
  const { reports, threads, brandRule, clock } = needs;
  return async (
    { body, changes, caller }: Written,
    /** `null`: no request waits for the files. */
    waiting: { readonly signal: AbortSignal } | null,
  ): Promise<WrittenReport> => {
    const { logo } = await reports.worn(caller.accountId);
    const input: ReportContent = {
      ...body,
      changes,
      brand: brandFor(caller.email, brandRule),
      logo,
      madeAt: formatDateTime(clock(), DEFAULT_ZONE).slice(0, MINUTES_LENGTH),
    };
    const { pdf, xlsx } = await threads.run<Posted>({
      module: WRITER,
      input,
      person: waiting === null ? null : caller.accountId,
      ...(waiting === null ? {} : waiting),
    });
    return { pdf: Buffer.from(pdf), xlsx: Buffer.from(xlsx) };
  };
};
