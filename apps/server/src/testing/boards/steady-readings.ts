import { type CivilDate, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { DEFAULT_ZONE, type Zone } from '@nascente/domain/base/time/zone';

/** Readings, one each quarter-hour of civil days, that add up to so many kWh exactly; the rest is in the first. */
export const steadyReadings = (
  first: string,
  last: string,
  {
    kwh,
    injected = 0,
    zone = DEFAULT_ZONE,
  }: { readonly kwh: number; readonly injected?: number; readonly zone?: Zone },
) => {
  const from = startOfDay(first as CivilDate, zone);
  const to = endOfDay(last as CivilDate, zone);
  const count = (to - from) / QUARTER_MS;
  const shared = (total: number, index: number): number => {
    const part = Math.floor((total * 1e6) / count);
    return index === 0 ? Math.round(total * 1e6) - part * (count - 1) : part;
  };
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(from + index * QUARTER_MS);
    return [
      { at, energy_a_mwh: shared(kwh, index) },
      ...(injected === 0
        ? []
        : [{ at: new Date(Number(at) + 1000), energy_a_mwh: -shared(injected, index) }]),
    ];
  }).flat();
};
