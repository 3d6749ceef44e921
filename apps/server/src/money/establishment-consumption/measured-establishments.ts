import { isId } from '@nascente/contract/base/conventions';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type ReadingCalendar, readingCycleAt } from '@nascente/domain/base/time/reading-cycles';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import type { DaySpan } from '@nascente/domain/energy/forecast/alike';
import {
  elapsedTime,
  type MeasuredSpan,
  type MeterPart,
  partsOf,
} from '@nascente/domain/energy/subjects/meter-parts';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import {
  type EstablishmentFactsRepository,
  type EstablishmentMeter,
  type EstablishmentsService,
  isGivenTo,
} from '../../sites/establishments/index.ts';
import { type BoardType, viewerOf } from '../../sites/meters/index.ts';
import { calendarOf } from '../bills/index.ts';

export type EstablishmentPart = MeterPart<EstablishmentMeter>;
export type MeasuredParts = MeasuredSpan<EstablishmentMeter>;

/** An establishment as somebody sees it at an instant: of a client user, with the meters that it was given. */
export interface MeasuredEstablishment {
  readonly zone: Zone;
  readonly type: BoardType;
  readonly calendar: ReadingCalendar;
  readonly meters: readonly EstablishmentMeter[];
  readonly now: Instant;
  readonly today: CivilDate;
  /** The billing cycle up to today. */
  readonly cycle: DaySpan;
}

const NOT_FOUND = 'Estabelecimento não encontrado.';

/** What measured an establishment on these days. */
export const measuredOn = (establishment: MeasuredEstablishment, days: DaySpan): MeasuredParts => {
  const time = elapsedTime(days, establishment);
  return { ...time, parts: partsOf(establishment.meters, time) };
};

/** Throws the same NotFound for an absent establishment and for another customer's. */
export type FindEstablishment = (
  caller: Caller,
  id: string,
  type: BoardType,
) => Promise<MeasuredEstablishment>;

export const createFindEstablishment =
  (needs: {
    establishments: Pick<EstablishmentsService, 'findVisible'>;
    facts: Pick<EstablishmentFactsRepository, 'read'>;
    clock: () => Instant;
  }): FindEstablishment =>
  async (caller, id, type) => {
    requirePermission(caller, 'see-consumption');
    if (!isId(id)) throw new NotFound(NOT_FOUND);
    const [{ zone }, found] = await Promise.all([
      needs.establishments.findVisible(caller, id),
      needs.facts.read(id),
    ]);
    if (found === null) throw new NotFound(NOT_FOUND);
    const isSeen = (meter: EstablishmentMeter): boolean =>
      viewerOf(caller).scope !== 'given' || isGivenTo(meter, caller);
    const meters = found.meters.filter((meter) => meter.type === type && isSeen(meter));
    const now = needs.clock();
    const [today, calendar] = [civilDateAt(now, zone), calendarOf(found, type)];
    const cycle = { first: readingCycleAt(today, calendar).first, last: today };
    return { calendar, meters, zone, type, now, today, cycle };
  };
