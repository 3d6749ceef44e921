import type { ConsolidatedDay } from '@nascente/contract/energy/consumption';
import { generationOf, type SolarHour } from '@nascente/domain/energy/subjects/solar';
import { injectedIn } from '../../../../shared/consumption/injected-in.ts';

/** An hour of a civil day with its solar balance; `isMeasured` states whether this meter had data. */
export interface PlacedHour extends SolarHour {
  readonly date: string;
  readonly hour: number;
  readonly isMeasured: boolean;
}

const EMPTY: SolarHour['injectedByTouPeriod'] = { inPoint: 0, interPoint: 0, outPoint: 0 };

const keyOf = (date: string, hour: number): string => `${date} ${hour}`;

const generationByHour = (
  inverters: readonly (readonly ConsolidatedDay[])[],
): ReadonlyMap<string, number> => {
  const sums = new Map<string, { total: number; meters: number }>();
  for (const days of inverters) {
    const hours = days
      .flatMap(({ date, hours: all }) => all.map((hour) => ({ key: keyOf(date, hour.hour), hour })))
      .filter(({ hour }) => hour.completeness > 0);
    const generated = generationOf(
      hours.map(({ hour }) => ({ consumed: hour.total, injected: injectedIn(hour) })),
    );
    hours.forEach(({ key }, index) => {
      const hourSum = sums.get(key) ?? { total: 0, meters: 0 };
      sums.set(key, { total: hourSum.total + (generated[index] ?? 0), meters: hourSum.meters + 1 });
    });
  }
  return new Map(
    [...sums].filter(([, { meters }]) => meters === inverters.length).map(([key, { total }]) => [key, total]),
  );
};

/** Hours of a meter beside the generation of its establishment's inverters. */
export const solarHours = (
  days: readonly ConsolidatedDay[],
  inverters: readonly (readonly ConsolidatedDay[])[],
): readonly PlacedHour[] => {
  const generated = generationByHour(inverters);
  return days.flatMap(({ date, hours }) =>
    hours.map((hour) => ({
      date,
      hour: hour.hour,
      imported: hour.total,
      injected: injectedIn(hour),
      injectedByTouPeriod: hour.injectedTouPeriods ?? { ...EMPTY, [hour.touPeriod]: injectedIn(hour) },
      generated: hour.completeness > 0 ? (generated.get(keyOf(date, hour.hour)) ?? null) : null,
      isMeasured: hour.completeness > 0,
    })),
  );
};

/** All energy at an inverter's meter is generation, whichever way its clamps lie; it may never reach the grid. */
export const generatedHours = (days: readonly ConsolidatedDay[]): readonly PlacedHour[] => {
  const generated = generationByHour([days]);
  return solarHours(days, []).map((hour) => ({
    ...hour,
    imported: 0,
    injected: generated.get(keyOf(hour.date, hour.hour)) ?? 0,
    injectedByTouPeriod: EMPTY,
  }));
};
