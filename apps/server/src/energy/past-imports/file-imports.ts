import type { ImportPreview } from '@nascente/contract/energy/past-imports';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { PastMeter } from '@nascente/domain/energy/past-imports/detect-reading';
import type { FileReading } from '@nascente/domain/energy/past-imports/file-reading';
import type { PeriodSums } from '@nascente/domain/energy/past-imports/period-check';
import { touPeriodsOfSpans } from '@nascente/domain/energy/tou-periods/quarters-by-tou-period';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { Platform } from '../../platform/platform.ts';
import { createMeterDays } from '../../telemetry/series/index.ts';
import { createSetAside } from '../corrections/index.ts';
import { intervalsOf, PER_UNIT, summaryOf } from './import-summary.ts';
import {
  createImportedQuarters,
  createImportsRepository,
  createUploadsRepository,
  type StoredImport,
} from './imports.repository.ts';
import { jsonOf, previewUpload } from './preview-upload.ts';
import { type ReadUpload, readingOf, readUpload } from './read-upload.ts';
import { openSheet } from './sheet-file.ts';

/** The newest time that can be imported is this long ago. Live frames are newer, so they never overlap an import. */
const LIVE_WITHIN_MS = 6 * HOUR_MS;
/** Quarter-hours written at once. Boards wait some milliseconds meanwhile. */
const QUARTERS_PER_BATCH = 2_000;

/** The newest instant that a file may contain. */
const newestImportable = (now: Instant): Instant => instant(now - LIVE_WITHIN_MS);

export interface PreviewRequest {
  readonly importId: number;
  readonly installationId: number;
  /** `null`: the mapping is to be detected. */
  readonly reading: FileReading | null;
  readonly meter: Omit<PastMeter, 'newest'>;
  /** The time-of-use periods by day; `null` for water. */
  readonly touPeriods: Parameters<typeof touPeriodsOfSpans>[0] | null;
}

const periodsInUnits = ({ peak, intermediate, offPeak }: PeriodSums): PeriodSums => ({
  peak: peak / PER_UNIT,
  intermediate: intermediate / PER_UNIT,
  offPeak: offPeak / PER_UNIT,
});

/** An undone import with quarter-hours that are to be removed. */
export interface UndoneImport {
  readonly importId: number;
  readonly installationId: number;
}

export type FileImports = ReturnType<typeof createFileImports>;

/** Parses uploaded files and sums them by quarter-hour. It runs in a worker thread, because parsing takes seconds. */
export const createFileImports = (needs: Pick<Platform, 'clock' | 'db' | 'pool'>) => {
  const { db, pool, clock } = needs;
  const uploads = createUploadsRepository(pool);
  const days = createMeterDays({ pool, clock });

  const limitsOf = (installationId: number) => createImportsRepository(db).limits(installationId);
  /** Starts of stored quarter-hours within the time of a file, measured or from another import. */
  const stored = async (
    id: number,
    installationId: number,
    { quarters }: ReadUpload,
  ): Promise<ReadonlySet<number>> => {
    const starts = [...quarters.keys()];
    if (starts.length === 0) return new Set();
    const [first, last] = starts.reduce(
      ([low, high], start) => [Math.min(low, start), Math.max(high, start)],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ) as [number, number];
    const span = { installationId, from: instant(first), to: instant(last + QUARTER_MS) };
    const [[runs], own] = await Promise.all([
      days.read([], [span]),
      createImportedQuarters(db).of(installationId, id),
    ]);
    const measuredStarts = rowsOfRuns([], span, runs).map(({ start }) => start);
    return new Set(measuredStarts.filter((start) => !own.has(start)));
  };

  /** @returns `false` if the import was undone meanwhile */
  const add = (
    found: StoredImport,
    quarters: Parameters<ReturnType<typeof createImportedQuarters>['add']>[1],
    share: number,
  ): Promise<boolean> =>
    db.transaction().execute(async (within) => {
      const imports = createImportsRepository(within);
      if ((await imports.hold(found.id))?.state !== 'running') return false;
      const { installationId, id } = found;
      await createSetAside(within).holdTotals(quarters.map(([at]) => ({ installationId, at })));
      await createImportedQuarters(within).add({ installationId, importId: id }, quarters);
      await imports.progress(id, Math.floor(share * 1_000));
      return true;
    });

  /** Removes ascending quarter-hours of an import. Measured data that were set aside for them count from then on. */
  const empty = (id: number, installationId: number, starts: readonly number[]): Promise<void> =>
    db.transaction().execute(async (within) => {
      const [from, last] = [starts[0], starts.at(-1)] as [number, number];
      const interval = { installationId, from: new Date(from), to: new Date(last + QUARTER_MS) };
      const setAside = createSetAside(within);
      await setAside.holdTotals(starts.map((at) => ({ installationId, at })));
      await createImportedQuarters(within).empty(
        { installationId, importId: id },
        interval.from,
        interval.to,
      );
      await setAside.settle(interval);
    });

  return {
    /** The quarter-hours that a file would add. Throws InvalidInput for a broken format, TooLarge beyond the limit. */
    async preview({
      importId,
      installationId,
      reading: chosen,
      meter,
      touPeriods,
    }: PreviewRequest): Promise<ImportPreview> {
      const limits = await limitsOf(installationId);
      const touPeriodsOn = touPeriods && touPeriodsOfSpans(touPeriods);
      const terms = { meter, limits, newest: newestImportable(clock()), touPeriodsOn };
      const previewed = await previewUpload(() => uploads.read(importId), chosen, terms);
      const { sheet, reading, file, questions, periods } = previewed;
      const { format, sheets } = sheet;
      const { columns, sample } = file;
      const summary = summaryOf(file, {
        stored: await stored(importId, installationId, file),
        intervalMinutes: reading.intervalMinutes,
        zone: meter.zone,
      });
      return {
        format,
        sheets: [...sheets],
        reading: jsonOf(reading),
        questions,
        columns,
        sample,
        periods: periods && { file: periodsInUnits(periods.file), tariff: periodsInUnits(periods.tariff) },
        summary,
      };
    },
    /** Runs a pending import, from where an interrupted run stopped. Ends if the import was undone meanwhile. */
    async work(id: number): Promise<void> {
      const imports = createImportsRepository(db);
      const found = await imports.find(id);
      if (found?.state !== 'running') return;
      const reading = readingOf(found.reading);
      const sheet = await openSheet(() => uploads.read(id), reading);
      const limits = await limitsOf(found.installationId);
      const newest = newestImportable(clock());
      const [file] = (await readUpload(sheet.rows(), [reading], limits, newest)) as [ReadUpload];
      const existing = await stored(id, found.installationId, file);
      const { intervalMinutes, zone } = reading;
      const summary = summaryOf(file, { stored: existing, intervalMinutes, zone });
      const estimated = [...file.estimated].filter((start) => !existing.has(start)).sort((a, b) => a - b);
      await imports.estimate(id, intervalsOf(estimated));
      const quarters = [...file.quarters].sort(([a], [b]) => a - b);
      for (let from = 0; from < quarters.length; from += QUARTERS_PER_BATCH) {
        const until = Math.min(from + QUARTERS_PER_BATCH, quarters.length);
        if (!(await add(found, quarters.slice(from, until), until / quarters.length))) return;
      }
      await db.transaction().execute(async (within) => {
        const last = createImportsRepository(within);
        if ((await last.hold(id))?.state !== 'running') return;
        await createImportedQuarters(within).moveBeginning(found.installationId);
        const [first, newest] = [file.first, file.last].map((at) => (at === null ? null : new Date(at)));
        await last.end(id, 'done', { summary, first: first ?? null, last: newest ?? null });
      });
      await uploads.remove(id);
    },
    /** Marks an import as failed, unless it was undone meanwhile. */
    async fail(id: number): Promise<void> {
      await createImportsRepository(db).end(id, 'failed', null);
    },
    /** Removes the quarter-hours of an import, from where an interrupted run stopped. */
    async takeAway({ importId, installationId }: UndoneImport): Promise<void> {
      for (;;) {
        const starts = [...(await createImportedQuarters(db).of(installationId, importId))].sort(
          (a, b) => a - b,
        );
        if (starts.length === 0) break;
        for (let first = 0; first < starts.length; first += QUARTERS_PER_BATCH)
          await empty(importId, installationId, starts.slice(first, first + QUARTERS_PER_BATCH));
      }
      await db
        .transaction()
        .execute((within) => createImportedQuarters(within).moveBeginning(installationId));
      await createImportsRepository(db).estimate(importId, []);
      await uploads.remove(importId);
    },
  };
};
