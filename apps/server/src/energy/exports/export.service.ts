import { Readable } from 'node:stream';
import type { QueryOf } from '@nascente/contract/base/call';
import type { ExportFormat, exportReadings } from '@nascente/contract/energy/exports';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import type { ReadDatabase } from '../../platform/database/connections/read-database.ts';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import type { StreamThread } from '../../platform/workers/stream-thread.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import { askedSpan, type PeriodAsked, periodAsked, readableSpan } from '../../telemetry/readings/index.ts';
import type { ConsumptionReader, MeterPrices } from '../consumption/index.ts';
import type { ExcludedRepository } from './excluded.repository.ts';
import { COST_LABEL, TOTALS_TABLE } from './export-columns.ts';
import { type ExportTask, fileOf } from './export-task.ts';
import { createExportTurns } from './export-turns.ts';
import { type CostsOfDays, type ReadDays, totalsPages } from './totals-rows.ts';

type Asked = QueryOf<typeof exportReadings>;

interface ExportedFile {
  readonly stream: Readable;
  readonly span: TimeSpan;
}

export interface ExportService {
  ofMeter(caller: Caller, mac: string, asked: Asked): Promise<StreamedAnswer>;
  /** Throws NotFound where the caller does not see the meter. */
  requireMeter(caller: Caller, mac: string): Promise<Meter>;
}

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const fileName = (meter: Meter, { from, to }: TimeSpan, format: ExportFormat): string => {
  const [first, last] = [from, instant(to - 1)].map((at) => civilDateAt(at, meter.zone));
  return `leituras-${meter.mac.replaceAll(':', '')}-${first}-${last}.${format}`;
};

export const createExportService = (needs: {
  thread: StreamThread;
  excluded: ExcludedRepository;
  reading: Pick<ReadDatabase, 'connectionString'>;
  reader: ConsumptionReader;
  prices: Pick<MeterPrices, 'ofDays' | 'postsOf'>;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): ExportService => {
  const { thread, excluded, reading, reader, prices, directory, clock, retentionDays } = needs;
  const inTurn = createExportTurns();

  const rowsOf = async (
    meter: Meter,
    rows: ExportTask['rows'],
    span: TimeSpan,
    format: ExportFormat,
  ): Promise<Readable> => {
    const { installationId, kind, zone } = meter;
    const isMarked = await excluded.isAny(installationId, span);
    const connectionString = reading.connectionString();
    const task: ExportTask = { connectionString, rows, installationId, kind, zone, span, isMarked, format };
    return thread.open(task);
  };
  const totalsOf = (
    caller: Caller,
    meter: Meter,
    period: PeriodAsked,
    { every, format }: Asked & { readonly every: '1h' | '1d' },
  ): Readable => {
    const now = clock();
    const costsOf: CostsOfDays = async ({ first, last }) => {
      const days = await reader.inTotal(meter, { first, last, now });
      const { perDay, pricesOn } = await prices.ofDays(caller, { meter, days });
      return new Map(
        days.map(({ date }, index) => [date, { cost: perDay[index] ?? null, prices: pricesOn(date) }]),
      );
    };
    const read: ReadDays = async (days) => {
      const { postsOn } = await prices.postsOf(caller, meter, days);
      return reader.inDetail(meter, { ...days, now, postsOn });
    };
    const pages = totalsPages(read, meter, period, every, costsOf);
    const table = { labels: [...TOTALS_TABLE[meter.kind], COST_LABEL], pages };
    return Readable.from(fileOf(format, table, meter.zone), { objectMode: false });
  };
  const fileAsked = async (caller: Caller, meter: Meter, asked: Asked): Promise<ExportedFile> => {
    const { every, start, end, format } = asked;
    if (every === undefined) {
      const span = askedSpan(meter, start, end, 'end');
      const readable = readableSpan(meter, span, clock(), retentionDays);
      return { stream: await rowsOf(meter, 'frames', readable, format), span };
    }
    const period = periodAsked(start, end, meter.zone, 'end');
    const stream =
      every === '15m'
        ? await rowsOf(meter, 'quarters', period, format)
        : totalsOf(caller, meter, period, { ...asked, every });
    return { stream, span: period };
  };

  return {
    requireMeter: directory.findVisible,
    async ofMeter(caller, mac, asked) {
      if (!may(caller.profile, 'export-readings'))
        throw new NotAllowed('Seu perfil não permite esta operação.');
      const meter = await directory.findVisible(caller, mac);
      const { stream, span } = await inTurn(caller.accountId, () => fileAsked(caller, meter, asked));
      return new StreamedAnswer(stream, {
        contentType: CONTENT_TYPES[asked.format],
        name: fileName(meter, span, asked.format),
      });
    },
  };
};
