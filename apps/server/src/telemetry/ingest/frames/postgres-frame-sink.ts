import { setTimeout as delay } from 'node:timers/promises';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { Pool, PoolClient } from 'pg';
import { createBinaryColumns } from '../../../platform/database/binary-column.ts';
import { dayNumber, type ReadingPartitions, type TouchedFrame } from '../../series/index.ts';
import type { FrameBatch } from './frame-batch.ts';
import type { Appended, FrameSink } from './frame-sink.ts';
import { createFramesRepository, type FramesRepository, type FreshKey } from './frames.repository.ts';

/** Six hours: a row of `quarter` is about 200 bytes, so a block fills about one page at fillfactor 70. */
const QUARTERS_PER_BLOCK = 24;
const BLOCK_MS = QUARTERS_PER_BLOCK * QUARTER_MS;
/** Blocks since 1970 are below 2^20 until 2687, and installation ids below 2^31, so both together are exact in a double. */
const BLOCKS_BITS = 1_048_576;
const REMEMBERED = 200_000;

type QuarterBlocks = ReturnType<typeof createQuarterBlocks>;

/** Cache of opened blocks, which have rows in advance. Losing an entry only causes an insert that changes nothing. */
const createQuarterBlocks = () => {
  let current = new Set<number>();
  let previous = new Set<number>();
  /** Most recently opened block of each installation, which nearly every frame needs. */
  const recent = new Map<number, number>();

  return {
    /** Blocks that these frames touch and that this process has not opened yet. */
    unopened({ installations, instants }: FrameBatch): readonly number[] {
      const missing = new Set<number>();
      for (const [position, at] of instants.entries()) {
        const installationId = installations[position] ?? 0;
        const block = Math.floor(at / BLOCK_MS);
        if (recent.get(installationId) === block) continue;
        const key = installationId * BLOCKS_BITS + block;
        if (!current.has(key) && !previous.has(key)) missing.add(key);
      }
      return [...missing].sort((a, b) => a - b);
    },
    /** Columns with installation and start of each quarter-hour of the blocks, in key order. */
    columns(blocks: readonly number[]): Buffer[] {
      const columns = createBinaryColumns(['int4', 'timestamptz']);
      for (const key of blocks) {
        columns[0]?.push(Math.floor(key / BLOCKS_BITS));
        columns[1]?.push((key % BLOCKS_BITS) * BLOCK_MS);
      }
      return columns.map((column) => column.encoded());
    },
    opened(blocks: readonly number[]): void {
      for (const key of blocks) {
        current.add(key);
        recent.set(Math.floor(key / BLOCKS_BITS), key % BLOCKS_BITS);
      }
      if (current.size > REMEMBERED) {
        previous = current;
        current = new Set();
      }
    },
  };
};

const UNIQUE_VIOLATION = '23505';

/**
 * Whether a statement failed because a frame is already stored (SQLSTATE, PostgreSQL appendix A). Other failures are retried
 * until the sink is closed: an unstored frame is never acknowledged.
 */
const isDuplicateKey = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === UNIQUE_VIOLATION;

const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 1_000;
/** Live frames older than this, as after a long stall, may belong to a closed day, so they are stored as late frames. */
const WAITED_LONG_MS = 4 * HOUR_MS;
const ALL_NEW: Appended = { repeated: new Set() };

interface Needs {
  readonly pool: Pool;
  readonly partitions: ReadingPartitions;
  readonly clock: () => Instant;
  readonly log: Log;
  /** Called with `true` when the database fails, with `false` after each stored batch. */
  readonly onStall?: (stalled: boolean) => void;
}

type Writer = FrameSink & { close(): void };

/** A frame sink on a pool of writers: durable means committed in PostgreSQL. */
export const createPostgresFrameSink = (needs: Needs & { writers: number }): Writer => {
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
      if (batch.size() === 0) return ALL_NEW;
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

/** Writes batches on one connection, and repeats them after a failure. */
const createWriter = (needs: Needs, blocks: QuarterBlocks): Writer => {
  const link = createLink(needs.pool);
  let closed = false;

  const isLate = ({ freshness, instants }: FrameBatch): boolean => {
    const limit = needs.clock() - WAITED_LONG_MS;
    return freshness === 'late' || instants.some((at) => at < limit);
  };

  const prepare = async (repository: FramesRepository, batch: FrameBatch): Promise<void> => {
    const freshness = isLate(batch) ? 'late' : 'live';
    await needs.partitions.prepare(new Set(batch.instants.map(dayNumber)), freshness);
    const unopened = blocks.unopened(batch);
    if (unopened.length === 0) return;
    await repository.openBlocks(blocks.columns(unopened), QUARTERS_PER_BLOCK);
    blocks.opened(unopened);
  };

  const attempt = async (batch: FrameBatch, mayHaveDuplicates: boolean): Promise<Appended> => {
    const repository = await link.repository();
    await prepare(repository, batch);
    if (isLate(batch)) {
      return repeatedOf(batch, await repository.appendLate(batch.readings(), framesOf(batch)));
    }
    if (mayHaveDuplicates) return repeatedOf(batch, await repository.appendFresh(batch.readings()));
    await repository.appendNew(batch.readings(), batch.totals(), batch.newest());
    return ALL_NEW;
  };

  const stalled = (failure: unknown, batch: FrameBatch): void => {
    needs.partitions.forget();
    needs.onStall?.(true);
    needs.log.warn({ err: failure, frames: batch.size() }, 'frames could not be stored yet');
  };

  return {
    async append(batch) {
      let mayHaveDuplicates = false;
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
        try {
          const appended = await attempt(batch, mayHaveDuplicates);
          needs.onStall?.(false);
          return appended;
        } catch (failure) {
          if (closed) throw failure;
          // A connection may break after the commit, so from now on any frame may be stored already.
          mayHaveDuplicates = true;
          if (isDuplicateKey(failure)) continue;
          stalled(failure, batch);
          await delay(pause);
        }
      }
    },
    close() {
      closed = true;
      link.close();
    },
  };
};

/** A separate connection that is replaced when it breaks. */
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

const framesOf = ({ installations, instants }: FrameBatch): TouchedFrame[] =>
  instants.map((at, position) => ({ installationId: installations[position] as number, at }));

/** The positions of frames that were stored already. If a batch contains a key twice, the first one counts as new. */
const repeatedOf = (batch: FrameBatch, fresh: readonly FreshKey[]): Appended => {
  const unclaimed = new Set(fresh.map(({ installationId, at }) => `${installationId} ${at}`));
  const repeated = new Set<number>();
  for (const [position, at] of batch.instants.entries()) {
    if (!unclaimed.delete(`${batch.installations[position]} ${at}`)) repeated.add(position);
  }
  return { repeated };
};
