import { connectDatabase } from '../../platform/database/open-database.ts';
import { createLog } from '../../platform/log/log.ts';
import { answerStreams } from '../../platform/workers/stream-answer.ts';
import { createMeterFrames, createMeterFramesRepository } from '../series/index.ts';
import { createExportFrames } from './export-frames.ts';
import { createExportQuartersRepository } from './export-quarters.repository.ts';
import { type ExportTask, exportedFile } from './export-task.ts';

/** The thread that writes the files of frames and of quarter-hours. */
answerStreams(({ connectionString }: { connectionString: string }) => {
  const { pool } = connectDatabase(connectionString, createLog('warn'));
  const rows = {
    frames: createExportFrames(createMeterFrames(createMeterFramesRepository(pool))),
    quarters: createExportQuartersRepository(pool),
  };
  return (task: ExportTask) => exportedFile(task, rows);
});
