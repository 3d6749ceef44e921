import type { Brand } from './brand.ts';
import { integer, roundHalfAway } from './integers.ts';

/** Active energy in whole thousandths of a Wh, so that sums are exact in any order. Negative values are injected energy. */
export type MilliwattHours = Brand<number, 'MilliwattHours'>;

/** Reactive energy in whole thousandths of a varh. Positive values are inductive, negative ones capacitive. */
export type MillivarHours = Brand<number, 'MillivarHours'>;

const PER_UNIT = 1000;
const PER_KILO = 1_000_000;

/** @throws RangeError unless `value` is a whole number held exactly. */
export function milliwattHours(value: number): MilliwattHours {
  return integer(value, 'mWh') as MilliwattHours;
}

/** Wh as a board sends them, rounded once to thousandths. @throws RangeError when not finite or too large. */
export function fromWattHours(wh: number): MilliwattHours {
  return roundHalfAway(wh * PER_UNIT, 'mWh') as MilliwattHours;
}

/** kWh, rounded once to thousandths of Wh. @throws RangeError when not finite or too large. */
export function fromKilowattHours(kwh: number): MilliwattHours {
  return roundHalfAway(kwh * PER_KILO, 'mWh') as MilliwattHours;
}

/** @returns kWh, the unit of the API and of bills. */
export function kilowattHours(energy: MilliwattHours): number {
  return energy / PER_KILO;
}

/** @throws RangeError unless `value` is a whole number held exactly. */
export function millivarHours(value: number): MillivarHours {
  return integer(value, 'mvarh') as MillivarHours;
}

/** varh as a board sends them, rounded once to thousandths. @throws RangeError when not finite or too large. */
export function fromVarHours(varh: number): MillivarHours {
  return roundHalfAway(varh * PER_UNIT, 'mvarh') as MillivarHours;
}
