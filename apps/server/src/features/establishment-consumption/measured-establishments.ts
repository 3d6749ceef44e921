import { isId } from '@nascente/contract/conventions';
import {
  type MeasuredSpan,
  type MeterPart,
  measuredUntil,
  partsOf,
  type TimeSpan,
} from '@nascente/domain/consumption/meter-parts';
import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '@nascente/domain/time/civil-day';
import type { ReadingCalendar } from '@nascente/domain/time/reading-cycles';
import { type Instant, instant, type Zone } from '@nascente/domain/time/zone';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { calendarOf } from '../bills/index.ts';
import {
  type EstablishmentFactsRepository,
  type EstablishmentMeter,
  type EstablishmentsService,
  isGivenTo,
} from '../establishments/index.ts';
import { type BoardType, viewerOf } from '../meters/index.ts';

export type EstablishmentPart = MeterPart<EstablishmentMeter>;

/** An establishment as somebody sees it at an instant: of a client user, with the meters that it was given. */
export interface MeasuredEstablishment {
  readonly zone: Zone;
  readonly type: BoardType;
  readonly calendar: ReadingCalendar;
  readonly meters: readonly EstablishmentMeter[];
  readonly now: Instant;
  readonly today: CivilDate;
}

/** Civil days, both included. */
export interface Days {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

export interface MeasuredEstablishments {
  /** Throws the same NotFound for an absent establishment and for another customer's. */
  find(caller: Caller, id: string, type: BoardType): Promise<MeasuredEstablishment>;
}

const NOT_FOUND = 'Estabelecimento não encontrado.';

/** The time of days, as far as anything can have been measured. */
export const timeOf = ({ zone, now }: MeasuredEstablishment, { first, last }: Days): TimeSpan => {
  const from = startOfDay(first, zone);
  return { from, to: instant(Math.max(from, measuredUntil(endOfDay(last, zone), now))) };
};

/** What measured an establishment on these days. */
export const measuredOn = (
  establishment: MeasuredEstablishment,
  days: Days,
): MeasuredSpan<EstablishmentMeter> => {
  const time = timeOf(establishment, days);
  return { ...time, parts: partsOf(establishment.meters, time) };
};

export const createMeasuredEstablishments = (needs: {
  establishments: Pick<EstablishmentsService, 'findVisible'>;
  facts: Pick<EstablishmentFactsRepository, 'read'>;
  clock: () => Instant;
}): MeasuredEstablishments => {
  const { establishments, facts, clock } = needs;
  return {
    async find(caller, id, type) {
      requirePermission(caller, 'see-consumption');
      if (!isId(id)) throw new NotFound(NOT_FOUND);
      const [{ zone }, found] = await Promise.all([establishments.findVisible(caller, id), facts.read(id)]);
      if (found === null) throw new NotFound(NOT_FOUND);
      const { scope } = viewerOf(caller);
      const meters = found.meters.filter(
        (meter) => meter.type === type && (scope !== 'given' || isGivenTo(meter, caller)),
      );
      const now = clock();
      const calendar = calendarOf(found, type);
      return { calendar, meters, zone, type, now, today: civilDateAt(now, zone) };
    },
  };
};
