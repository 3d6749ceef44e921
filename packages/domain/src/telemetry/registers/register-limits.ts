import { MINUTE_MS } from '../../base/time/zone.ts';
import type { RegisterName } from '../adapters/mapped-field.ts';
import type { RegisterRules } from './register-verdicts.ts';

/** What an operator knows of a board's registers. */
export interface RegisterLimits {
  /** kWh, kvarh or m³ at which they start from zero again; null when it is not known. */
  readonly width: number | null;
  /** The most that one register can count in an hour, kWh or m³; null takes the default. */
  readonly mostPerHour: number | null;
}

/** Three phases of 400 A at 300 V, the largest clamps of the supported meters, counted by one register. */
const DEFAULT_MOST_KWH_PER_HOUR = 360;

/** Overload flow of a DN 100 water meter: Q3 = 100 m³/h, Q4 = 1.25 × Q3 (ISO 4064-1). */
const DEFAULT_MOST_M3_PER_HOUR = 125;

/** A tenth of a kWh back is the unrest of firmwares that round; ten litres that of a pulse counter. */
const JITTER_MWH = 100_000;
const JITTER_ML = 10_000;

/** Meters report at least hourly. */
const GAP_AFTER_MS = 90 * MINUTE_MS;

const THOUSANDTHS_PER_KILO = 1_000_000;

/** The rules by which a register's steps are judged. */
export function rulesOf(register: RegisterName, { width, mostPerHour }: RegisterLimits): RegisterRules {
  const isWater = register === 'volume';
  const most = mostPerHour ?? (isWater ? DEFAULT_MOST_M3_PER_HOUR : DEFAULT_MOST_KWH_PER_HOUR);
  return {
    width: width === null ? null : Math.round(width * THOUSANDTHS_PER_KILO),
    mostPerHour: Math.round(most * THOUSANDTHS_PER_KILO),
    jitter: isWater ? JITTER_ML : JITTER_MWH,
    gapAfterMs: GAP_AFTER_MS,
  };
}
