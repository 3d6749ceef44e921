import type { Readable } from 'node:stream';
import type { FileReadingJson, ImportPreview, PastImport } from '@nascente/contract/energy/past-imports';
import { civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type Instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { FileReading } from '@nascente/domain/energy/past-imports/file-reading';
import type { Pool } from 'pg';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { WorkQueue } from '../../platform/jobs/work-queue.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import type { EstablishmentPostsReader } from '../tou-periods/index.ts';
import type { FileImports, UndoneImport } from './file-imports.ts';
import type { ImportThreads } from './import-threads.ts';
import { createImportsRepository, type StoredImport } from './imports.repository.ts';
import { readingOf } from './read-upload.ts';
import { keepUpload } from './uploaded-file.ts';
import { createUploadsRepository } from './uploads.repository.ts';

type Device = NewAuditEvent['device'];

export interface PastImports {
  list(caller: Caller, mac: string): Promise<PastImport[]>;
  upload(
    caller: Caller,
    mac: string,
    input: { file: Readable; name: string; signal: AbortSignal },
  ): Promise<{ import: PastImport; preview: ImportPreview }>;
  preview(
    caller: Caller,
    mac: string,
    input: { id: string; reading: FileReadingJson; signal: AbortSignal },
  ): Promise<ImportPreview>;
  start(
    caller: Caller,
    mac: string,
    input: { id: string; reading: FileReadingJson; device: Device },
  ): Promise<PastImport>;
  /** Null: it had not begun, and is forgotten. */
  undo(caller: Caller, mac: string, id: string, device: Device): Promise<PastImport | null>;
}

/** No file of interval data is older. */
const FIRST_DAY = civilDate('2000-01-01');
const IMPORT_ID = /^[1-9]\d{0,8}$/;
const ABSENT = 'Importação não encontrada.';
const OPEN = 'Responda às perguntas sobre o arquivo antes de importar.';
const REPLACED = 'Outro arquivo seu para este medidor começou a ser enviado: vale o último.';

/** Who undoes an import waits for it; what a request that died has left is taken away then. */
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

export const createPastImports = (needs: {
  db: Connection;
  pool: Pool;
  directory: Pick<MeterDirectory, 'findVisible'>;
  files: Pick<FileImports, 'takeAway'>;
  threads: ImportThreads;
  queue: WorkQueue<{ importId: number }>;
  undoing: WorkQueue<UndoneImport>;
  audit: AuditTrail;
  posts: EstablishmentPostsReader;
  clock: () => Instant;
}): PastImports => {
  const { posts, db, pool, directory, files, threads, queue, undoing, audit, clock } = needs;
  const imports = createImportsRepository(db);
  const uploads = createUploadsRepository(pool);

  const editable = (caller: Caller, mac: string): Promise<Meter> => {
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
      : await posts.read({ establishmentId, calendar, first: FIRST_DAY, last: today, today });
    const request = {
      posts: inForce?.spans.map(({ last, windows }) => ({ last, windows })) ?? null,
      importId: input.id,
      installationId,
      reading: input.reading,
      meter: { isWater, zone },
    };
    return threads.preview(caller.accountId, request, input.signal);
  };
  const tell = (
    action: NewAuditEvent['action'],
    caller: Caller,
    meter: Meter,
    device: Device,
    file: string,
  ) =>
    ({
      action,
      actorId: caller.accountId,
      subjectId: meter.ownerId,
      device,
      detail: { mac: meter.mac, file: file.slice(0, 80) },
    }) satisfies NewAuditEvent;

  return {
    async list(caller, mac) {
      requirePermission(caller, 'see-readings');
      const { installationId } = await directory.findVisible(caller, mac);
      return (await imports.list(installationId)).map(answerOf);
    },
    async upload(caller, mac, { file, name, signal }) {
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
    async preview(caller, mac, { id, reading, signal }) {
      const meter = await editable(caller, mac);
      const found = await find(meter, id);
      if (found.state !== 'waiting') throw new Conflict('Esta importação já começou.');
      return previewOf(caller, meter, { id: found.id, reading: readingOf(reading), signal });
    },
    async start(caller, mac, { id, reading, device }) {
      const meter = await editable(caller, mac);
      if (reading.open.length > 0) throw new InvalidInput(OPEN, [{ path: 'reading.open', msg: OPEN }]);
      const { id: importId } = await find(meter, id);
      await db.transaction().execute(async (within) => {
        const held = createImportsRepository(within);
        const found = ofMeter(meter, await held.hold(importId));
        if (found.state !== 'waiting') throw new Conflict('Esta importação já começou.');
        await held.begin(found.id, reading);
        await audit.record(tell('past-imported', caller, meter, device, found.fileName), within);
        await queue.add({ importId: found.id }, { within });
      });
      return answerOf(await find(meter, id));
    },
    async undo(caller, mac, id, device) {
      const meter = await editable(caller, mac);
      const storedImport = await find(meter, id);
      const undone = { importId: storedImport.id, installationId: meter.installationId };
      const isKept = await db.transaction().execute(async (within) => {
        const held = createImportsRepository(within);
        const found = ofMeter(meter, await held.hold(storedImport.id));
        if (found.state === 'waiting') {
          await held.remove(found.id);
          return false;
        }
        if (found.state === 'undone') throw new Conflict('Esta importação já foi desfeita.');
        await held.undo(found.id, { accountId: caller.accountId, at: new Date(clock()) });
        await audit.record(tell('import-undone', caller, meter, device, found.fileName), within);
        await undoing.add(undone, { within, notBefore: new Date(clock() + UNDONE_BY_REQUEST_MS) });
        return true;
      });
      if (!isKept) return null;
      await files.takeAway(undone);
      return answerOf(await find(meter, id));
    },
  };
};
