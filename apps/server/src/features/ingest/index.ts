export type { KnownBoard } from './board-directory.ts';
export { type FrameBatch, frameBatchOf, type RoutedFrame } from './frame-batch.ts';
export type { FrameSink } from './frame-sink.ts';
export { REWRITING_LOCK } from './frames.repository.ts';
export { createIngest, type Ingest } from './ingest.ts';
export { LARGEST_PAYLOAD_BYTES, type Sender } from './intake.ts';
export type { LiveFeed } from './ticket.ts';
