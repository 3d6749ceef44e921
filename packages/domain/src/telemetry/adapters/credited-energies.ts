import type { Measured } from '../frames/frame.ts';
import type { RegisterName } from './mapped-field.ts';

interface Increments {
  readonly energyA: Measured;
  readonly energyB: Measured;
  readonly energyC: Measured;
  readonly reactiveA: Measured;
  readonly reactiveB: Measured;
  readonly reactiveC: Measured;
  readonly volume: Measured;
}

type Credited = Readonly<Partial<Record<RegisterName, number>>>;

const PAIRS = [
  ['energyA', 'consumedA', 'injectedA'],
  ['energyB', 'consumedB', 'injectedB'],
  ['energyC', 'consumedC', 'injectedC'],
  ['reactiveA', 'inductiveA', 'capacitiveA'],
  ['reactiveB', 'inductiveB', 'capacitiveB'],
  ['reactiveC', 'inductiveC', 'capacitiveC'],
] as const;

const EMPTY: Increments = {
  energyA: null,
  energyB: null,
  energyC: null,
  reactiveA: null,
  reactiveB: null,
  reactiveC: null,
  volume: null,
};

/**
 * Converts increments of registers to frames, with one signed number for each phase. If both directions advanced, a second frame
 * holds one of them, because import and export must not cancel out (Lei 14.300/2022).
 */
export function incrementsOf(credited: Credited): {
  readonly main: Increments;
  readonly opposite: Increments | null;
} {
  const main: Record<keyof Increments, Measured> = { ...EMPTY, volume: credited.volume ?? null };
  const opposite: Record<keyof Increments, Measured> = { ...EMPTY };
  let hasOpposite = false;
  for (const [field, forward, backward] of PAIRS) {
    const [positive, negative] = [credited[forward], credited[backward]];
    if (positive === undefined && negative === undefined) continue;
    const [gained, returned] = [positive ?? 0, negative ?? 0];
    main[field] = gained > 0 ? gained : 0 - returned;
    if (gained > 0 && returned > 0) {
      opposite[field] = 0 - returned;
      hasOpposite = true;
    }
  }
  return { main, opposite: hasOpposite ? opposite : null };
}
