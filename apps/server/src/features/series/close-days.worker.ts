import { connectDatabase } from '../../platform/database/open-database.ts';
import { createLog } from '../../platform/log/log.ts';
import { type ClosingInput, clockFrom } from '../../platform/workers/closing-input.ts';
import { answerFromWorker } from '../../platform/workers/worker-answer.ts';
import { createCloseDays } from './close-days.ts';
import { createClosingRepository } from './closing.repository.ts';

/** The thread that closes days. */
await answerFromWorker(async ({ connectionString, now }: ClosingInput) => {
  const database = connectDatabase(connectionString, createLog('warn'));
  try {
    return await createCloseDays({
      closing: createClosingRepository(database.pool),
      clock: clockFrom(now),
    })();
  } finally {
    await database.close();
  }
});
