import {
  listImports,
  previewImport,
  startImport,
  undoImport,
  uploadPast,
} from '@nascente/contract/energy/past-imports';
import { DAY_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindStreamedUpload } from '../../platform/http/calls/bind-streamed-upload.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { EstablishmentTouReader } from '../tou-periods/index.ts';
import { createFileImports, type UndoneImport } from './file-imports.ts';
import { createImportThreads } from './import-threads.ts';
import { createUploadsRepository } from './imports.repository.ts';
import { createPastImports } from './past-imports.service.ts';

export { openSheet } from './sheet-file.ts';

const PERSISTENCE = {
  attempts: 5,
  firstWaitSeconds: 5,
  maxWaitSeconds: 120,
  lookEverySeconds: 30,
} as const;
const EVERY_NIGHT = '41 4 * * *';

export const createPastImportsFeature = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'connectionString'>;
  threads: WorkerThreads;
  directory: Pick<MeterDirectory, 'findVisible'>;
  jobs: Pick<JobRunner, 'queue' | 'schedule'>;
  audit: AuditTrail;
  touPeriods: EstablishmentTouReader;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { database, jobs, clock, ...rest } = needs;
  const { db, pool, connectionString } = database;
  const files = createFileImports({ db, pool, clock });
  const threads = createImportThreads({ threads: needs.threads, connectionString, clock });
  const queue = jobs.queue<{ importId: number }>({
    name: 'import-past',
    persistence: PERSISTENCE,
    work: async ({ payload, failures }) => {
      const { importId } = payload as { importId: number };
      try {
        await threads.work(importId);
      } catch (failure) {
        if (failures + 1 === PERSISTENCE.attempts) await files.fail(importId);
        throw failure;
      }
    },
  });
  const undoing = jobs.queue<UndoneImport>({
    name: 'undo-import',
    persistence: PERSISTENCE,
    work: ({ payload }) => files.takeAway(payload as UndoneImport),
  });
  jobs.schedule('forget-uploads', EVERY_NIGHT, () =>
    createUploadsRepository(pool).removeWaiting(new Date(clock() - DAY_MS)),
  );
  const service = createPastImports({ ...rest, db, pool, files, threads, queue, undoing, clock });
  return {
    register(app: CallBinder): void {
      bindField(app, listImports, ({ caller, params }) => service.list(caller, params.mac));
      bindStreamedUpload(app, uploadPast, ({ caller, params, query, file, signal }) =>
        service.upload(caller, params.mac, { file, name: query.name, signal }),
      );
      bindField(app, previewImport, ({ caller, params, body, signal }) =>
        service.preview(caller, params.mac, { id: params.id, reading: body.reading, signal }),
      );
      bindField(app, startImport, ({ caller, params, body }) =>
        service.start(caller, params.mac, {
          id: params.id,
          reading: body.reading,
        }),
      );
      bindField(app, undoImport, ({ caller, params }) => service.undo(caller, params.mac, params.id));
    },
  };
};
