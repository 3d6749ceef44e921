import { createDeviceClock } from '../board/device-clock.ts';
import { createVirtualBoard } from '../board/virtual-board.ts';
import { createNoise } from '../profiles/noise.ts';
import { createBoardLife } from './board-life.ts';
import type { BoardEntry } from './boards-file.ts';
import type { Options } from './command-line.ts';
import { openConnection } from './connection.ts';
import { createDelivery } from './delivery.ts';

/** Before any board. */
const ALWAYS = 0;

type SayLine = (line: string) => void;

function startBoard(entry: BoardEntry, options: Options, tell: SayLine) {
  const seed = entry.seed ?? options.seed;
  const noise = createNoise(`${seed}/${entry.mac}/field`);
  const startedAt = Date.now();
  const from = options.from ?? startedAt;
  const deviceClock = createDeviceClock(noise, { from, startedAt, speed: options.speed });
  const delivery = createDelivery(noise, options.mishaps);
  const life = createBoardLife({
    board: createVirtualBoard({ ...entry, seed, leakingFrom: options.leak ? ALWAYS : entry.leakingFrom }),
    deviceClock,
    intervalMs: options.intervalMs,
    sentUntil: entry.resumeAt ?? deviceClock(startedAt) - options.intervalMs,
    deliver: (lines, acknowledged) => delivery.next(lines, acknowledged),
  });
  const onTrouble = (trouble: string) => tell(`${entry.mac}: ${trouble}`);
  const connection = openConnection({ ...options, ...entry, onTrouble });
  const tick = () => {
    const { connected, payloads } = life.tick(Date.now(), connection.acknowledged());
    connection.stay(connected);
    for (const payload of payloads) void connection.publish(payload);
  };
  // Boards do not speak in chorus: each has its own place within the interval.
  const begin = setTimeout(() => {
    tick();
    ticking = setInterval(tick, options.intervalMs);
  }, noise.at(0) * options.intervalMs);
  let ticking: NodeJS.Timeout | undefined;
  return async () => {
    clearTimeout(begin);
    clearInterval(ticking);
    await connection.end();
  };
}

/** Starts every board; the answer ends them all. */
export function runBoards(
  entries: readonly BoardEntry[],
  options: Options,
  tell: SayLine,
): () => Promise<void> {
  const ends = entries.map((entry) => startBoard(entry, options, tell));
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
