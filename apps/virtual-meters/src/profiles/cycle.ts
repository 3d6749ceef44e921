import { MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Noise } from './noise.ts';

/**
 * A thermostat: whether it is on, for a share `duty` of a period that wanders a little from one to the next.
 * @returns 1 while on, 0 while off
 */
export function thermostat(at: number, periodMinutes: number, duty: number, noise: Noise): number {
  const turn = at / (periodMinutes * MINUTE_MS);
  const index = Math.floor(turn);
  const share = duty * (0.85 + 0.3 * noise.at(index));
  return turn - index < share ? 1 : 0;
}

/** Small movement around 1 that every real load shows. */
export function wobble(at: number, amount: number, noise: Noise): number {
  return 1 + amount * (2 * noise.smooth(at / 20_000) - 1);
}
