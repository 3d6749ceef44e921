import { Readable } from 'node:stream';
import type { QueryOf } from '@nascente/contract/base/call';
import { type ExportFormat, type ExportRows, exportReadings } from '@nascente/contract/energy/exports';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  endOfDay,
  hoursOfDay,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Cents } from '@nascente/domain/base/units/money';
import { costByHour, type TouPrices } from '@nascente/domain/money/prices/billed-energy';
import { may } from '@nascente/domain/people/permissions';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import {
  type Completeness,
  type DayConsumption,
  sharesOf,
  type Totals,
} from '@nascente/domain/telemetry/intervals/totals';
import type { ReadDatabase } from '../../platform/database/connections/read-database.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { LimitReached, NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import type { StreamThread } from '../../platform/workers/stream-thread.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import {
  askedSpan,
  periodAsked,
  type RequestedPeriod,
  readableSpan,
} from '../../telemetry/readings/index.ts';
import type { ConsumptionReader, SubjectPrices } from '../consumption/index.ts';
import { COST_LABEL, type ExportRow, TOTALS_TABLE } from './export-columns.ts';
import { type ExportTask, fileOf } from './export-task.ts';
import { createExcludedRepository, type ExcludedRepository } from './set-aside.repository.ts';

const PER_UNIT = 1_000_000;
const QUARTERS_AN_HOUR = 4;
/** Number of days read at once. */
const DAYS_A_PAGE = 14;

const inUnits = (thousandths: number): number => thousandths / PER_UNIT;

/** The estimated share in percent, never rounded down to 0. */
const estimatedPercent = ({ estimated = 0 }: Completeness): number => Math.ceil(estimated * 1000) / 10;

const valuesOf = (sums: Totals, kind: BoardKind): string => {
  const shares = [Math.round(sums.completeness * 1000) / 10, estimatedPercent(sharesOf(sums))];
  if (kind === 'water') return [inUnits(sums.volume), ...shares].join(',');
  const demand = sums.peakQuarter === null ? '' : inUnits(sums.peakQuarter.energy * QUARTERS_AN_HOUR);
  const phases = [sums.consumed, sums.injected, sums.inductive, sums.capacitive].flatMap(({ a, b, c }) =>
    (kind === 'mono' ? [a] : [a, b, c]).map(inUnits),
  );
  return [inUnits(sums.total), ...phases, demand, ...shares].join(',');
};

interface DayCost {
  readonly cost: Cents | null;
  readonly prices: TouPrices | null;
}

/** The cost in R$; empty if the price is unknown. */
const reaisOf = (cost: Cents | null | undefined): string => (cost == null ? '' : String(cost / 100));

const byDay = (day: DayConsumption, meter: Meter, cost: DayCost | undefined): ExportRow[] => [
  {
    start: startOfDay(day.date, meter.zone),
    end: endOfDay(day.date, meter.zone),
    values: `${valuesOf(day, meter.kind)},${reaisOf(cost?.cost)}`,
  },
];

/** An hour that the clock skipped has no row; one that it repeated is one row of two hours. */
const byHour = (day: DayConsumption, meter: Meter, cost: DayCost | undefined): ExportRow[] => {
  const clock = hoursOfDay(day.date, meter.zone);
  const costs = cost?.cost == null ? [] : costByHour(day.hours, cost.cost, cost.prices);
  return day.hours.flatMap((row, index) => {
    const parts = clock.filter(({ hour }) => hour === row.hour);
    const [first, last] = [parts[0], parts.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      { start: first.start, end: last.end, values: `${valuesOf(row, meter.kind)},${reaisOf(costs[index])}` },
    ];
  });
};

/** Whether an hour or day has data; without data it has no row. */
const hasData = ({ presentQuarters, estimatedQuarters, total }: Totals): boolean =>
  presentQuarters + estimatedQuarters + total > 0;

/** Reads days by the hour, with the time-of-use periods that price them. */
type ReadDays = (days: Pick<RequestedPeriod, 'first' | 'last'>) => Promise<readonly DayConsumption[]>;

/** The cost of each day of a period as the meter's screens show it, computed together so that cents are rounded equally. */
type CostsOfDays = (days: Pick<RequestedPeriod, 'first' | 'last'>) => Promise<ReadonlyMap<string, DayCost>>;

/** Totals of civil hours or days with their cost, oldest first. */
async function* totalsPages(
  read: ReadDays,
  meter: Meter,
  requested: RequestedPeriod,
  every: Exclude<ExportRows, '15m'>,
  costsOf: CostsOfDays,
): AsyncGenerator<ExportRow[]> {
  const costs = await costsOf(requested);
  for (let first: CivilDate = requested.first; first <= requested.last; first = addDays(first, DAYS_A_PAGE)) {
    let last = addDays(first, DAYS_A_PAGE - 1);
    if (last > requested.last) last = requested.last;
    const days = await read({ first, last });
    yield days.flatMap((day) => {
      const cost = costs.get(day.date);
      if (every === '1d') return hasData(day) ? byDay(day, meter, cost) : [];
      return byHour({ ...day, hours: day.hours.filter(hasData) }, meter, cost);
    });
  }
}

const MAX_OF_A_PERSON = 3;
const MAXIMUM = 40;
const TOO_MANY_DOWNLOADS = 'Você já está baixando três arquivos. Espere um deles terminar e tente novamente.';
const TEXTS = 'Há muitos downloads em andamento. Tente novamente em alguns segundos.';
const AGAIN_AFTER_SECONDS = 5;

/** Limits the number of files written at once, for each account and in all. */
export const createExportTurns = () => {
  const open = new Map<string, number>();
  const total = (): number => [...open.values()].reduce((sum, count) => sum + count, 0);
  const require = (person: string): void => {
    if ((open.get(person) ?? 0) >= MAX_OF_A_PERSON)
      throw new LimitReached(TOO_MANY_DOWNLOADS, AGAIN_AFTER_SECONDS);
    if (total() >= MAXIMUM) throw new LimitReached(TEXTS, AGAIN_AFTER_SECONDS);
  };
  const giveBack = (person: string): void => {
    const left = (open.get(person) ?? 1) - 1;
    if (left > 0) open.set(person, left);
    else open.delete(person);
  };
  /** Counts a file until its stream is closed by either end. @throws LimitReached beyond the limit */
  return async <F extends { readonly stream: Readable }>(
    person: string,
    begin: () => Promise<F>,
  ): Promise<F> => {
    require(person);
    open.set(person, (open.get(person) ?? 0) + 1);
    try {
      const file = await begin();
      file.stream.once('close', () => giveBack(person));
      return file;
    } catch (failure) {
      giveBack(person);
      throw failure;
    }
  };
};

type Requested = QueryOf<typeof exportReadings>;

interface ExportedFile {
  readonly stream: Readable;
  readonly span: TimeSpan;
}

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const fileName = (meter: Meter, { from, to }: TimeSpan, format: ExportFormat): string => {
  const [first, last] = [from, instant(to - 1)].map((at) => civilDateAt(at, meter.zone));
  return `leituras-${meter.mac.replaceAll(':', '')}-${first}-${last}.${format}`;
};

const createExportService = (needs: {
  thread: StreamThread;
  excluded: ExcludedRepository;
  reading: Pick<ReadDatabase, 'connectionString'>;
  reader: ConsumptionReader;
  prices: Pick<SubjectPrices, 'ofDays' | 'touPeriodsOf'>;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}) => {
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
    period: RequestedPeriod,
    { every, format }: Requested & { readonly every: '1h' | '1d' },
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
      const { touPeriodsOn } = await prices.touPeriodsOf(caller, meter, days);
      return reader.inDetail(meter, { ...days, now, touPeriodsOn });
    };
    const pages = totalsPages(read, meter, period, every, costsOf);
    const table = { labels: [...TOTALS_TABLE[meter.kind], COST_LABEL], pages };
    return Readable.from(fileOf(format, table, meter.zone), { objectMode: false });
  };
  const requestedFile = async (caller: Caller, meter: Meter, requested: Requested): Promise<ExportedFile> => {
    const { every, start, end, format } = requested;
    if (every === undefined) {
      const span = askedSpan(meter, start, end, 'end');
      const readable = readableSpan(meter, span, clock(), retentionDays);
      return { stream: await rowsOf(meter, 'frames', readable, format), span };
    }
    const period = periodAsked(start, end, meter.zone, 'end');
    const stream =
      every === '15m'
        ? await rowsOf(meter, 'quarters', period, format)
        : totalsOf(caller, meter, period, { ...requested, every });
    return { stream, span: period };
  };

  return {
    /** Throws NotFound if the caller may not see the meter. */
    requireMeter: directory.findVisible,
    async ofMeter(caller: Caller, mac: Mac, requested: Requested) {
      if (!may(caller.profile, 'export-readings'))
        throw new NotAllowed('Seu perfil não permite esta operação.');
      const meter = await directory.findVisible(caller, mac);
      const { stream, span } = await inTurn(caller.accountId, () => requestedFile(caller, meter, requested));
      return new StreamedAnswer(stream, {
        contentType: CONTENT_TYPES[requested.format],
        name: fileName(meter, span, requested.format),
      });
    },
  };
};

export const createExportsFeature = (needs: {
  database: Pick<Database, 'pool'>;
  reading: Pick<ReadDatabase, 'connectionString'>;
  threads: WorkerThreads;
  reader: ConsumptionReader;
  prices: Pick<SubjectPrices, 'ofDays' | 'touPeriodsOf'>;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}) => {
  const { database, threads, ...others } = needs;
  const thread = threads.streams({
    module: new URL('./exports.worker.ts', import.meta.url),
    settings: {},
  });
  const service = createExportService({
    thread,
    excluded: createExcludedRepository(database.pool),
    ...others,
  });
  return {
    register(app: CallBinder): void {
      bindCall(app, exportReadings, ({ caller, params, query, requireThroughout }) => {
        requireThroughout(() => service.requireMeter(caller, params.mac));
        return service.ofMeter(caller, params.mac, query);
      });
    },
  };
};
