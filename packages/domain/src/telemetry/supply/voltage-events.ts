import { type Instant, instant, MINUTE_MS } from '../../base/time/zone.ts';
import { NO_VOLTAGE_SHARE, type SupplyFrames } from './supply-frames.ts';

/**
 * Voltage events of PRODIST Module 8 by share of the nominal voltage: dip 0.1 to 0.9 (afundamento), swell above 1.1 (elevação),
 * interruption below 0.1.
 */
type VoltageEventKind = 'dip' | 'swell' | 'interruption';

/** A voltage outside 0.9 to 1.1 of the nominal one. An event between two frames is not detected. */
export interface VoltageEvent {
  readonly kind: VoltageEventKind;
  /** Instants of the first and the last frame of the event. */
  readonly from: Instant;
  readonly to: Instant;
  readonly phase: 'A' | 'B' | 'C';
  /** Lowest voltage, or the highest for a swell, V. */
  readonly volts: number;
  readonly frames: number;
}

const DIP_SHARE = 0.9;
const SWELL_SHARE = 1.1;
const PHASES = ['A', 'B', 'C'] as const;

/**
 * Maximum duration of a short event; also the maximum distance of events of one kind and phase that count as one event (PRODIST
 * Module 8).
 */
const SHORT_MS = 3 * MINUTE_MS;

/** Whether an event is a short variation; a longer one counts in the ten-minute readings. */
export function isShort({ from, to }: Pick<VoltageEvent, 'from' | 'to'>): boolean {
  return to - from <= SHORT_MS;
}

function kindOf(volts: number, nominal: number): VoltageEventKind | null {
  if (volts < nominal * NO_VOLTAGE_SHARE) return 'interruption';
  if (volts < nominal * DIP_SHARE) return 'dip';
  return volts > nominal * SWELL_SHARE ? 'swell' : null;
}

interface OpenEvent {
  kind: VoltageEventKind;
  from: number;
  to: number;
  volts: number;
  frames: number;
}

const isFurther = (volts: number, { kind, volts: furthest }: OpenEvent): boolean =>
  kind === 'swell' ? volts > furthest : volts < furthest;

/** Events of one phase, in order of their start. */
function eventsOfPhase(at: Float64Array, column: Float64Array, nominal: number): OpenEvent[] {
  const events: OpenEvent[] = [];
  for (const [frame, volts] of column.entries()) {
    const kind = kindOf(volts, nominal);
    if (kind === null) continue;
    const moment = at[frame] as number;
    const last = events.at(-1);
    if (last === undefined || last.kind !== kind || moment - last.to > SHORT_MS) {
      events.push({ kind, from: moment, to: moment, volts, frames: 1 });
      continue;
    }
    last.to = moment;
    last.frames++;
    if (isFurther(volts, last)) last.volts = volts;
  }
  return events;
}

/** Detects dips, swells and interruptions of each phase, in order of their start. @param nominal - nominal voltage, V */
export function voltageEvents({ at, volts }: SupplyFrames, nominal: number): readonly VoltageEvent[] {
  return volts
    .flatMap((column, index) =>
      column === undefined
        ? []
        : eventsOfPhase(at, column, nominal).map(
            (event): VoltageEvent => ({
              ...event,
              from: instant(event.from),
              to: instant(event.to),
              phase: PHASES[index] as VoltageEvent['phase'],
            }),
          ),
    )
    .toSorted((one, other) => one.from - other.from);
}
