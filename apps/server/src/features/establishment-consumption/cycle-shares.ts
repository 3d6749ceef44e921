import { type CivilDate, civilDateAt, startOfDay } from '@nascente/domain/time/civil-day';
import { instant } from '@nascente/domain/time/zone';
import type { EstablishmentPart, MeasuredEstablishment } from './measured-establishments.ts';

/** Parts of an establishment that are forecast as one meter. */
export interface CycleShare {
  readonly tariffId: string | null;
  readonly parts: readonly EstablishmentPart[];
}

const GONE = 'gone';

/**
 * Parts that have one tariff and began together: a sum learns from its past only while it was the sum of the same
 * meters. Those that were there before anything is learnt from began together; what measures no more is apart.
 */
export const sharesOf = (
  establishment: MeasuredEstablishment,
  parts: readonly EstablishmentPart[],
  learntFrom: CivilDate,
): readonly CycleShare[] => {
  const begins = startOfDay(learntFrom, establishment.zone);
  const ageOf = ({ from, to }: EstablishmentPart): string =>
    to <= establishment.now ? GONE : civilDateAt(instant(Math.max(from, begins)), establishment.zone);
  const shares = Map.groupBy(parts, (one) => `${one.meter.tariffId ?? ''} ${ageOf(one)}`);
  return [...shares.values()].map((parts) => ({
    tariffId: parts[0]?.meter.tariffId ?? null,
    parts: parts,
  }));
};
