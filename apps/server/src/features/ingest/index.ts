export type { AdaptedMessage } from './adapted-message.ts';
export { SUM_COLUMNS } from './batch-totals.ts';
export { frameBatchOf, type RoutedFrame } from './frame-batch.ts';
export { createFrameColumns, READING_COLUMNS, READING_TYPES } from './frame-columns.ts';
export type { FrameSink } from './frame-sink.ts';
export { createIngest, type Ingest, type OpenAdaptedStore } from './ingest.ts';
export type { Sender } from './intake.ts';
export { addQuarters, isExcluded, QUARTER_COLUMNS } from './quarter-writes.repository.ts';
