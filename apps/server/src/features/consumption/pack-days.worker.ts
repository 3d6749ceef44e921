import { connectDatabase } from '../../platform/database/open-database.ts';
import { createLog } from '../../platform/log/log.ts';
import { clockFrom, type PackingInput } from '../../platform/workers/packing-input.ts';
import { answerFromWorker } from '../../platform/workers/worker-answer.ts';
import { createDaysPacking } from './days-packing.ts';

/** The thread that packs closed days. */
await answerFromWorker(async ({ connectionString, now }: PackingInput) => {
  const database = connectDatabase(connectionString, createLog('warn'));
  try {
    return await createDaysPacking({ database, clock: clockFrom(now) })();
  } finally {
    await database.close();
  }
});
