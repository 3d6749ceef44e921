import {
  type CivilDate,
  civilDateAt,
  endOfDay,
  isCivilDate,
  startOfDay,
} from '@nascente/domain/time/civil-day';
import { type Instant, instant, type Zone } from '@nascente/domain/time/zone';
import { InvalidInput } from '../../../platform/errors.ts';
import { checkPeriod } from './asked-period.ts';

/** What was asked, [from, to), and the civil days in which it lies. */
export interface PeriodAsked {
  readonly from: Instant;
  readonly to: Instant;
  readonly first: CivilDate;
  readonly last: CivilDate;
  /** Whether it is those days from their beginning to their end. */
  readonly isWholeDays: boolean;
}

type Boundary = string | number;

const isDay = (boundary: Boundary): boundary is CivilDate =>
  typeof boundary === 'string' && isCivilDate(boundary);

/**
 * A civil date means the whole day in the meter's zone, an instant is itself included.
 * @param endsBy - what the call names the end
 */
export const spanAsked = (
  dateIn: Boundary,
  dateOut: Boundary,
  zone: Zone,
  endsBy = 'dateOut',
): Pick<PeriodAsked, 'from' | 'to'> => {
  const from = isDay(dateIn) ? startOfDay(dateIn, zone) : instant(Number(dateIn));
  const to = isDay(dateOut) ? endOfDay(dateOut, zone) : instant(Number(dateOut) + 1);
  if (to > from) return { from, to };
  const msg = 'A data final deve ser posterior à inicial.';
  throw new InvalidInput(msg, [{ path: endsBy, msg }]);
};

/** At most a year. */
export const periodAsked = (
  dateIn: Boundary,
  dateOut: Boundary,
  zone: Zone,
  endsBy = 'dateOut',
): PeriodAsked => {
  const { from, to } = spanAsked(dateIn, dateOut, zone, endsBy);
  const first = civilDateAt(from, zone);
  const last = civilDateAt(instant(to - 1), zone);
  checkPeriod(first, last, endsBy);
  const isWholeDays = from === startOfDay(first, zone) && to === endOfDay(last, zone);
  return { from, to, first, last, isWholeDays };
};
