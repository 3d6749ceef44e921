import { type ClippedRun, forEachPresent } from '@nascente/domain/consumption/clipped-runs';
import type { QuarterRunOf } from '@nascente/domain/consumption/quarter-days';
import { type EnergySeries, type StepMinutes, seriesWith } from '@nascente/domain/consumption/series';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { MINUTE_MS } from '@nascente/domain/time/zone';
import { readHalfHours } from '../encoding/half-hours.ts';
import type { InstallationSpan } from './installation-span.ts';
import type { PhaseColumn, TotalColumn } from './total-columns.ts';

export type MeasuredRun = QuarterRunOf<never> & Partial<Readonly<Record<TotalColumn, Float64Array | null>>>;

type Span = Pick<InstallationSpan, 'from' | 'to'>;

export type MeasuredGrid = ReturnType<typeof createMeasuredGrid>;

interface GridAsked {
  /** Of what length its slots are: half hours as such are added where they are no shorter. */
  readonly stepMinutes?: StepMinutes;
  /** Whether the highest quarter-hour of each slot is told, as far as they are added as runs. */
  readonly isHighestAsked?: boolean;
  /**
   * By which phases quarter-hours are told, each in a column of its own. Without them all phases together, or the volume: a
   * meter measures energy or water, never both, so it stands in the columns of both.
   */
  readonly phases?: readonly PhaseColumn[];
}

const HALF_HOUR_MS = 30 * MINUTE_MS;
const halfHourOf = (at: number): number => Math.floor(at / HALF_HOUR_MS);

/** What meters measured in a stretch of time by the hour, half hour or quarter-hour, while it is being added up. */
export const createMeasuredGrid = (
  { from, to }: Span,
  { stepMinutes = 60, isHighestAsked = false, phases }: GridAsked = {},
) => {
  const stepMs = stepMinutes * MINUTE_MS;
  const quartersOfSlot = stepMs / QUARTER_MS;
  const slotOf = (at: number): number => Math.floor(at / stepMs);
  const first = slotOf(from);
  const length = Math.max(0, slotOf(to - 1) + 1 - first);
  const column = (): Float64Array => new Float64Array(length);
  const [total, quarters] = [column(), column()];
  // What is added up of runs, and into what.
  const addends: readonly { readonly column: TotalColumn; readonly sum: Float64Array }[] = phases?.map(
    (phase) => ({ column: phase, sum: column() }),
  ) ?? [
    { column: 'consumed', sum: total },
    { column: 'volume', sum: total },
  ];
  const highest = isHighestAsked ? { measured: column(), start: column() } : null;

  const halfHoursOfSlot = stepMs / HALF_HOUR_MS;
  /** A half hour, counted from 1970. */
  const addHalfHour = (halfHour: number, measured: number, count: number): void => {
    const slot = Math.floor(halfHour / halfHoursOfSlot) - first;
    total[slot] = (total[slot] as number) + measured;
    quarters[slot] = (quarters[slot] as number) + count;
  };

  return {
    /** Records of closed days, of which the half hours of a span are taken. Answers their days, since 1970. */
    addRecords(span: Span, records: Buffer): readonly number[] {
      const [low, high] = [halfHourOf(span.from), halfHourOf(span.to - 1)];
      return readHalfHours(records, (halfHour, measured, count) => {
        if (halfHour >= low && halfHour <= high) addHalfHour(halfHour, measured, count);
      });
    },
    /** Quarter-hours. */
    addRun(clip: ClippedRun<MeasuredRun>): void {
      const { run } = clip;
      const offset = (run.start - first * stepMs) / QUARTER_MS;
      const slotAt = (index: number): number => Math.floor((offset + index) / quartersOfSlot);
      for (const { column: name, sum } of addends) {
        const measured = run[name];
        if (measured == null) continue;
        forEachPresent(clip, (index) => {
          sum[slotAt(index)] = (sum[slotAt(index)] as number) + (measured[index] as number);
        });
      }
      forEachPresent(clip, (index) => {
        quarters[slotAt(index)] = (quarters[slotAt(index)] as number) + 1;
      });
      if (highest === null) return;
      const consumed = addends.flatMap(({ column: name }) =>
        name.startsWith('consumed') ? (run[name] ?? []) : [],
      );
      forEachPresent(clip, (index) => {
        const [slot, start] = [slotAt(index), run.start + index * QUARTER_MS];
        const [most, since] = [highest.measured[slot] as number, highest.start[slot] as number];
        const measured = consumed.reduce((sum, phase) => sum + (phase[index] as number), 0);
        // Of equal quarter-hours the first is the highest.
        if (since !== 0 && (measured < most || (measured === most && start > since))) return;
        highest.measured[slot] = measured;
        highest.start[slot] = start;
      });
    },
    addHalfHour,
    /** The slots with data, ascending. */
    series(): EnergySeries {
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
