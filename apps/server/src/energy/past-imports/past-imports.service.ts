import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FileReadingJson, ImportPreview, PastImport } from '@nascente/contract/energy/past-imports';
import { civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { FileReading } from '@nascente/domain/energy/past-imports/file-reading';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import { Conflict, invalidField, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { WorkQueue } from '../../platform/jobs/work-queue.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import type { EstablishmentTouReader } from '../tou-periods/index.ts';
import type { FileImports, UndoneImport } from './file-imports.ts';
import type { ImportThreads } from './import-threads.ts';
import {
  createImportsRepository,
  createUploadsRepository,
  PART_BYTES,
  type StoredImport,
  type UploadsRepository,
} from './imports.repository.ts';
import { readingOf } from './read-upload.ts';

const GZIP = Buffer.from([0x1f, 0x8b]);

async function* compressed(file: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  async function* allChunks(): AsyncGenerator<Buffer> {
    yield first.value as Buffer;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  if (first.value.subarray(0, 2).equals(GZIP)) return yield* allChunks();
  const gzip = createGzip({ level: 4 });
  // `pipeline` destroys `gzip` with any error of the file, so the callback ignores the error.
  pipeline(Readable.from(allChunks()), gzip, () => undefined);
  yield* gzip as AsyncIterable<Buffer>;
}

/** Stores a file while it arrives, compressed and in parts. */
export const keepUpload = async (
  uploads: UploadsRepository,
  importId: number,
  file: Readable,
): Promise<void> => {
  let number = 0;
  let waiting: Buffer[] = [];
  const flush = async (): Promise<void> => {
    await uploads.add(importId, number++, Buffer.concat(waiting));
    waiting = [];
  };
  for await (const chunk of compressed(file)) {
    waiting.push(chunk);
    if (waiting.reduce((sum, { length }) => sum + length, 0) >= PART_BYTES) await flush();
  }
  if (waiting.length > 0) await flush();
};

/** Files of interval data are assumed not to begin earlier. */
const FIRST_DAY = civilDate('2000-01-01');
const IMPORT_ID = /^[1-9]\d{0,8}$/;
const ABSENT = 'Importação não encontrada.';
const OPEN = 'Responda às perguntas sobre o arquivo antes de importar.';
const REPLACED = 'Você começou a enviar outro arquivo para este medidor: vale o último.';

/** Time after which a job removes quarter-hours that remain if the request that undoes an import died. */
const UNDONE_BY_REQUEST_MS = MINUTE_MS;

const answerOf = (row: StoredImport): PastImport => ({
  id: row.id,
  fileName: row.fileName,
  by: row.by,
  date: row.createdAt.toISOString(),
  state: row.state,
  progress: row.progress / 1_000,
  summary: row.summary,
  undone: row.undoneAt === null ? null : { by: row.undoneBy, date: row.undoneAt.toISOString() },
});

export const createPastImports = (
  needs: Pick<Platform, 'clock' | 'db' | 'pool'> & {
    directory: Pick<MeterDirectory, 'findVisible'>;
    files: Pick<FileImports, 'takeAway'>;
    threads: ImportThreads;
    queue: WorkQueue<{ importId: number }>;
    undoing: WorkQueue<UndoneImport>;
    audit: AuditTrail;
    touPeriods: EstablishmentTouReader;
  },
) => {
  const { touPeriods, db, pool, directory, files, threads, queue, undoing, audit, clock } = needs;
  const imports = createImportsRepository(db);
  const uploads = createUploadsRepository(pool);

  const editable = (caller: Caller, mac: Mac): Promise<Meter> => {
    requirePermission(caller, 'edit-meter');
    return directory.findVisible(caller, mac);
  };
  const ofMeter = (meter: Meter, found: StoredImport | null): StoredImport => {
    if (found?.installationId !== meter.installationId) throw new NotFound(ABSENT);
    return found;
  };
  const find = async (meter: Meter, id: string): Promise<StoredImport> =>
    ofMeter(meter, IMPORT_ID.test(id) ? await imports.find(Number(id)) : null);

  const previewOf = async (
    caller: Caller,
    meter: Meter,
    input: { id: number; reading: FileReading | null; signal: AbortSignal },
  ): Promise<ImportPreview> => {
    const { installationId, zone, establishmentId, calendar } = meter;
    const today = civilDateAt(clock(), zone);
    const isWater = meter.kind === 'water';
    const inForce = isWater
      ? null
      : await touPeriods.read({ establishmentId, calendar, first: FIRST_DAY, last: today, today });
    const request = {
      touPeriods: inForce?.spans.map(({ last, windows }) => ({ last, windows })) ?? null,
      importId: input.id,
      installationId,
      reading: input.reading,
      meter: { isWater, zone },
    };
    return threads.preview(caller.accountId, request, input.signal);
  };
  const eventOf = (action: NewAuditEvent['action'], caller: Actor, meter: Meter, file: string) => ({
    action,
    by: caller,
    subjectId: meter.ownerId,
    detail: { mac: meter.mac, file: file.slice(0, 80) },
  });

  return {
    async list(caller: Caller, mac: Mac): Promise<PastImport[]> {
      requirePermission(caller, 'see-readings');
      const { installationId } = await directory.findVisible(caller, mac);
      return (await imports.list(installationId)).map(answerOf);
    },
    async upload(
      caller: Caller,
      mac: Mac,
      { file, name, signal }: { file: Readable; name: string; signal: AbortSignal },
    ): Promise<{ import: PastImport; preview: ImportPreview }> {
      const meter = await editable(caller, mac);
      const { installationId } = meter;
      const { accountId } = caller;
      const at = new Date(clock());
      const id = await db
        .transaction()
        .execute((within) =>
          createImportsRepository(within).insert({ installationId, accountId, fileName: name, at }),
        );
      try {
        await keepUpload(uploads, id, file);
        const preview = await previewOf(caller, meter, { id, reading: null, signal });
        return { import: answerOf(ofMeter(meter, await imports.find(id))), preview };
      } catch (failure) {
        if ((await imports.find(id)) === null) throw new Conflict(REPLACED);
        await imports.remove(id);
        throw failure;
      }
    },
    async preview(
      caller: Caller,
      mac: Mac,
      { id, reading, signal }: { id: string; reading: FileReadingJson; signal: AbortSignal },
    ): Promise<ImportPreview> {
      const meter = await editable(caller, mac);
      const found = await find(meter, id);
      if (found.state !== 'waiting') throw new Conflict('Esta importação já começou.');
      return previewOf(caller, meter, { id: found.id, reading: readingOf(reading), signal });
    },
    async start(
      caller: Actor,
      mac: Mac,
      { id, reading }: { id: string; reading: FileReadingJson },
    ): Promise<PastImport> {
      const meter = await editable(caller, mac);
      if (reading.open.length > 0) throw invalidField('reading.open', OPEN);
      const { id: importId } = await find(meter, id);
      await db.transaction().execute(async (within) => {
        const held = createImportsRepository(within);
        const found = ofMeter(meter, await held.hold(importId));
        if (found.state !== 'waiting') throw new Conflict('Esta importação já começou.');
        await held.begin(found.id, reading);
        await audit.record(eventOf('past-imported', caller, meter, found.fileName), within);
        await queue.add({ importId: found.id }, { within });
      });
      return answerOf(await find(meter, id));
    },
    /** Undoes an import; `null`: it had not begun and was deleted. */
    async undo(caller: Actor, mac: Mac, id: string): Promise<PastImport | null> {
      const meter = await editable(caller, mac);
      const storedImport = await find(meter, id);
      const undone = { importId: storedImport.id, installationId: meter.installationId };
      const isStored = await db.transaction().execute(async (within) => {
        const held = createImportsRepository(within);
        const found = ofMeter(meter, await held.hold(storedImport.id));
        if (found.state === 'waiting') {
          await held.remove(found.id);
          return false;
        }
        if (found.state === 'undone') throw new Conflict('Esta importação já foi desfeita.');
        await held.undo(found.id, { accountId: caller.accountId, at: new Date(clock()) });
        await audit.record(eventOf('import-undone', caller, meter, found.fileName), within);
        await undoing.add(undone, { within, notBefore: new Date(clock() + UNDONE_BY_REQUEST_MS) });
        return true;
      });
      if (!isStored) return null;
      await files.takeAway(undone);
      return answerOf(await find(meter, id));
    },
  };
};
