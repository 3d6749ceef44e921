import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';

/** The place of a meter: `grid` (the general one, it sees what panels leave over), `inverter` (generation), or `load`. */
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

/** Whether the clamps of an inverter lie the other way round: most of a stretch flowed as if it were injected. */
export function isTurnedRound(flowed: readonly FlowedHour[]): boolean {
  return flowed.reduce((sum, { consumed, injected }) => sum + injected - consumed, 0) > 0;
}

/** What an inverter generated, hour by hour: the direction of most of the energy, as clamps may lie either way round. */
export function generationOf(hours: readonly FlowedHour[]): number[] {
  const isInjected = isTurnedRound(hours);
  return hours.map((hour) => (isInjected ? hour.injected : hour.consumed));
}

/** An hour at the grid, and its generation; null without data. */
export interface SolarHour {
  readonly imported: number;
  readonly injected: number;
  /** The same by the post in which it was. */
  readonly injectedByTouPeriod: Readonly<Record<TouPeriod, number>>;
  readonly generated: number | null;
}

export interface SolarBalance {
  readonly imported: number;
  readonly injected: number;
  readonly injectedByTouPeriod: Readonly<Record<TouPeriod, number>>;
  /** Over hours with measured generation; null without any. */
  readonly generation: {
    readonly hours: number;
    readonly generated: number;
    readonly selfConsumed: number;
    /** The injected share of generation, 0..1; 0 without generation. */
    readonly exportedShare: number;
    /** The panels' share of consumption, 0..1; 0 without consumption. */
    readonly suppliedShare: number;
  } | null;
}

/** Generation used before it reached the grid: generation − injection, never below zero. */
export function selfConsumedIn({
  generated,
  injected,
}: Pick<SolarHour, 'generated' | 'injected'>): number | null {
  return generated === null ? null : Math.max(generated - injected, 0);
}

/** Import and injection, never netted (Lei 14.300/2022), and self-consumption if a meter measures the generation. */
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

/** R$ of injected energy as a credit, before Fio B and before taxes a state may keep: the most that it can be worth. */
export function creditWorth(
  injectedByTouPeriod: Readonly<Record<TouPeriod, number>>,
  prices: Readonly<Record<TouPeriod, number>>,
): number {
  return TOU_PERIODS.reduce(
    (worth, touPeriod) => worth + injectedByTouPeriod[touPeriod] * prices[touPeriod],
    0,
  );
}
