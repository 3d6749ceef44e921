import { type BusinessHours, openHoursBetween } from '../../base/time/business-hours.ts';
import { civilDate, daysBetween } from '../../base/time/civil-day.ts';
import { formatNumber } from '../../base/units/format.ts';

const INTENSITY_NAMES: Readonly<Record<Intensity, string>> = {
  'per-area': 'por m²',
  'per-person': 'por pessoa',
  'per-open-hour': 'por hora aberta',
};

/** How far, by what, and beside how many: 'Usa 2,4 vezes o normal por m², comparado a 7 da mesma atividade e tamanho'. */
export function outlierText({ by, times, alike, isOfItsSize }: Outlier): string {
  const level =
    times > 1 ? `${formatNumber(times, 1)} vezes o normal` : `${formatNumber(times * 100, 0)}% do normal`;
  const whose = isOfItsSize ? 'da mesma atividade e tamanho' : 'da mesma atividade';
  return `Usa ${level} ${INTENSITY_NAMES[by]}, comparado a ${alike} ${whose}`;
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

/** A cycle, both days included, with its forecast. */
interface CycleOfEstablishment {
  readonly start: string;
  readonly end: string;
  readonly forecast: { readonly total: number };
}

/** An establishment as it is compared with others; without a cycle nothing measured it. */
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
  /** The range of employees as its size. */
  readonly size: string | null;
  /** m² */
  readonly area: number | null;
  readonly people: number | null;
  /** Hours of its cycle on which the doors are open. */
  readonly openHours: number | null;
  /** Of its cycle. */
  readonly days: number;
  /** kWh or m³ of the whole cycle, as forecast; null where nothing measured it. */
  readonly consumed: number | null;
}

/** By what consumption is divided, the one that explains most of it first. */
const INTENSITIES = ['per-area', 'per-person', 'per-open-hour'] as const;
export type Intensity = (typeof INTENSITIES)[number];

/** One that uses far more, or far less, than those that are like it. */
export interface Outlier {
  readonly by: Intensity;
  /** The multiple of the usual value among the others. */
  readonly times: number;
  /** How many others it was compared with. */
  readonly alike: number;
  /** Whether they have its size too; else only its activity. */
  readonly isOfItsSize: boolean;
}

/** Fewer give no usual value. */
const MIN_ALIKE = 5;
/** Robust standard deviations (Iglewicz and Hoaglin, 1993, recommend 3.5). */
const FAR = 3.5;
/** Of a normal distribution the standard deviation lies so many median deviations from the middle. */
const DEVIATIONS = 1.4826;
/** However equal the others are, less than half as much again is nothing to speak of. */
const WORTH_SAYING = 1.5;

/** Consumption of the cycle divided by its explanation; null if either is unknown. */
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
 * Outliers among establishments of the same activity and size, or activity alone, by the consumption of a day per area, person
 * or hour. The usual is a median and its spread a median distance, of logarithms, so a wrong value moves neither.
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

/** The logarithm of a day's consumption; null for zero, which is a gap more often than a saving. */
function levelOf(establishment: ComparedEstablishment, by: Intensity): number | null {
  const intensity = intensityOf(establishment, by);
  return intensity === null || intensity <= 0 ? null : Math.log(intensity / establishment.days);
}

/** The multiple of the usual value; null for an insignificant one. */
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
