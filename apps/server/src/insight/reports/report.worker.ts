import { answerFromWorker } from '../../platform/workers/worker-answer.ts';
import type { ReportContent } from './content/report-content.ts';
import { reportPdf } from './pdf/report-pdf.ts';
import { reportWorkbook } from './workbook/report-workbook.ts';

/** The thread that writes a report: fonts are set and packed there, and no board waits for it. */
await answerFromWorker(async (content: ReportContent) => ({
  pdf: await reportPdf(content),
  xlsx: await reportWorkbook(content),
}));
