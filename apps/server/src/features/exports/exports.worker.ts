import { instant } from '@nascente/domain/time/zone';
import { connectDatabase } from '../../platform/database/open-database.ts';
import { createLog } from '../../platform/log/log.ts';
import { answerStreams } from '../../platform/workers/stream-answer.ts';
import { createMeterDays, createMeterFrames, createMeterFramesRepository } from '../series/index.ts';
import { createExportFrames } from './export-frames.ts';
import { createExportQuarters } from './export-quarters.ts';
import { type ExportTask, exportedFile } from './export-task.ts';
import { createSetAsideRepository } from './set-aside.repository.ts';

/** The thread that writes the files of frames and of quarter-hours. */
answerStreams(({ connectionString }: { connectionString: string }) => {
  const { pool } = connectDatabase(connectionString, createLog('warn'));
  const rows = {
    frames: createExportFrames(createMeterFrames(createMeterFramesRepository(pool))),
    quarters: createExportQuarters({
      days: createMeterDays({ pool, clock: () => instant(Date.now()) }),
      setAside: createSetAsideRepository(pool),
    }),
  };
  return (task: ExportTask) => exportedFile(task, rows);
});
