import { Readable } from 'node:stream';
import type { QueryOf } from '@nascente/contract/call';
import type { ExportFormat, exportReadings } from '@nascente/contract/exports';
import { may } from '@nascente/domain/people/permissions';
import { civilDateAt } from '@nascente/domain/time/civil-day';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { StreamedAnswer } from '../../platform/http/streamed-answer.ts';
import { type ConsumptionReader, periodAsked } from '../consumption/index.ts';
import type { Meter, MeterDirectory } from '../meters/index.ts';
import { askedSpan, readableSpan, type Span } from '../readings/index.ts';
import { csvFile } from './csv-file.ts';
import type { ExcludedRepository } from './excluded.repository.ts';
import { FRAME_TABLE, TOTALS_TABLE } from './export-columns.ts';
import type { ExportFramesRepository } from './export-frames.repository.ts';
import type { ExportQuartersRepository } from './export-quarters.repository.ts';
import type { ExportTable } from './export-table.ts';
import { totalsPages } from './totals-rows.ts';
import { xlsxFile } from './xlsx-file.ts';

export interface ExportService {
  ofMeter(caller: Caller, mac: string, asked: QueryOf<typeof exportReadings>): Promise<StreamedAnswer>;
}

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Only of a period in which something is excluded: 1 says that the row counts for nothing. */
const MARK = 'Desconsiderada (1 = sim)';

const fileName = (meter: Meter, { from, to }: Span, format: ExportFormat): string => {
  const [first, last] = [from, instant(to - 1)].map((at) => civilDateAt(at, meter.zone));
  return `leituras-${meter.mac.replaceAll(':', '')}-${first}-${last}.${format}`;
};

export const createExportService = (needs: {
  frames: ExportFramesRepository;
  quarters: ExportQuartersRepository;
  excluded: ExcludedRepository;
  reader: ConsumptionReader;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): ExportService => {
  const { frames, quarters, excluded, reader, directory, clock, retentionDays } = needs;

  const framesOf = async (meter: Meter, span: Span): Promise<ExportTable> => {
    const columns = FRAME_TABLE[meter.kind];
    const fields = columns.map(({ field }) => field);
    const readable = readableSpan(meter, span, clock(), retentionDays);
    const isMarked = await excluded.isAny(meter.installationId, readable);
    return {
      labels: [...columns.map(({ label }) => label), ...(isMarked ? [MARK] : [])],
      pages: frames.pages(meter.installationId, readable, fields, isMarked),
    };
  };
  const tableOf = async (
    meter: Meter,
    asked: QueryOf<typeof exportReadings>,
  ): Promise<[ExportTable, Span]> => {
    if (asked.every === undefined) {
      const span = askedSpan(meter, asked.start, asked.end, 'end');
      return [await framesOf(meter, span), span];
    }
    const period = periodAsked(asked.start, asked.end, meter.zone, 'end');
    const labels = TOTALS_TABLE[meter.kind];
    if (asked.every !== '15m')
      return [{ labels, pages: totalsPages(reader, meter, period, asked.every, clock()) }, period];
    const isMarked = await excluded.isAny(meter.installationId, period);
    const pages = quarters.pages(meter.installationId, meter.kind, period, isMarked);
    return [{ labels: isMarked ? [...labels, MARK] : labels, pages }, period];
  };

  return {
    async ofMeter(caller, mac, asked) {
      if (!may(caller.profile, 'export-readings'))
        throw new NotAllowed('Seu perfil não permite esta operação.');
      const meter = await directory.findVisible(caller, mac);
      const [table, span] = await tableOf(meter, asked);
      const file = asked.format === 'csv' ? csvFile(table, meter.zone) : xlsxFile(table, meter.zone);
      return new StreamedAnswer(Readable.from(file, { objectMode: false }), {
        contentType: CONTENT_TYPES[asked.format],
        name: fileName(meter, span, asked.format),
      });
    },
  };
};
