import { instant } from '@nascente/domain/base/time/zone';
import { createLog } from '@nascente/runtime/log';
import { connectDatabase } from '../../platform/database/open-database.ts';
import { answerStreams } from '../../platform/workers/stream-answer.ts';
import {
  createMeterDays,
  createMeterFrames,
  createMeterFramesRepository,
} from '../../telemetry/series/index.ts';
import { createExportFrames } from './export-frames.ts';
import { createExportQuarters } from './export-quarters.ts';
import { type ExportTask, exportedFile } from './export-task.ts';
import { createSetAsideRepository } from './set-aside.repository.ts';

const rowsOf = (connectionString: string) => {
  const { pool } = connectDatabase(connectionString, createLog('warn'));
  const clock = () => instant(Date.now());
  return {
    frames: createExportFrames(createMeterFrames({ repository: createMeterFramesRepository(pool), clock })),
    quarters: createExportQuarters({
      days: createMeterDays({ pool, clock }),
      setAside: createSetAsideRepository(pool),
    }),
  };
};

/** The thread that writes files of frames and of quarter-hours. It reads from the primary or from its replica. */
answerStreams(() => {
  const databases = new Map<string, ReturnType<typeof rowsOf>>();
  return (task: ExportTask) => {
    const rows = databases.get(task.connectionString) ?? rowsOf(task.connectionString);
    databases.set(task.connectionString, rows);
    return exportedFile(task, rows);
  };
});
