import { type BusinessHours, openHoursBetween } from '../../base/time/business-hours.ts';
import { civilDate, daysBetween } from '../../base/time/civil-day.ts';
import { formatNumber } from '../../base/units/format.ts';

const INTENSITY_NAMES: Readonly<Record<Intensity, string>> = {
  'per-area': 'por m²',
  'per-person': 'por pessoa',
  'per-open-hour': 'por hora aberta',
};

/** 'Usa 2,4 vezes o normal por m², comparado a 7 da mesma atividade e tamanho'. */
export function outlierText({ by, times, alike, isOfItsSize }: Outlier): string {
  const level =
    times > 1 ? `${formatNumber(times, 1)} vezes o normal` : `${formatNumber(times * 100, 0)}% do normal`;
  const peers = isOfItsSize ? 'da mesma atividade e tamanho' : 'da mesma atividade';
  return `Usa ${level} ${INTENSITY_NAMES[by]}, comparado a ${alike} ${peers}`;
}

interface EstablishmentRecord {
  readonly _id: string;
  readonly activity: string | null;
  readonly numberOfEmployees: string | null;
  /** m² */
  readonly area: number | null;
  readonly headcount: number | null;
  readonly businessHours: BusinessHours | null;
}

/** A cycle from `start` to `end`, both included, with its forecast. */
interface CycleOfEstablishment {
  readonly start: string;
  readonly end: string;
  readonly forecast: { readonly total: number };
}

/** Converts an establishment's record and cycle for the comparison; `cycle` is null if no meter measures it. */
export function comparedInCycle(
  record: EstablishmentRecord,
  cycle: CycleOfEstablishment | null,
): ComparedEstablishment {
  const { _id: id, activity, numberOfEmployees: size, area, headcount: people, businessHours } = record;
  if (cycle === null) return { id, activity, size, area, people, openHours: null, days: 1, consumed: null };
  const [first, last] = [civilDate(cycle.start), civilDate(cycle.end)];
  return {
    id,
    activity,
    size,
    area,
    people,
    openHours: businessHours && openHoursBetween(businessHours, first, last),
    days: daysBetween(first, last) + 1,
    consumed: cycle.forecast.total,
  };
}

/** Properties of an establishment that explain its consumption. */
export interface ComparedEstablishment {
  readonly id: string;
  readonly activity: string | null;
  /** Its size: the range of employees. */
  readonly size: string | null;
  /** m² */
  readonly area: number | null;
  readonly people: number | null;
  /** Opening hours within the cycle. */
  readonly openHours: number | null;
  /** Days of the cycle. */
  readonly days: number;
  /** Forecast of the complete cycle, kWh or m³; null if no meter measures it. */
  readonly consumed: number | null;
}

/** Divisors of consumption; those that explain most of its differences come first. */
const INTENSITIES = ['per-area', 'per-person', 'per-open-hour'] as const;
export type Intensity = (typeof INTENSITIES)[number];

/** An establishment that uses far more or far less than similar ones. */
export interface Outlier {
  readonly by: Intensity;
  /** Its value divided by the usual value of the others. */
  readonly times: number;
  /** Number of establishments it was compared with. */
  readonly alike: number;
  /** Whether these have the same size and activity, or only the same activity. */
  readonly isOfItsSize: boolean;
}

/** Minimum number of others for a usual value. */
const MIN_ALIKE = 5;
/** An outlier is this many robust standard deviations from the median (Iglewicz and Hoaglin, 1993, recommend 3.5). */
const FAR = 3.5;
/** Standard deviation of a normal distribution divided by its median absolute deviation. */
const DEVIATIONS = 1.4826;
/** A smaller factor is never reported, even if the others hardly differ. */
const WORTH_SAYING = 1.5;

/** Consumption of the cycle per m², person or open hour; null if either value is unknown. */
export function intensityOf(establishment: ComparedEstablishment, by: Intensity): number | null {
  const divisor = divisorOf(establishment, by);
  if (establishment.consumed === null || divisor === null || divisor <= 0) return null;
  return establishment.consumed / divisor;
}

function divisorOf({ area, people, openHours }: ComparedEstablishment, by: Intensity): number | null {
  if (by === 'per-area') return area;
  return by === 'per-person' ? people : openHours;
}

/**
 * Finds outliers among establishments of the same activity and size, or of the same activity alone if these are too few. They are
 * compared by daily consumption per m² or person, or by consumption per open hour. The usual value is the median and its spread the median absolute
 * deviation, both of logarithms, so a single wrong value has little influence.
 */
export function outliersOf(establishments: readonly ComparedEstablishment[]): ReadonlyMap<string, Outlier> {
  return new Map(
    establishments.flatMap((establishment) => {
      const outlier = outlierOf(establishment, establishments);
      return outlier === null ? [] : [[establishment.id, outlier] as const];
    }),
  );
}

function outlierOf(
  establishment: ComparedEstablishment,
  establishments: readonly ComparedEstablishment[],
): Outlier | null {
  if (establishment.activity === null) return null;
  const ofActivity = establishments.filter(
    ({ id, activity }) => id !== establishment.id && activity === establishment.activity,
  );
  const ofSize =
    establishment.size === null ? [] : ofActivity.filter(({ size }) => size === establishment.size);
  for (const by of INTENSITIES) {
    const own = levelOf(establishment, by);
    if (own === null) continue;
    for (const others of [ofSize, ofActivity]) {
      const levels = others.flatMap((other) => levelOf(other, by) ?? []);
      if (levels.length < MIN_ALIKE) continue;
      const times = howFar(own, levels);
      return times === null ? null : { by, times, alike: levels.length, isOfItsSize: others === ofSize };
    }
  }
  return null;
}

/**
 * Logarithm of the consumption per open hour, or of the daily consumption per m² or person; null for zero, which mostly means
 * missing data.
 */
function levelOf(establishment: ComparedEstablishment, by: Intensity): number | null {
  const intensity = intensityOf(establishment, by);
  if (intensity === null || intensity <= 0) return null;
  return Math.log(by === 'per-open-hour' ? intensity : intensity / establishment.days);
}

/** The multiple of the usual value; null if the difference is insignificant. */
function howFar(own: number, levels: readonly number[]): number | null {
  const usual = medianOf(levels);
  const spread = DEVIATIONS * medianOf(levels.map((level) => Math.abs(level - usual)));
  const distance = Math.abs(own - usual);
  return distance < Math.log(WORTH_SAYING) || distance <= FAR * spread ? null : Math.exp(own - usual);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}
