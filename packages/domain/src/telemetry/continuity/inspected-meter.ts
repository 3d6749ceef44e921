import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { TimeSpan } from '../../base/time/span.ts';
import { HOUR_MS, instant } from '../../base/time/zone.ts';
import type { TracedMeter } from './meter-absences.ts';

/** Number of frames of a quarter-hour. */
interface FrameCount {
  /** Epoch ms. */
  readonly start: number;
  readonly frames: number;
}

/** Mean voltage of each phase in an hour, V; NaN: not measured. */
export interface HourOfVoltage {
  /** Epoch ms. */
  readonly start: number;
  readonly volts: readonly [number, number, number];
}

/** Three minutes without frames remove a tenth of the frames of two quarter-hours each. */
const USUAL_SHARE = 0.93;
/** Three minutes without voltage lower the mean of an hour by a twentieth. */
const STEADY_SHARE = 0.97;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** Usual distance of frames, ms; NaN without frames. */
function usualDistance(counts: readonly FrameCount[]): number {
  return QUARTER_MS / median(counts.map(({ frames }) => frames));
}

/** A phase that never has this share of the nominal voltage is not connected. */
const CONNECTED_SHARE = 0.5;

/** Usual voltage of each phase, V: the median of its hours with voltage; NaN if it is not connected. */
function usualVolts(hours: readonly HourOfVoltage[], nominal: number): readonly [number, number, number] {
  const of = (phase: 0 | 1 | 2) =>
    median(hours.map(({ volts }) => volts[phase]).filter((mean) => mean >= nominal * CONNECTED_SHARE));
  return [of(0), of(1), of(2)];
}

/** Joins spans that overlap or touch, ascending. */
function joinSpans(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const joined: { from: TimeSpan['from']; to: TimeSpan['to'] }[] = [];
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = instant(Math.max(last.to, to));
    else joined.push({ from, to });
  }
  return joined;
}

/**
 * The parts of an interval whose frames may show an interruption of three minutes: quarter-hours with too few frames and hours
 * with low voltage, each with the quarter-hour before and after. Other frames need not be read.
 * @param usual - see `usualVolts`
 */
function spansToInspect(
  { from, to }: TimeSpan,
  counts: readonly FrameCount[],
  hours: readonly HourOfVoltage[],
  usual: readonly [number, number, number],
): readonly TimeSpan[] {
  const around = (start: number, length: number): TimeSpan => ({
    from: instant(Math.max(from, start - QUARTER_MS)),
    to: instant(Math.min(to, start + length + QUARTER_MS)),
  });
  const frames = new Map(counts.map((count) => [count.start, count.frames]));
  const expected = median(counts.map((count) => count.frames)) * USUAL_SHARE;
  const spans: TimeSpan[] = [];
  for (let start = Math.floor(from / QUARTER_MS) * QUARTER_MS; start < to; start += QUARTER_MS) {
    if (!((frames.get(start) ?? 0) >= expected)) spans.push(around(start, QUARTER_MS));
  }
  for (const { start, volts } of hours) {
    if (volts.some((mean, phase) => mean < (usual[phase] as number) * STEADY_SHARE))
      spans.push(around(start, HOUR_MS));
  }
  return joinSpans(spans);
}

/** What is known of a meter before its frames are read. */
export interface MeterOverview {
  readonly span: TimeSpan;
  readonly counts: readonly FrameCount[];
  readonly hours: readonly HourOfVoltage[];
  /** V. */
  readonly nominal: number;
  readonly keepsRegisters: boolean;
}

/** The usual behaviour of a meter, and the spans whose frames decide about its absences; null: it never sent anything. */
export function inspectedMeter({ span, counts, hours, nominal, keepsRegisters }: MeterOverview): {
  readonly meter: TracedMeter;
  readonly spans: readonly TimeSpan[];
} | null {
  const distance = usualDistance(counts);
  if (Number.isNaN(distance)) return null;
  const usual = usualVolts(hours, nominal);
  const [a, b, c] = usual;
  const isConnected = [!Number.isNaN(a), !Number.isNaN(b), !Number.isNaN(c)] as const;
  return {
    meter: { nominal, distance, isConnected, keepsRegisters },
    spans: spansToInspect(span, counts, hours, usual),
  };
}
