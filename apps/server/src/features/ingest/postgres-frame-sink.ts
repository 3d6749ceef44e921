import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '../../platform/log/log.ts';
import { createBatchTotals } from './batch-totals.ts';
import { createFrameColumns } from './frame-columns.ts';
import type { Appended, FrameBatch, FrameSink, RoutedFrame } from './frame-sink.ts';
import { createFramesRepository, type FramesRepository, type FreshKey } from './frames.repository.ts';
import { createQuarterBlocks, QUARTERS_PER_BLOCK, type QuarterBlocks } from './quarter-blocks.ts';
import type { ReadingPartitions } from './reading-partitions.ts';
import { judgeStoreFailure } from './store-failure.ts';
import { dayNumber } from './utc-day.ts';

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1_000;
const NOTHING: ReadonlySet<number> = new Set();
const ALL_NEW: Appended = { repeated: NOTHING, rejected: NOTHING };

interface Needs {
  readonly pool: Pool;
  readonly partitions: ReadingPartitions;
  readonly log: Log;
  /** Told of each attempt that failed, and of the recovery. */
  readonly onStall?: (stalled: boolean) => void;
}

/** The frame sink of a single machine: durable means committed in PostgreSQL. */
export const createPostgresFrameSink = (
  needs: Needs & { writers: number },
): FrameSink & { close(): void } => {
  const blocks = createQuarterBlocks();
  const writers = Array.from({ length: needs.writers }, () => createWriter(needs, blocks));
  const free = [...writers];
  const waiting: ((writer: Writer) => void)[] = [];

  const take = (): Writer | Promise<Writer> =>
    free.pop() ?? new Promise<Writer>((resolve) => waiting.push(resolve));
  const give = (writer: Writer): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(writer);
    else next(writer);
  };

  return {
    async append(batch) {
      if (batch.frames.length === 0) return ALL_NEW;
      const writer = await take();
      try {
        return await writer.append(batch);
      } finally {
        give(writer);
      }
    },
    close() {
      for (const writer of writers) writer.close();
    },
  };
};

type Writer = FrameSink & { close(): void };

/** One connection and the memory in which batches are encoded for it. */
const createWriter = (needs: Needs, blocks: QuarterBlocks): Writer => {
  const link = createLink(needs.pool);
  const columns = createFrameColumns();
  const totals = createBatchTotals();
  let closed = false;

  const prepare = async (repository: FramesRepository, frames: readonly RoutedFrame[]): Promise<void> => {
    await needs.partitions.prepare(new Set(frames.map(({ frame }) => dayNumber(frame.at))));
    const unopened = blocks.unopened(frames);
    if (unopened.length === 0) return;
    await repository.openBlocks(blocks.columns(unopened), QUARTERS_PER_BLOCK);
    blocks.opened(unopened);
  };

  const encode = (frames: readonly RoutedFrame[], withTotals: boolean): void => {
    columns.clear();
    totals.clear();
    for (const { installationId, frame } of frames) {
      columns.push(installationId, frame);
      if (withTotals) totals.add(installationId, frame);
    }
  };

  const attempt = async (batch: FrameBatch, anyMayBeKnown: boolean): Promise<Appended> => {
    const repository = await link.repository();
    await prepare(repository, batch.frames);
    const readings = columns.encoded();
    if (batch.freshness === 'live' && !anyMayBeKnown) {
      await repository.appendNew(readings, totals.quarters(), totals.newest());
      return ALL_NEW;
    }
    const fresh =
      batch.freshness === 'live'
        ? await repository.appendFresh(readings)
        : await repository.appendLate(readings);
    return { repeated: positionsOfRepeated(batch.frames, fresh), rejected: NOTHING };
  };

  const halved = async (batch: FrameBatch): Promise<Appended> => {
    if (batch.frames.length === 1) return { repeated: NOTHING, rejected: new Set([0]) };
    const middle = batch.frames.length >> 1;
    const first = await append({ ...batch, frames: batch.frames.slice(0, middle) });
    const second = await append({ ...batch, frames: batch.frames.slice(middle) });
    const shifted = (set: ReadonlySet<number>): number[] => [...set].map((position) => position + middle);
    return {
      repeated: new Set([...first.repeated, ...shifted(second.repeated)]),
      rejected: new Set([...first.rejected, ...shifted(second.rejected)]),
    };
  };

  const append = async (batch: FrameBatch): Promise<Appended> => {
    encode(batch.frames, batch.freshness === 'live');
    let anyMayBeKnown = false;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const appended = await attempt(batch, anyMayBeKnown);
        needs.onStall?.(false);
        return appended;
      } catch (failure) {
        if (closed) throw failure;
        const meaning = judgeStoreFailure(failure);
        if (meaning === 'unrepresentable') return halved(batch);
        anyMayBeKnown = true;
        if (meaning === 'known-key') continue;
        needs.partitions.forget();
        needs.onStall?.(true);
        needs.log.warn({ err: failure, frames: batch.frames.length }, 'frames could not be stored yet');
        await delay(pause);
      }
    }
  };

  return {
    append,
    close() {
      closed = true;
      link.close();
    },
  };
};

/** A connection of its own, replaced when it breaks. */
const createLink = (pool: Pool): { repository(): Promise<FramesRepository>; close(): void } => {
  let connection: PoolClient | null = null;
  let repository: FramesRepository | null = null;

  const drop = (broken: PoolClient, failure: Error): void => {
    if (connection !== broken) return;
    connection = null;
    repository = null;
    broken.release(failure);
  };

  return {
    async repository() {
      if (repository !== null) return repository;
      const opened = await pool.connect();
      opened.on('error', (failure) => drop(opened, failure));
      connection = opened;
      repository = createFramesRepository(opened);
      return repository;
    },
    close() {
      const last = connection;
      connection = null;
      repository = null;
      last?.release(true);
    },
  };
};

const positionsOfRepeated = (
  frames: readonly RoutedFrame[],
  fresh: readonly FreshKey[],
): ReadonlySet<number> => {
  const unclaimed = new Set(fresh.map(({ installationId, at }) => `${installationId} ${at}`));
  const repeated = new Set<number>();
  for (const [position, { installationId, frame }] of frames.entries()) {
    if (!unclaimed.delete(`${installationId} ${frame.at}`)) repeated.add(position);
  }
  return repeated;
};
