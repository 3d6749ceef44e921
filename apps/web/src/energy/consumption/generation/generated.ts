import type { ConsolidatedDay, DayInTotal } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import { useQuery } from '@tanstack/react-query';
import { isInverter } from '../../../shared/boards/solar-role.ts';
import { injectedIn } from '../../../shared/consumption/injected-in.ts';
import type { DayNow, HourRow } from '../day/day-now.ts';
import type { LiveReading, PhaseReading } from '../live/live-reading.ts';
import { DAYS_STALE_MS, daysQuery, defaultPeriod } from '../period/period-range.ts';

/** The flow direction of generation: an inverter's clamps may lie either way round. */
export type GenerationWay = 'consumed' | 'injected';

interface Flowed {
  readonly total: number;
  readonly injected: number;
}

/** The direction of most energy; the little that flows the other way at night is the inverter's own consumption. */
export const wayOf = (days: readonly Flowed[]): GenerationWay => {
  const consumed = days.reduce((sum, { total }) => sum + total, 0);
  const injected = days.reduce((sum, day) => sum + day.injected, 0);
  return injected >= consumed ? 'injected' : 'consumed';
};

const generatedIn = ({ total, injected }: Flowed, way: GenerationWay): number =>
  way === 'injected' ? injected : total;

const NO_TOU_PERIODS = { inPoint: 0, interPoint: 0, outPoint: 0 } as const;

/** Days as charts show them: generation has neither time-of-use periods nor cost. */
export const generatedDays = (days: readonly ConsolidatedDay[], way: GenerationWay): readonly DayInTotal[] =>
  days.map((day) => {
    const { date, emptyReason } = day;
    const total = generatedIn(day, way);
    return { date, total, ...NO_TOU_PERIODS, cost: null, ...repeatShares(day), emptyReason };
  });

const HOURS = 24;

/** Generation by hour from midnight; null where nothing was measured. */
export const generatedHoursOf = (
  { hours }: Pick<ConsolidatedDay, 'hours'>,
  way: GenerationWay,
): readonly (number | null)[] => {
  const byHour = new Map(hours.map((hour) => [hour.hour, hour]));
  return Array.from({ length: HOURS }, (_, at) => {
    const hour = byHour.get(at);
    if (hour === undefined || hour.completeness + (hour.estimated ?? 0) === 0) return null;
    return generatedIn({ total: hour.total, injected: injectedIn(hour) }, way);
  });
};

export const generatedDayNow = (day: DayNow, way: GenerationWay): DayNow => ({
  ...day,
  total: generatedIn(day, way),
  injected: 0,
  cost: null,
  hours: day.hours.map(
    (hour): HourRow => ({ ...hour, total: generatedIn(hour, way), byTouPeriod: NO_TOU_PERIODS, injected: 0 }),
  ),
});

const generatingPhase = (phase: PhaseReading, way: GenerationWay): PhaseReading => ({
  ...phase,
  power: phase.power === null ? null : Math.max(way === 'injected' ? -phase.power : phase.power, 0),
  powerFactor: phase.powerFactor === null ? null : Math.abs(phase.powerFactor),
});

/** Generated power is positive; an inverter's own consumption at night is no generation. */
export const generatingReading = (reading: LiveReading, way: GenerationWay): LiveReading => {
  const [a, b, c] = reading.phases;
  return {
    ...reading,
    phases: [generatingPhase(a, way), generatingPhase(b, way), generatingPhase(c, way)],
  };
};

/** The flow direction of the last days at an inverter's meter; otherwise null. */
export const useGenerationWay = (board: Board, today: CivilDate): GenerationWay | null => {
  const isGenerating = isInverter(board);
  const { data } = useQuery({
    ...daysQuery(board.macAddress, defaultPeriod(today)),
    staleTime: DAYS_STALE_MS,
    enabled: isGenerating,
    select: ({ consolidated }) => wayOf(consolidated),
  });
  // The board's configured direction, until its days show another.
  return isGenerating ? (data ?? 'injected') : null;
};
