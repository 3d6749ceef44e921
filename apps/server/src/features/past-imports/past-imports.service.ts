import type { Readable } from 'node:stream';
import type { FileReadingJson, ImportPreview, PastImport } from '@nascente/contract/past-imports';
import { detectReading } from '@nascente/domain/past/detect-reading';
import type { FileReading } from '@nascente/domain/past/file-reading';
import type { Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { WorkQueue } from '../../platform/jobs/work-queue.ts';
import type { AuditTrail, Deed } from '../audit/index.ts';
import type { Meter, MeterDirectory } from '../meters/index.ts';
import { summaryOf } from './import-summary.ts';
import type { ImportWorker } from './import-worker.ts';
import { createImportsRepository, type StoredImport } from './imports.repository.ts';
import { readingOf, withoutMark } from './read-upload.ts';
import { keepUpload, linesOfUpload } from './uploaded-file.ts';
import { createUploadsRepository } from './uploads.repository.ts';

type Device = Deed['device'];

export interface PastImports {
  list(caller: Caller, mac: string): Promise<PastImport[]>;
  upload(
    caller: Caller,
    mac: string,
    given: { file: Readable; name: string },
  ): Promise<{ import: PastImport; preview: ImportPreview }>;
  preview(caller: Caller, mac: string, id: string, reading: FileReadingJson): Promise<ImportPreview>;
  start(
    caller: Caller,
    mac: string,
    given: { id: string; reading: FileReadingJson; device: Device },
  ): Promise<PastImport>;
  /** Null: it had not begun, and is forgotten. */
  undo(caller: Caller, mac: string, id: string, device: Device): Promise<PastImport | null>;
}

/** More than 20 days of quarter-hours: by then a day is told from a month. */
const SAMPLE_LINES = 2_000;
const IMPORT_ID = /^[1-9]\d{0,8}$/;
const ABSENT = 'Importação não encontrada.';
const UNREADABLE =
  'Não encontramos no arquivo uma coluna de data e hora e outra de valores. Envie um CSV com um instante por linha.';

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
  worker: ImportWorker;
  queue: WorkQueue<{ importId: number }>;
  audit: AuditTrail;
  clock: () => Instant;
}): PastImports => {
  const { db, pool, directory, worker, queue, audit, clock } = needs;
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

  const previewOf = async (meter: Meter, id: number, reading: FileReading): Promise<ImportPreview> => {
    const read = await worker.read(id, reading);
    const summary = summaryOf(read, await worker.stored(id, meter.installationId, read));
    const { columns, sample } = read;
    return { reading: { ...reading, values: [...reading.values] }, columns, sample, summary };
  };
  const detected = async (meter: Meter, id: number): Promise<FileReading> => {
    const lines: string[] = [];
    for await (const portion of linesOfUpload(uploads, id)) {
      lines.push(...portion.slice(0, SAMPLE_LINES - lines.length));
      if (lines.length >= SAMPLE_LINES) break;
    }
    const [head = '', ...rest] = lines;
    const known = { isWater: meter.kind === 'water', zone: meter.zone };
    const reading = detectReading([withoutMark(head), ...rest], known);
    if (reading === null) throw new InvalidInput(UNREADABLE, [{ path: 'file', msg: UNREADABLE }]);
    return reading;
  };
  const tell = (action: Deed['action'], caller: Caller, meter: Meter, device: Device, file: string) =>
    ({
      action,
      actorId: caller.accountId,
      subjectId: meter.ownerId,
      device,
      detail: { mac: meter.mac, file: file.slice(0, 80) },
    }) satisfies Deed;

  return {
    async list(caller, mac) {
      requirePermission(caller, 'see-readings');
      const { installationId } = await directory.findVisible(caller, mac);
      return (await imports.list(installationId)).map(answerOf);
    },
    async upload(caller, mac, { file, name }) {
      const meter = await editable(caller, mac);
      const { installationId } = meter;
      const { accountId } = caller;
      await imports.removeWaiting(installationId, accountId);
      const at = new Date(clock());
      const id = await imports.insert({ installationId, accountId, fileName: name, at });
      try {
        await keepUpload(uploads, id, file);
        const preview = await previewOf(meter, id, await detected(meter, id));
        return { import: answerOf(ofMeter(meter, await imports.find(id))), preview };
      } catch (failure) {
        await imports.remove(id);
        throw failure;
      }
    },
    async preview(caller, mac, id, reading) {
      const meter = await editable(caller, mac);
      const found = await find(meter, id);
      if (found.state !== 'waiting') throw new Conflict('Esta importação já começou.');
      return previewOf(meter, found.id, readingOf(reading));
    },
    async start(caller, mac, { id, reading, device }) {
      const meter = await editable(caller, mac);
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
      const known = await find(meter, id);
      const isKept = await db.transaction().execute(async (within) => {
        const held = createImportsRepository(within);
        const found = ofMeter(meter, await held.hold(known.id));
        if (found.state === 'waiting') {
          await held.remove(found.id);
          return false;
        }
        if (found.state === 'undone') throw new Conflict('Esta importação já foi desfeita.');
        await held.undo(found.id, { accountId: caller.accountId, at: new Date(clock()) });
        await audit.record(tell('import-undone', caller, meter, device, found.fileName), within);
        return true;
      });
      if (!isKept) return null;
      await worker.takeAway(known.id, meter.installationId);
      return answerOf(await find(meter, id));
    },
  };
};
