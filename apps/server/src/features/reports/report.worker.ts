import { answerFromWorker } from '../../platform/workers/worker-answer.ts';
import { reportPdf } from './pdf/report-pdf.ts';
import type { ReportTask } from './report-data.ts';
import { reportWorkbook } from './report-workbook.ts';

/** The thread that writes a report: fonts are set and packed there, and no board waits for it. */
await answerFromWorker(({ format, data }: ReportTask) =>
  format === 'pdf' ? reportPdf(data) : reportWorkbook(data),
);
