import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Span } from './frames.repository.ts';

/** Frames as the JSON that is answered, newest first; in each piece one or more, joined by commas. */
export interface WrittenFrames {
  readonly count: number;
  readonly pieces: readonly Buffer[];
}

export const NO_FRAMES: WrittenFrames = { count: 0, pieces: [] };

const DATE_AT = '{"date":"'.length;
const DATE_LENGTH = '2026-11-20T12:00:00.000Z'.length;
/** No frame is shorter than its date with the names of its fields and a digit each. */
export const SHORTEST_FRAME = 300;
const [COMMA, BRACE] = [...Buffer.from(',{')] as [number, number];

/** Frames are flat: a brace opens the next one. */
const nextFrame = (json: Buffer, from: number): number => {
  let at = Math.min(from + SHORTEST_FRAME, json.length);
  while (at < json.length && json[at] !== BRACE) at++;
  return at;
};

const dateOf = (json: Buffer, frame: number): string =>
  json.toString('latin1', frame + DATE_AT, frame + DATE_AT + DATE_LENGTH);

/** Of one piece the frames of a span, without those that are passed over, and at most so many. */
export const cutFrames = (
  json: Buffer,
  { from, to }: Span,
  skip: number,
  most: number,
): { readonly frames: WrittenFrames; readonly passed: number } => {
  const [first, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
  let at = 0;
  while (at < json.length && dateOf(json, at) >= end) at = nextFrame(json, at);
  let passed = 0;
  for (; passed < skip && at < json.length && dateOf(json, at) >= first; passed++) at = nextFrame(json, at);
  const start = at;
  let count = 0;
  for (; count < most && at < json.length && dateOf(json, at) >= first; count++) at = nextFrame(json, at);
  if (count === 0) return { frames: NO_FRAMES, passed };
  return { frames: { count, pieces: [json.subarray(start, at === json.length ? at : at - 1)] }, passed };
};

/** In the order in which they are given. */
export const joinFrames = (newer: WrittenFrames, older: WrittenFrames): WrittenFrames => ({
  count: newer.count + older.count,
  pieces: [...newer.pieces, ...older.pieces],
});

/** The instant of the last frame, the oldest. */
export const oldestAt = ({ pieces }: WrittenFrames): Instant => {
  const last = pieces.at(-1) ?? Buffer.of();
  return instant(Date.parse(dateOf(last, last.lastIndexOf(BRACE))));
};

/** Without the last frame. */
export const withoutOldest = ({ count, pieces }: WrittenFrames): WrittenFrames => {
  const last = pieces.at(-1) ?? Buffer.of();
  const start = last.lastIndexOf(BRACE);
  const rest = start > 0 ? [last.subarray(0, start - 1)] : [];
  return { count: Math.max(0, count - 1), pieces: [...pieces.slice(0, -1), ...rest] };
};

/** Between what comes before and after them in the answer. */
export const answerOf = (
  before: string,
  { pieces }: WrittenFrames,
  after: string,
  allocate: (bytes: number) => Buffer = Buffer.allocUnsafe,
): Buffer => {
  const answer = allocate(
    pieces.reduce((sum, piece) => sum + piece.length + 1, before.length + after.length),
  );
  let at = answer.write(before, 0, 'latin1');
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) answer[at++] = COMMA;
    at += piece.copy(answer, at);
  }
  at += answer.write(after, at, 'latin1');
  return answer.subarray(0, at);
};
