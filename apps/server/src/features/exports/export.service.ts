import { Readable } from 'node:stream';
import type { QueryOf } from '@nascente/contract/call';
import type { ExportFormat, exportReadings } from '@nascente/contract/exports';
import { may } from '@nascente/domain/people/permissions';
import { civilDateAt } from '@nascente/domain/time/civil-day';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { StreamedAnswer } from '../../platform/http/streamed-answer.ts';
import type { StreamThread } from '../../platform/workers/stream-thread.ts';
import { type ConsumptionReader, type PeriodAsked, periodAsked } from '../consumption/index.ts';
import type { Meter, MeterDirectory } from '../meters/index.ts';
import { askedSpan, readableSpan } from '../readings/index.ts';
import type { Span } from '../series/index.ts';
import type { ExcludedRepository } from './excluded.repository.ts';
import { TOTALS_TABLE } from './export-columns.ts';
import { type ExportTask, fileOf } from './export-task.ts';
import { createExportTurns } from './export-turns.ts';
import { totalsPages } from './totals-rows.ts';

type Asked = QueryOf<typeof exportReadings>;

export interface ExportService {
  ofMeter(caller: Caller, mac: string, asked: Asked): Promise<StreamedAnswer>;
}

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const fileName = (meter: Meter, { from, to }: Span, format: ExportFormat): string => {
  const [first, last] = [from, instant(to - 1)].map((at) => civilDateAt(at, meter.zone));
  return `leituras-${meter.mac.replaceAll(':', '')}-${first}-${last}.${format}`;
};

export const createExportService = (needs: {
  thread: StreamThread;
  excluded: ExcludedRepository;
  reader: ConsumptionReader;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): ExportService => {
  const { thread, excluded, reader, directory, clock, retentionDays } = needs;
  const turns = createExportTurns();

  const rowsOf = async (
    meter: Meter,
    rows: ExportTask['rows'],
    span: Span,
    format: ExportFormat,
  ): Promise<Readable> => {
    const { installationId, kind, zone } = meter;
    const isMarked = await excluded.isAny(installationId, span);
    const task: ExportTask = { rows, installationId, kind, zone, span, isMarked, format };
    return thread.open(task);
  };
  const totalsOf = (meter: Meter, period: PeriodAsked, asked: Asked, every: '1h' | '1d'): Readable => {
    const pages = totalsPages(reader, meter, period, every, clock());
    const table = { labels: TOTALS_TABLE[meter.kind], pages };
    return Readable.from(fileOf(asked.format, table, meter.zone), { objectMode: false });
  };
  const fileAsked = async (meter: Meter, asked: Asked): Promise<[Readable, Span]> => {
    const { every, start, end, format } = asked;
    if (every === undefined) {
      const span = askedSpan(meter, start, end, 'end');
      const readable = readableSpan(meter, span, clock(), retentionDays);
      return [await rowsOf(meter, 'frames', readable, format), span];
    }
    const period = periodAsked(start, end, meter.zone, 'end');
    if (every === '15m') return [await rowsOf(meter, 'quarters', period, format), period];
    return [totalsOf(meter, period, asked, every), period];
  };

  return {
    async ofMeter(caller, mac, asked) {
      if (!may(caller.profile, 'export-readings'))
        throw new NotAllowed('Seu perfil não permite esta operação.');
      const meter = await directory.findVisible(caller, mac);
      turns.require(caller.accountId);
      const [file, span] = await fileAsked(meter, asked);
      return new StreamedAnswer(turns.count(caller.accountId, file), {
        contentType: CONTENT_TYPES[asked.format],
        name: fileName(meter, span, asked.format),
      });
    },
  };
};
