export type { KnownBoard } from './board-directory.ts';
export type { FrameBatch, FrameSink, RoutedFrame } from './frame-sink.ts';
export { createIngest, type Ingest } from './ingest.ts';
export { LARGEST_PAYLOAD_BYTES, type Sender } from './intake.ts';
export type { LiveFeed } from './ticket.ts';
