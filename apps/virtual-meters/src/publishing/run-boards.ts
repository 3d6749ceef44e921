import type { Mac } from '@nascente/domain/sites/boards/mac';
import { type Equipment, topicFor } from '@nascente/domain/telemetry/frames/topic';
import { connect } from 'mqtt';
import type { VirtualBoard } from '../board/virtual-board.ts';
import { createVirtualBoard } from '../board/virtual-board.ts';
import { createNoise, type Noise } from '../profiles/noise.ts';
import type { BoardEntry } from './boards-file.ts';
import type { Options } from './command-line.ts';
import type { Delivery } from './delivery.ts';
import { createDelivery } from './delivery.ts';

interface Pace {
  /** Where the device's time begins, epoch ms; it runs from here at `speed` until it has caught up. */
  readonly from: number;
  /** When that was on the true clock. */
  readonly startedAt: number;
  readonly speed: number;
}

const DRIFT_MS_A_DAY = 1_700;
const OFFSET_MS = 1_500;
const DAY_MS = 86_400_000;
/** Boards set their clocks by the network about once a day, so their drift stays small. */
const sawtooth = (at: number): number => (at % DAY_MS) / DAY_MS;

/** A board's own clock: never quite right, and able to replay a past at a higher speed. */
export function createDeviceClock(noise: Noise, { from, startedAt, speed }: Pace) {
  const offset = OFFSET_MS * (2 * noise.at(1) - 1);
  const drift = DRIFT_MS_A_DAY * (2 * noise.at(2) - 1);
  /** The device's time at a true instant, whole epoch ms. */
  return (now: number): number => {
    const replayed = Math.min(now, from + (now - startedAt) * speed);
    return Math.round(replayed + offset + drift * sawtooth(replayed));
  };
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly mac: Mac;
  readonly key: string;
  readonly equipment: Equipment;
  readonly onTrouble: (trouble: string) => void;
}

const RECONNECT_MS = 2_000;

/** A board's connection to the broker: QoS 1 under its own MAC, with its device key. */
export function openConnection({ host, port, mac, key, equipment, onTrouble }: Address) {
  const client = connect({
    host,
    port,
    protocol: 'mqtt',
    clientId: `board-${mac.replaceAll(':', '').toLowerCase()}`,
    username: mac,
    password: key,
    reconnectPeriod: RECONNECT_MS,
    resubscribe: false,
  });
  client.on('error', (error) => onTrouble(error.message));
  const topic = topicFor(mac, equipment);
  let waiting = 0;
  let dropped = false;

  return {
    /** Resolves when the broker has acknowledged or delivery has failed; failures are logged. */
    async publish(payload: string): Promise<void> {
      waiting += 1;
      try {
        await client.publishAsync(topic, payload, { qos: 1 });
      } catch (error) {
        onTrouble(error instanceof Error ? error.message : String(error));
      } finally {
        waiting -= 1;
      }
    },
    /** Whether the broker has acknowledged everything that was published. */
    acknowledged: (): boolean => waiting === 0 && client.connected,
    /** Disconnects or reconnects as the radio does. */
    stay(connected: boolean): void {
      if (!connected && !dropped) client.stream.destroy();
      dropped = !connected;
    },
    end: (): Promise<void> => client.endAsync(),
  };
}

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

/** A board from tick to tick: its records since the last one, and their delivery. */
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

/** Before any board. */
const ALWAYS = 0;

type SayLine = (line: string) => void;

function startBoard(entry: BoardEntry, options: Options, notify: SayLine) {
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
  const onTrouble = (trouble: string) => notify(`${entry.mac}: ${trouble}`);
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
  notify: SayLine,
): () => Promise<void> {
  const ends = entries.map((entry) => startBoard(entry, options, notify));
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
