import type { Brand } from './brand.ts';
import type { MilliwattHours } from './energy.ts';

/** Active power in W, as a board measures it; negative is injection. */
export type Watts = Brand<number, 'Watts'>;

/** One W over one hour is 1,000 mWh in 3,600,000 ms. */
const MS_WATTS_PER_MWH = 3600;

/** @throws RangeError unless finite. */
export function watts(value: number): Watts {
  if (!Number.isFinite(value)) throw new RangeError(`W must be finite, got ${value}`);
  return value as Watts;
}

/** @returns kW, the unit of the API: W / 1000 (spec, section 9). */
export function kilowatts(power: Watts): number {
  return power / 1000;
}

/** The steady power that moves `energy` in `durationMs`. @throws RangeError unless the duration is positive. */
export function averagePower(energy: MilliwattHours, durationMs: number): Watts {
  if (!(durationMs > 0)) throw new RangeError(`a duration must be positive, got ${durationMs} ms`);
  return watts((energy * MS_WATTS_PER_MWH) / durationMs);
}
