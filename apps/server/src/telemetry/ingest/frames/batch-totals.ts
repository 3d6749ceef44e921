import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { createBinaryColumns, type ElementType } from '../../../platform/database/binary-column.ts';

/** The sums of `quarter`, in the order of its columns. */
export const SUM_COLUMNS = [
  'consumed_a_mwh',
  'consumed_b_mwh',
  'consumed_c_mwh',
  'injected_a_mwh',
  'injected_b_mwh',
  'injected_c_mwh',
  'inductive_a_mvarh',
  'inductive_b_mvarh',
  'inductive_c_mvarh',
  'capacitive_a_mvarh',
  'capacitive_b_mvarh',
  'capacitive_c_mvarh',
  'volume_ml',
] as const;

const SUMS = SUM_COLUMNS.length;
/**
 * Quarter-hours since 1970 are below 2^22 until 2089, and installation ids below 2^31, so both together are exact in a double.
 */
const QUARTERS_BITS = 4_194_304;

export const TOTALS_TYPES: readonly ElementType[] = [
  'int4',
  'timestamptz',
  ...SUM_COLUMNS.map((): ElementType => 'int8'),
  'int4',
];
export const STATE_TYPES: readonly ElementType[] = ['int4', 'timestamptz'];

type Slots = ReturnType<typeof createSlots>;

const createSlots = (capacity: number) => ({
  sums: new Float64Array(capacity * SUMS),
  start: new Float64Array(capacity),
  installation: new Int32Array(capacity),
  frames: new Int32Array(capacity),
});

const enlarged = (slots: Slots): Slots => {
  const larger = createSlots(slots.start.length * 2);
  larger.sums.set(slots.sums);
  larger.start.set(slots.start);
  larger.installation.set(slots.installation);
  larger.frames.set(slots.frames);
  return larger;
};

/** Sums the frames of one batch by installation and quarter-hour, before the database is updated. */
export const createBatchTotals = () => {
  let slots = createSlots(512);
  let count = 0;
  const slotOf = new Map<number, number>();
  const recentSlot = new Map<number, number>();
  const newestAt = new Map<number, number>();
  const quarterColumns = createBinaryColumns(TOTALS_TYPES);
  const stateColumns = createBinaryColumns(STATE_TYPES);

  const opened = (installationId: number, start: number): number => {
    const key = installationId * QUARTERS_BITS + start / QUARTER_MS;
    let slot = slotOf.get(key);
    if (slot === undefined) {
      if (count === slots.start.length) slots = enlarged(slots);
      slot = count++;
      slots.sums.fill(0, slot * SUMS, (slot + 1) * SUMS);
      slots.start[slot] = start;
      slots.installation[slot] = installationId;
      slots.frames[slot] = 0;
      slotOf.set(key, slot);
    }
    recentSlot.set(installationId, slot);
    return slot;
  };

  return {
    add(installationId: number, frame: Frame) {
      const start = frame.at - (frame.at % QUARTER_MS);
      const recent = recentSlot.get(installationId);
      const slot =
        recent !== undefined && slots.start[recent] === start ? recent : opened(installationId, start);
      addFrame(slots, slot, frame);
      const newest = newestAt.get(installationId);
      if (newest === undefined || frame.at > newest) newestAt.set(installationId, frame.at);
    },
    /** The columns installation, start, sums and frames, with one row for each quarter-hour in key order. */
    quarters(): Buffer[] {
      for (const column of quarterColumns) column.clear();
      for (const key of [...slotOf.keys()].sort((a, b) => a - b)) {
        writeSlot(slots, slotOf.get(key) ?? 0, quarterColumns);
      }
      return quarterColumns.map((column) => column.encoded());
    },
    /** The columns installation and time of its newest frame, with one row for each installation in key order. */
    newest(): Buffer[] {
      for (const column of stateColumns) column.clear();
      for (const installationId of [...newestAt.keys()].sort((a, b) => a - b)) {
        stateColumns[0]?.push(installationId);
        stateColumns[1]?.push(newestAt.get(installationId) ?? 0);
      }
      return stateColumns.map((column) => column.encoded());
    },
    clear() {
      count = 0;
      slotOf.clear();
      recentSlot.clear();
      newestAt.clear();
    },
  };
};

const addFrame = (slots: Slots, slot: number, frame: Frame): void => {
  const { sums } = slots;
  const first = slot * SUMS;
  split(sums, first, frame.energyA);
  split(sums, first + 1, frame.energyB);
  split(sums, first + 2, frame.energyC);
  split(sums, first + 6, frame.reactiveA);
  split(sums, first + 7, frame.reactiveB);
  split(sums, first + 8, frame.reactiveC);
  add(sums, first + 12, frame.volume);
  slots.frames[slot] = (slots.frames[slot] ?? 0) + 1;
};

const add = (sums: Float64Array, index: number, value: number | null): void => {
  if (value !== null) sums[index] = (sums[index] ?? 0) + value;
};

/**
 * Adds a value to its column; the column for negative values (injected, capacitive) is three columns after that for positive
 * ones.
 */
const split = (sums: Float64Array, index: number, value: number | null): void => {
  if (value === null) return;
  if (value >= 0) sums[index] = (sums[index] ?? 0) + value;
  else sums[index + 3] = (sums[index + 3] ?? 0) - value;
};

const writeSlot = (slots: Slots, slot: number, columns: ReturnType<typeof createBinaryColumns>): void => {
  columns[0]?.push(slots.installation[slot] ?? 0);
  columns[1]?.push(slots.start[slot] ?? 0);
  for (let sum = 0; sum < SUMS; sum++) columns[2 + sum]?.push(slots.sums[slot * SUMS + sum] ?? 0);
  columns[2 + SUMS]?.push(slots.frames[slot] ?? 0);
};
