import { instant } from '@nascente/domain/base/time/zone';
import { createLog } from '@nascente/runtime/log';
import { connectDatabase } from '../../platform/database/open-database.ts';
import { answerFromWorker } from '../../platform/workers/worker-answer.ts';
import { createFileImports } from './file-imports.ts';
import type { ThreadInput } from './import-threads.ts';

await answerFromWorker(async ({ connectionString, now, task }: ThreadInput) => {
  const database = connectDatabase(connectionString, createLog('warn'));
  try {
    const files = createFileImports({ ...database, clock: () => instant(now) });
    return task.kind === 'preview' ? await files.preview(task.request) : await files.work(task.importId);
  } finally {
    await database.close();
  }
});
