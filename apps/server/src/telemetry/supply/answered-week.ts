import { MAX_EVENTS, type SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { PhaseValues } from '@nascente/domain/telemetry/supply/supply-frames';
import type { SupplyWeek } from '@nascente/domain/telemetry/supply/supply-week';
import { type SupplyWindow, WINDOWS_OF_WEEK } from '@nascente/domain/telemetry/supply/supply-windows';
import { compensationShare } from '@nascente/domain/telemetry/supply/voltage-compensation';
import type { VoltageEvent } from '@nascente/domain/telemetry/supply/voltage-events';

/** Boards tell tenths of a volt; a hundredth is more than they know. */
const HUNDREDTHS = 100;
const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * HUNDREDTHS) / HUNDREDTHS;
const iso = (at: Instant): string => new Date(at).toISOString();

const byPhase = (windows: readonly SupplyWindow[], valuesOf: (window: SupplyWindow) => PhaseValues) => {
  const course = (phase: 0 | 1 | 2) => windows.map((window) => rounded(valuesOf(window)[phase]));
  return { A: course(0), B: course(1), C: course(2) };
};

/** What was found of a week, in words of the contract. */
export const answeredWeek = (found: {
  readonly from: Instant;
  readonly week: SupplyWeek;
  readonly windows: readonly SupplyWindow[];
  readonly events: readonly VoltageEvent[];
}): Omit<SupplyWeekAnswer, 'nominal' | 'limits' | 'start' | 'end'> => {
  const { from, week, windows, events } = found;
  const { counted, replaced, phases, precarious, critical, unbalance, distortion, isValid } = week;
  // Of fewer readings there is no indicator of PRODIST: two of a first morning would owe for a month.
  const isWhole = counted === WINDOWS_OF_WEEK;
  return {
    from: iso(from),
    counted,
    replaced,
    phases: phases.map((phase) => ({ ...phase })),
    precarious,
    critical,
    compensation: isWhole ? compensationShare(precarious ?? 0, critical ?? 0) : null,
    unbalance,
    distortion,
    volts: byPhase(windows, ({ volts }) => volts),
    distortions: byPhase(windows, (window) => window.distortion),
    isValid: [...isValid],
    eventCount: events.length,
    events: events.slice(0, MAX_EVENTS).map(({ kind, from: start, to: end, phase, volts, frames }) => ({
      kind,
      start: iso(start),
      end: iso(end),
      phase,
      volts,
      frames,
    })),
  };
};
