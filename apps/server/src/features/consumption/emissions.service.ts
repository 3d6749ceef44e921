import type { AnswerOf } from '@nascente/contract/call';
import type { readEmissions } from '@nascente/contract/establishments';
import { sumDays } from '@nascente/domain/consumption/consolidate';
import { DEFAULT_FACTOR, emissions } from '@nascente/domain/consumption/emissions';
import { completenessOf } from '@nascente/domain/consumption/totals';
import { may } from '@nascente/domain/people/permissions';
import { billingCycleAt } from '@nascente/domain/time/billing-cycle';
import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
import { milliwattHours } from '@nascente/domain/units/energy';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { EstablishmentsService } from '../establishments/index.ts';
import { viewerOf } from '../meters/index.ts';
import { checkPeriod, earlierDay } from './asked-period.ts';
import type { ConsumptionReader, DaysAsked } from './consumption-reader.ts';
import type { EmissionsRepository, MeasuredPart } from './emissions.repository.ts';

type Emissions = AnswerOf<typeof readEmissions>['data'];

export interface EmissionsService {
  /** Between two civil days, both included; default: the billing cycle so far. */
  ofEstablishment(
    caller: Caller,
    id: string,
    asked: { start?: string | undefined; end?: string | undefined },
  ): Promise<Emissions>;
}

const GRAMS = 1000;

/** The general meter is the total; the others are parts of it, and are added up only where there is none. */
const whatIsTotal = (meters: readonly MeasuredPart[]): readonly MeasuredPart[] => {
  const general = meters.filter((meter) => meter.isGeneral);
  return general.length > 0 ? general : meters;
};

export const createEmissionsService = (needs: {
  meters: EmissionsRepository;
  reader: ConsumptionReader;
  establishments: EstablishmentsService;
  clock: () => Instant;
}): EmissionsService => {
  const { meters, reader, establishments, clock } = needs;

  /** Nothing is expected of a meter after its removal. */
  const consumedBy = async (meter: MeasuredPart, { first, last, now }: DaysAsked) =>
    sumDays(await reader.inTotal(meter, { first, last, now: meter.removedAt ?? now }));

  return {
    async ofEstablishment(caller, id, asked) {
      if (!may(caller.profile, 'see-consumption'))
        throw new NotAllowed('Seu perfil não permite esta operação.');
      const place = await establishments.findVisible(caller, id);
      const now = clock();
      const today = civilDateAt(now, place.zone);
      const cycle = billingCycleAt(today, place.billReadDay);
      const last = (asked.end ?? today) as CivilDate;
      const first = (asked.start ?? earlierDay(cycle.first, last)) as CivilDate;
      checkPeriod(first, last, 'end');
      const [from, to] = [startOfDay(first, place.zone), endOfDay(last, place.zone)];
      const all = await meters.electricMeters(viewerOf(caller), place.id, place.zone);
      const there = all.filter(({ installedAt, removedAt }) => installedAt < to && (removedAt ?? to) > from);
      const sums = await Promise.all(
        whatIsTotal(there).map((meter) => consumedBy(meter, { first, last, now })),
      );
      const add = (pick: (sum: (typeof sums)[number]) => number) =>
        sums.reduce((total, sum) => total + pick(sum), 0);
      const present = add((sum) => sum.presentQuarters);
      return {
        kgCO2: Math.round(emissions(milliwattHours(add((sum) => sum.total))) * GRAMS) / GRAMS,
        factor: DEFAULT_FACTOR.kgPerKwh,
        year: DEFAULT_FACTOR.year,
        start: first,
        end: last,
        completeness:
          present === 0
            ? 0
            : completenessOf(
                present,
                add((sum) => sum.expectedQuarters),
              ),
      };
    },
  };
};
