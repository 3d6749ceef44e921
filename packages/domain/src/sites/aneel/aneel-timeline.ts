import { addDays, type CivilDate } from '../../base/time/civil-day.ts';

/** What was decided for a stretch of days, both ends included. */
export interface Decided {
  readonly from: CivilDate;
  readonly until: CivilDate;
  /** As ANEEL writes it: 'RESOLUÇÃO HOMOLOGATÓRIA Nº 3.459, DE 20 DE MAIO DE 2025'; empty where it is missing. */
  readonly resolution: string;
}

const MONTHS = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');
const RESOLUTION_DATE = /(\d{1,2})º? DE ([A-ZÇ]{3,9}) DE (\d{4})/;

/** 'YYYY-MM-DD' of a resolution; empty, so before every other, when it does not say. Its number may be mistyped. */
export function resolutionDate(resolution: string): string {
  const [, day = '', month = '', year = ''] = RESOLUTION_DATE.exec(resolution.toUpperCase()) ?? [];
  const ordinal = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return ordinal === 0 ? '' : `${year}-${String(ordinal).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * Which of two holds on a day that both cover: the one that began later, else the one for fewer days, else the one of
 * the later resolution. Published validities overlap: a subsidy for some months stands beside the year's tariff, and a
 * rectification beside what it rectifies.
 */
function isBefore(a: Decided, b: Decided): boolean {
  if (a.from !== b.from) return a.from > b.from;
  if (a.until !== b.until) return a.until < b.until;
  return resolutionDate(a.resolution) > resolutionDate(b.resolution);
}

/** From a day on this holds, until the next stretch begins. */
interface Stretch<D extends Decided> {
  readonly validFrom: CivilDate;
  readonly decided: D;
}

/**
 * Overlapping validities as one line of time, oldest first. After one that is nested in another, the outer one holds
 * again. What holds on no day is not in the answer.
 */
export function timelineOf<D extends Decided>(decided: readonly D[]): Stretch<D>[] {
  const starts = decided.flatMap(({ from, until }) => [from, addDays(until, 1)]);
  const boundaries = [...new Set(starts)].sort();
  const stretches: Stretch<D>[] = [];
  for (const day of boundaries) {
    const active = decided.filter(({ from, until }) => from <= day && day <= until);
    const [first, ...others] = active;
    if (first === undefined) continue;
    const holds = others.reduce((best, other) => (isBefore(other, best) ? other : best), first);
    if (stretches.at(-1)?.decided !== holds) stretches.push({ validFrom: day, decided: holds });
  }
  return stretches;
}
