import { createLog } from '@nascente/runtime/log';
import { connectDatabase } from '../../../platform/database/open-database.ts';
import { type ClosingInput, clockFrom } from '../../../platform/workers/closing-input.ts';
import { answerFromWorker } from '../../../platform/workers/worker-answer.ts';
import { createCloseDays } from './close-days.ts';
import { createClosingRepository } from './closing.repository.ts';

await answerFromWorker(async ({ connectionString, now, retentionDays }: ClosingInput) => {
  const database = connectDatabase(connectionString, createLog('warn'));
  try {
    const closing = createClosingRepository(database.pool);
    return await createCloseDays({ closing, clock: clockFrom(now), retentionDays })();
  } finally {
    await database.close();
  }
});
