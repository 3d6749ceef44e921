import { type CivilDate, daysBetween } from '../time/civil-day.ts';
import { type ByPost, type CountedByPost, type MeasuredCycle, sumOfStretches } from './measured-cycle.ts';

/**
 * A cycle so far as it will be on its last day: consumption, injection and reactive excess grow alike, by the rules in force
 * now, and demand stays what it was. Of the bill of a cycle to come.
 *
 * @param last - its last day, not before the last that was measured
 * @param factor - what it will have consumed over what it has, at least 1
 */
export function growCycle(measured: MeasuredCycle, last: CivilDate, factor: number): MeasuredCycle {
  const { stretches, cycle } = measured;
  const current = stretches.at(-1);
  if (current === undefined) return measured;
  const days = daysBetween(cycle.last, last);
  const added = (soFar: number): number => Math.round(soFar * (factor - 1));
  const grown = (name: CountedByPost): ByPost => {
    const { inPoint, interPoint, outPoint } = sumOfStretches(stretches, name);
    return {
      inPoint: current[name].inPoint + added(inPoint),
      interPoint: current[name].interPoint + added(interPoint),
      outPoint: current[name].outPoint + added(outPoint),
    };
  };
  return {
    ...measured,
    cycle: { first: cycle.first, last },
    days: measured.days + days,
    stretches: stretches.with(-1, {
      ...current,
      last,
      days: current.days + days,
      consumed: grown('consumed'),
      injected: grown('injected'),
      reactiveExcess: grown('reactiveExcess'),
      volume: current.volume + added(stretches.reduce((sum, { volume }) => sum + volume, 0)),
    }),
  };
}
