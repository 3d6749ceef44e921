import { Readable } from 'node:stream';
import type { BillAnswer } from '@nascente/contract/bills';
import type { QueryOf } from '@nascente/contract/call';
import type { ReportFormat, readReport } from '@nascente/contract/reports';
import { brandFor } from '@nascente/domain/people/brand';
import type { Instant } from '@nascente/domain/time/zone';
import { formatDateTime } from '@nascente/domain/units/format';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { StreamedAnswer } from '../../platform/http/streamed-answer.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import type { BillsService } from '../bills/index.ts';
import type { ApportionmentService } from '../groups/index.ts';
import type { ReportData, ReportedCycle, ReportTask } from './report-data.ts';

type Asked = QueryOf<typeof readReport>;

interface ReportFile {
  readonly data: ReportData;
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface ReportsService {
  /** The report of a cycle as a file, and what it says. Throws NotAllowed for a client user who sees only some of the meters. */
  fileOf(caller: Caller, id: string, asked: Asked, signal: AbortSignal): Promise<ReportFile>;
  read(caller: Caller, id: string, asked: Asked, signal: AbortSignal): Promise<StreamedAnswer>;
}

const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Cycles that stand beside the one that is reported. */
const CYCLES_BEFORE = 5;

/** Of '24/11/2026 10:44:36', without the seconds. */
const MINUTES_LENGTH = 16;

const WRITER = new URL('./report.worker.ts', import.meta.url);

const toCycle = ({ start, end, consumed, total, completeness }: BillAnswer): ReportedCycle => ({
  start,
  end,
  consumed: consumed.total,
  total,
  completeness,
});

const fileName = ({ type, start, end }: BillAnswer, format: ReportFormat): string =>
  `relatorio-${type === 'water' ? 'agua' : 'energia'}-${start}-${end}.${format}`;

export const createReportsService = (needs: {
  bills: Pick<BillsService, 'begin' | 'read'>;
  apportionment: ApportionmentService;
  threads: Pick<WorkerThreads, 'run'>;
  brandRule: readonly string[];
  clock: () => Instant;
}): ReportsService => {
  const { bills, apportionment, threads, brandRule, clock } = needs;

  /** Back from a bill, as far as anything was measured. */
  const cyclesUntil = async (caller: Caller, id: string, bill: BillAnswer): Promise<ReportedCycle[]> => {
    const cycles = [toCycle(bill)];
    let { previousCycle } = bill;
    while (cycles.length <= CYCLES_BEFORE) {
      const before = await bills.read(caller, id, { type: bill.type, start: previousCycle.start });
      if (before.completeness === 0) break;
      cycles.unshift(toCycle(before));
      previousCycle = before.previousCycle;
    }
    return cycles;
  };

  const partsOf = async (caller: Caller, id: string, { type, start, end }: BillAnswer) => {
    const { parts, rest } = await apportionment.read(caller, id, { type, start, end, by: 'meters' });
    const isDivided = parts.length > 1 || (parts.length === 1 && rest.unmeasured > 0);
    return isDivided ? { parts, rest } : null;
  };

  const fileOf: ReportsService['fileOf'] = async (caller, id, { type, start, format }, signal) => {
    requirePermission(caller, 'see-bills');
    const begun = await bills.begin(caller, id, { type, start });
    const { bill, days } = await begun.makeByDay();
    const [cycles, parts] = await Promise.all([cyclesUntil(caller, id, bill), partsOf(caller, id, bill)]);
    const { name, fantasyName, zone } = begun.establishment;
    const data: ReportData = {
      brand: brandFor(caller.email, brandRule),
      establishment: fantasyName ?? name,
      madeAt: formatDateTime(clock(), zone).slice(0, MINUTES_LENGTH),
      bill,
      days,
      cycles,
      apportionment: parts,
    };
    const input: ReportTask = { format, data };
    const written = await threads.run<Uint8Array>({
      module: WRITER,
      input,
      person: caller.accountId,
      signal,
    });
    const contentType = CONTENT_TYPES[format];
    return { data, name: fileName(bill, format), contentType, content: Buffer.from(written) };
  };

  return {
    fileOf,
    async read(caller, id, asked, signal) {
      const { content, contentType, name } = await fileOf(caller, id, asked, signal);
      return new StreamedAnswer(Readable.from([content], { objectMode: false }), { contentType, name });
    },
  };
};
