import { type ClippedRun, forEachPresent } from '@nascente/domain/consumption/clipped-runs';
import type { QuarterRunOf } from '@nascente/domain/consumption/quarter-days';
import { type EnergySeries, type StepMinutes, seriesWith } from '@nascente/domain/consumption/series';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { HOUR_MS, MINUTE_MS } from '@nascente/domain/time/zone';
import { readHours } from '../encoding/hours.ts';
import type { InstallationSpan } from './installation-span.ts';
import type { PhaseColumn, TotalColumn } from './total-columns.ts';

export type MeasuredRun = QuarterRunOf<never> & Partial<Readonly<Record<TotalColumn, Float64Array | null>>>;

type Span = Pick<InstallationSpan, 'from' | 'to'>;

/** What meters measured in a stretch of time by the hour or the quarter-hour, while it is being added up. */
export interface MeasuredGrid {
  /** Records of closed days, of which the hours of a span are taken. Answers their days, since 1970. */
  addRecords(span: Span, records: Buffer): readonly number[];
  /** Quarter-hours. */
  addRun(clip: ClippedRun<MeasuredRun>): void;
  /** An hour, counted from 1970. */
  addHour(hour: number, total: number, quarters: number): void;
  /** The slots with data, ascending. */
  series(): EnergySeries;
}

interface GridAsked {
  /** Of what length its slots are: hours as such are added where they are hours. */
  readonly stepMinutes?: StepMinutes;
  /** Whether the highest quarter-hour of each slot is told, as far as they are added as runs. */
  readonly isHighestAsked?: boolean;
  /**
   * By which phases quarter-hours are told, each in a column of its own. Without them all phases together, or the volume: a
   * meter measures energy or water, never both, so it stands in the columns of both.
   */
  readonly phases?: readonly PhaseColumn[];
}

/** What is added up of runs, and into what. */
interface Addend {
  readonly column: TotalColumn;
  readonly sum: Float64Array;
}

const hourOf = (at: number): number => Math.floor(at / HOUR_MS);

export const createMeasuredGrid = (
  { from, to }: Span,
  { stepMinutes = 60, isHighestAsked = false, phases }: GridAsked = {},
): MeasuredGrid => {
  const stepMs = stepMinutes * MINUTE_MS;
  const slotOf = (at: number): number => Math.floor(at / stepMs);
  const first = slotOf(from);
  const length = Math.max(0, slotOf(to - 1) + 1 - first);
  const column = (): Float64Array => new Float64Array(length);
  const [total, quarters] = [column(), column()];
  const addends: readonly Addend[] = phases?.map((phase) => ({ column: phase, sum: column() })) ?? [
    { column: 'consumed', sum: total },
    { column: 'volume', sum: total },
  ];
  const highest = isHighestAsked ? { measured: column(), start: column() } : null;

  /** Of equal quarter-hours the first is the highest. */
  const raise = (index: number, measured: number, start: number): void => {
    if (highest === null) return;
    const known = highest.start[index] as number;
    const most = highest.measured[index] as number;
    if (known !== 0 && (measured < most || (measured === most && start > known))) return;
    highest.measured[index] = measured;
    highest.start[index] = start;
  };
  const addHour: MeasuredGrid['addHour'] = (hour, measured, count) => {
    total[hour - first] = (total[hour - first] as number) + measured;
    quarters[hour - first] = (quarters[hour - first] as number) + count;
  };

  return {
    addRecords(span, records) {
      const [low, high] = [hourOf(span.from), hourOf(span.to - 1)];
      return readHours(records, (hour, measured, count) => {
        if (hour >= low && hour <= high) addHour(hour, measured, count);
      });
    },
    addRun(clip) {
      const { run } = clip;
      forEachPresent(clip, (index) => {
        const start = run.start + index * QUARTER_MS;
        const slot = slotOf(start) - first;
        let consumed = 0;
        for (const { column: name, sum } of addends) {
          const measured = run[name]?.[index] ?? 0;
          sum[slot] = (sum[slot] as number) + measured;
          if (name.startsWith('consumed')) consumed += measured;
        }
        quarters[slot] = (quarters[slot] as number) + 1;
        raise(slot, consumed, start);
      });
    },
    addHour,
    series() {
      const indexes = new Uint32Array(length);
      let slots = 0;
      for (let index = 0; index < length; index++)
        if ((quarters[index] as number) > 0) indexes[slots++] = index;
      const cut = (whole: Float64Array): Float64Array => {
        if (slots === length) return whole;
        const measured = new Float64Array(slots);
        for (let at = 0; at < slots; at++) measured[at] = whole[indexes[at] as number] as number;
        return measured;
      };
      const start = new Float64Array(slots);
      for (let at = 0; at < slots; at++) start[at] = (first + (indexes[at] as number)) * stepMs;
      const amount = cut(total);
      return seriesWith({
        stepMinutes,
        start,
        quarters: cut(quarters),
        ...(phases === undefined
          ? { consumedA: amount, volume: amount }
          : Object.fromEntries(addends.map(({ column: name, sum }) => [name, cut(sum)]))),
        ...(highest && { peakQuarter: cut(highest.measured), peakQuarterStart: cut(highest.start) }),
      });
    },
  };
};
