import { quarterStart } from '../../base/time/quarter.ts';
import type { Instant } from '../../base/time/zone.ts';
import type { Frame, Measured } from '../frames/frame.ts';
import type { PhaseColumn } from './totals.ts';

type Sum = PhaseColumn | 'frames';

/** Sums of an installation's frames in one quarter-hour: mWh, mvarh, ml, and number of frames. */
export interface Quarter extends Record<Sum, number> {
  readonly start: Instant;
}

/**
 * The frames and quarter-hours of installations. It is a simple reference implementation against which the database is tested.
 */
export interface QuarterLedger {
  /** Instants of counted frames, by installation. */
  readonly seen: Map<number, Set<Instant>>;
  /** Quarter-hours by installation, then by start. */
  readonly quarters: Map<number, Map<Instant, Quarter>>;
}

export function emptyLedger(): QuarterLedger {
  return { seen: new Map(), quarters: new Map() };
}

/** Counts a frame once, by installation and device instant, in its quarter-hour. @returns whether it was new */
export function addFrame(ledger: QuarterLedger, installation: number, frame: Frame): boolean {
  const seen = entry(ledger.seen, installation, () => new Set<Instant>());
  if (seen.has(frame.at)) return false;
  seen.add(frame.at);
  const start = quarterStart(frame.at);
  const quarters = entry(ledger.quarters, installation, () => new Map<Instant, Quarter>());
  addToQuarter(
    entry(quarters, start, () => emptyQuarter(start)),
    frame,
  );
  return true;
}

/** An installation's quarters in ascending order. */
export function quartersOf(ledger: QuarterLedger, installation: number): Quarter[] {
  return [...(ledger.quarters.get(installation)?.values() ?? [])].sort((a, b) => a.start - b.start);
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const stored = map.get(key);
  if (stored !== undefined) return stored;
  const made = make();
  map.set(key, made);
  return made;
}

export function emptyQuarter(start: Instant): Quarter {
  return {
    start,
    consumedA: 0,
    consumedB: 0,
    consumedC: 0,
    injectedA: 0,
    injectedB: 0,
    injectedC: 0,
    inductiveA: 0,
    inductiveB: 0,
    inductiveC: 0,
    capacitiveA: 0,
    capacitiveB: 0,
    capacitiveC: 0,
    volume: 0,
    frames: 0,
  };
}

/** Adds positive energy to consumed (inductive), negative energy to injected (capacitive), so that they never cancel out. */
function addToQuarter(quarter: Quarter, frame: Frame): void {
  quarter.consumedA += positive(frame.energyA);
  quarter.consumedB += positive(frame.energyB);
  quarter.consumedC += positive(frame.energyC);
  quarter.injectedA += negative(frame.energyA);
  quarter.injectedB += negative(frame.energyB);
  quarter.injectedC += negative(frame.energyC);
  quarter.inductiveA += positive(frame.reactiveA);
  quarter.inductiveB += positive(frame.reactiveB);
  quarter.inductiveC += positive(frame.reactiveC);
  quarter.capacitiveA += negative(frame.reactiveA);
  quarter.capacitiveB += negative(frame.reactiveB);
  quarter.capacitiveC += negative(frame.reactiveC);
  quarter.volume += frame.volume ?? 0;
  quarter.frames += 1;
}

function positive(value: Measured): number {
  return value !== null && value > 0 ? value : 0;
}

function negative(value: Measured): number {
  return value !== null && value < 0 ? -value : 0;
}

/** Active power of all measured phases, W; null when none was measured. */
export function totalPower(frame: Pick<Frame, 'wa' | 'wb' | 'wc'>): number | null {
  if (frame.wa === null && frame.wb === null && frame.wc === null) return null;
  return (frame.wa ?? 0) + (frame.wb ?? 0) + (frame.wc ?? 0);
}
