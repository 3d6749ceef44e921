import type { FileReading } from '@nascente/domain/past/file-reading';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import type { Connection } from '../../platform/database/open-database.ts';
import { createSetAside } from '../corrections/index.ts';
import { summaryOf } from './import-summary.ts';
import { createImportedQuarters } from './imported-quarters.repository.ts';
import { createImportsRepository, type StoredImport } from './imports.repository.ts';
import { type ReadUpload, readingOf, readUpload } from './read-upload.ts';
import { linesOfUpload } from './uploaded-file.ts';
import { createUploadsRepository } from './uploads.repository.ts';

/** Live frames reach back less than that: they never meet an import. */
const LIVE_WITHIN_MS = 6 * HOUR_MS;
/** Boards wait while so many are written: some milliseconds. */
const QUARTERS_AT_ONCE = 2_000;

/** The newest instant that a file may tell of. */
export const newestImportable = (now: Instant): Instant => instant(now - LIVE_WITHIN_MS);

export interface ImportWorker {
  read(id: number, reading: FileReading): Promise<ReadUpload>;
  /** Starts of what is stored already in the time of a file. */
  stored(id: number, installationId: number, read: ReadUpload): Promise<ReadonlySet<number>>;
  /** Imports what is running; again from where it was when it was broken off. Ends where it was undone meanwhile. */
  work(id: number): Promise<void>;
  fail(id: number): Promise<void>;
  /** Takes away what an import has added. */
  takeAway(id: number, installationId: number): Promise<void>;
}

export const createImportWorker = (needs: {
  db: Connection;
  pool: Pool;
  clock: () => Instant;
}): ImportWorker => {
  const { db, pool, clock } = needs;
  const uploads = createUploadsRepository(pool);

  const read = (id: number, reading: FileReading): Promise<ReadUpload> =>
    readUpload(linesOfUpload(uploads, id), reading, newestImportable(clock()));
  const stored: ImportWorker['stored'] = async (id, installationId, { quarters }) => {
    const starts = [...quarters.keys()];
    if (starts.length === 0) return new Set();
    const [first, last] = starts.reduce(
      ([low, high], start) => [Math.min(low, start), Math.max(high, start)],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ) as [number, number];
    return createImportedQuarters(db).stored(installationId, new Date(first), new Date(last), id);
  };

  /** @returns false when it was undone meanwhile. */
  const add = (
    found: StoredImport,
    quarters: Parameters<ReturnType<typeof createImportedQuarters>['add']>[1],
    share: number,
  ): Promise<boolean> =>
    db.transaction().execute(async (within) => {
      const imports = createImportsRepository(within);
      if ((await imports.hold(found.id))?.state !== 'running') return false;
      await createSetAside(within).holdTotals();
      const { installationId, id } = found;
      await createImportedQuarters(within).add({ installationId, importId: id }, quarters);
      await imports.progress(id, Math.floor(share * 1_000));
      return true;
    });

  return {
    read,
    stored,
    async work(id) {
      const imports = createImportsRepository(db);
      const found = await imports.find(id);
      if (found?.state !== 'running') return;
      const file = await read(id, readingOf(found.reading));
      const summary = summaryOf(file, await stored(id, found.installationId, file));
      const quarters = [...file.quarters].sort(([a], [b]) => a - b);
      for (let from = 0; from < quarters.length; from += QUARTERS_AT_ONCE) {
        const until = Math.min(from + QUARTERS_AT_ONCE, quarters.length);
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
    async fail(id) {
      await createImportsRepository(db).end(id, 'failed', null);
    },
    async takeAway(id, installationId) {
      for (;;) {
        const isDone = await db.transaction().execute(async (within) => {
          const setAside = createSetAside(within);
          await setAside.holdTotals();
          const quarters = createImportedQuarters(within);
          const some = await quarters.some(id, QUARTERS_AT_ONCE);
          if (some === null) {
            await quarters.moveBeginning(installationId);
            return true;
          }
          const to = new Date(some.to.getTime() + QUARTER_MS);
          await quarters.empty(id, some.from, to);
          // What was measured meanwhile counts now.
          await setAside.settle({ installationId, from: some.from, to });
          return false;
        });
        if (isDone) return uploads.remove(id);
      }
    },
  };
};
