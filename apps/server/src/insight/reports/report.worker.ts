import { answerFromWorker } from '../../platform/workers/worker-answer.ts';
import type { ReportContent } from './content/report-content.ts';
import { reportPdf } from './pdf/report-pdf.ts';
import { reportWorkbook } from './workbook/report-workbook.ts';

/** The thread that writes the files of a report, so that boards do not wait meanwhile. */
await answerFromWorker(async (content: ReportContent) => ({
  pdf: await reportPdf(content),
  xlsx: await reportWorkbook(content),
}));
