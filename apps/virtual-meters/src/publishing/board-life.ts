import type { VirtualBoard } from '../board/virtual-board.ts';
import type { Delivery } from './delivery.ts';

const LIVE_STEP_MS = 5_000;
/** A board that was away for long keeps fewer lines of that time. */
const LONG_GAP_MS = 3_600_000;
const LONG_GAP_SPACING_MS = 300_000;
const MAX_LINES = 5_000;

interface Life {
  readonly board: VirtualBoard;
  readonly deviceClock: (now: number) => number;
  readonly intervalMs: number;
  /** The device's instant up to which everything has been sent. */
  readonly sentUntil: number;
  readonly deliver: (lines: readonly string[], acknowledged: boolean) => Delivery;
}

/** A board from tick to tick: the lines it measured since the last one, and what the radio makes of them. */
export function createBoardLife({ board, deviceClock, intervalMs, sentUntil, deliver }: Life) {
  let until = sentUntil;

  function linesUpTo(now: number): string[] {
    const lines: string[] = [];
    const spacing = now - until > LONG_GAP_MS ? LONG_GAP_SPACING_MS : intervalMs;
    while (until + spacing <= now && lines.length < MAX_LINES) {
      lines.push(board.line(until, until + spacing, Math.max(LIVE_STEP_MS, spacing / 20)));
      until += spacing;
    }
    return lines;
  }

  return {
    tick: (now: number, acknowledged: boolean): Delivery =>
      deliver(linesUpTo(deviceClock(now)), acknowledged),
  };
}
