import { type BusinessHours, openHoursBetween } from '../../base/time/business-hours.ts';
import { civilDate, daysBetween } from '../../base/time/civil-day.ts';
import type { ComparedEstablishment } from './compared-establishments.ts';

/** What the record of an establishment says of its size. */
interface EstablishmentRecord {
  readonly _id: string;
  readonly activity: string | null;
  readonly numberOfEmployees: string | null;
  /** m² */
  readonly area: number | null;
  readonly headcount: number | null;
  readonly businessHours: BusinessHours | null;
}

/** Its cycle, both days included, and what the whole of it takes as forecast. */
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
