import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';

/**
 * Place of a meter: `grid` is the general meter, which measures consumption less generation; `inverter` measures generation;
 * `load` a part of consumption.
 */
export type SolarRole = 'grid' | 'inverter' | 'load';

export function solarRole(meter: {
  readonly isGeneral: boolean;
  readonly hasSolarPanel: boolean;
}): SolarRole {
  if (meter.isGeneral) return 'grid';
  return meter.hasSolarPanel ? 'inverter' : 'load';
}

interface FlowedHour {
  readonly consumed: number;
  readonly injected: number;
}

/** Whether the current clamps of an inverter's meter are reversed: most of its energy counts as injected. */
export function isTurnedRound(flowed: readonly FlowedHour[]): boolean {
  return flowed.reduce((sum, { consumed, injected }) => sum + injected - consumed, 0) > 0;
}

/** Generation of each hour by an inverter's meter, in the direction of most of its energy, because clamps may be reversed. */
export function generationOf(hours: readonly FlowedHour[]): number[] {
  const isInjected = isTurnedRound(hours);
  return hours.map((hour) => (isInjected ? hour.injected : hour.consumed));
}

/** Energy of an hour at the grid, and `generated`, which is null without data of an inverter's meter. */
export interface SolarHour {
  readonly imported: number;
  readonly injected: number;
  /** `injected` by time-of-use period. */
  readonly injectedByTouPeriod: Readonly<Record<TouPeriod, number>>;
  readonly generated: number | null;
}

export interface SolarBalance {
  readonly imported: number;
  readonly injected: number;
  readonly injectedByTouPeriod: Readonly<Record<TouPeriod, number>>;
  /** Totals of the hours with measured generation; null without such hours. */
  readonly generation: {
    readonly hours: number;
    readonly generated: number;
    readonly selfConsumed: number;
    /** Injected share of generation, 0..1; 0 without generation. */
    readonly exportedShare: number;
    /** Share of consumption that the panels supplied, 0..1; 0 without consumption. */
    readonly suppliedShare: number;
  } | null;
}

/** Self-consumption: generation less injection, at least 0; null without measured generation. */
export function selfConsumedIn({
  generated,
  injected,
}: Pick<SolarHour, 'generated' | 'injected'>): number | null {
  return generated === null ? null : Math.max(generated - injected, 0);
}

/** Sums import and injection separately, without netting (Lei 14.300/2022), and self-consumption if generation is measured. */
export function solarBalance(hours: readonly SolarHour[]): SolarBalance {
  const sum = (of: readonly SolarHour[], value: (hour: SolarHour) => number): number =>
    of.reduce((total, hour) => total + value(hour), 0);
  const injectedIn = (touPeriod: TouPeriod): number =>
    sum(hours, (hour) => hour.injectedByTouPeriod[touPeriod]);
  const [inPoint, interPoint, outPoint] = TOU_PERIODS.map(injectedIn) as [number, number, number];
  return {
    imported: sum(hours, ({ imported }) => imported),
    injected: sum(hours, ({ injected }) => injected),
    injectedByTouPeriod: { inPoint, interPoint, outPoint },
    generation: generationBalance(
      hours.filter(({ generated }) => generated !== null),
      sum,
    ),
  };
}

function generationBalance(
  hoursToDate: readonly SolarHour[],
  sum: (of: readonly SolarHour[], value: (hour: SolarHour) => number) => number,
): SolarBalance['generation'] {
  if (hoursToDate.length === 0) return null;
  const generated = sum(hoursToDate, (hour) => hour.generated as number);
  const selfConsumed = sum(hoursToDate, (hour) => selfConsumedIn(hour) as number);
  const used = selfConsumed + sum(hoursToDate, ({ imported }) => imported);
  return {
    hours: hoursToDate.length,
    generated,
    selfConsumed,
    exportedShare: generated === 0 ? 0 : (generated - selfConsumed) / generated,
    suppliedShare: used === 0 ? 0 : selfConsumed / used,
  };
}

/** Upper bound of the worth of injected energy as a credit, R$: Fio B and taxes that a state keeps are not deducted. */
export function creditWorth(
  injectedByTouPeriod: Readonly<Record<TouPeriod, number>>,
  prices: Readonly<Record<TouPeriod, number>>,
): number {
  return TOU_PERIODS.reduce(
    (worth, touPeriod) => worth + injectedByTouPeriod[touPeriod] * prices[touPeriod],
    0,
  );
}
