import type { AnswerOf } from '@nascente/contract/call';
import type { readEmissions } from '@nascente/contract/establishments';
import { sumDays } from '@nascente/domain/consumption/consolidate';
import {
  DEFAULT_FACTOR,
  type EmissionFactor,
  emissions,
  factorOfMonth,
} from '@nascente/domain/consumption/emissions';
import type { DayConsumption } from '@nascente/domain/consumption/totals';
import { may } from '@nascente/domain/people/permissions';
import { billingCycleAt } from '@nascente/domain/time/billing-cycle';
import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '@nascente/domain/time/civil-day';
import {
  type CivilMonth,
  lastMonths,
  monthOf,
  monthsBetween,
  toMonthOfYear,
} from '@nascente/domain/time/civil-month';
import type { Instant } from '@nascente/domain/time/zone';
import { kilowattHours, type MilliwattHours, milliwattHours } from '@nascente/domain/units/energy';
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
    asked: { start?: string | undefined; end?: string | undefined; factors: 'fixed' | 'monthly' },
  ): Promise<Emissions>;
}

const GRAMS = 1000;

/** The general meter is the total; the others are parts of it, and are added up only where there is none. */
const whatIsTotal = (meters: readonly MeasuredPart[]): readonly MeasuredPart[] => {
  const general = meters.filter((meter) => meter.isGeneral);
  return general.length > 0 ? general : meters;
};

interface MonthOfEmissions {
  readonly month: CivilMonth;
  readonly factor: EmissionFactor;
  readonly energy: MilliwattHours;
  readonly kg: number;
}

const emissionsOfMonth = (
  month: CivilMonth,
  days: readonly DayConsumption[],
  factors: 'fixed' | 'monthly',
): MonthOfEmissions => {
  const energy = milliwattHours(sumDays(days.filter(({ date }) => monthOf(date) === month)).total);
  const factor = factors === 'fixed' ? DEFAULT_FACTOR : factorOfMonth(month);
  return { month, factor, energy, kg: emissions(energy, factor) };
};

const monthsFrom = (first: CivilDate, last: CivilDate): CivilMonth[] =>
  lastMonths(monthOf(last), monthsBetween(monthOf(first), monthOf(last)) + 1);

const inKg = (kg: number): number => Math.round(kg * GRAMS) / GRAMS;

const toMonth = ({ month, factor, kg }: MonthOfEmissions): Emissions['months'][number] => ({
  date: toMonthOfYear(month),
  kgCO2: inKg(kg),
  factor: factor.kgPerKwh,
  factorYear: factor.year,
  factorMonth: factor.month,
});

/** Kilograms of all months, and the factor that they come to. */
const inTotal = (months: readonly MonthOfEmissions[]) => {
  const kg = months.reduce((sum, month) => sum + month.kg, 0);
  const kwh = months.reduce((sum, { energy }) => sum + kilowattHours(energy), 0);
  const factors = new Set(months.map(({ factor }) => factor.kgPerKwh));
  const last = months.at(-1)?.factor ?? DEFAULT_FACTOR;
  const isOne = factors.size <= 1 || kwh === 0;
  return { kgCO2: inKg(kg), factor: isOne ? last.kgPerKwh : Number((kg / kwh).toFixed(6)), year: last.year };
};

export const createEmissionsService = (needs: {
  meters: EmissionsRepository;
  reader: ConsumptionReader;
  establishments: EstablishmentsService;
  clock: () => Instant;
}): EmissionsService => {
  const { meters, reader, establishments, clock } = needs;

  /** Nothing is expected of a meter after its removal. */
  const daysOf = (meter: MeasuredPart, { first, last, now }: DaysAsked) =>
    reader.inTotal(meter, { first, last, now: meter.removedAt ?? now });

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
      const days = await Promise.all(whatIsTotal(there).map((meter) => daysOf(meter, { first, last, now })));
      const measured = sumDays(days.flat());
      const months = monthsFrom(first, last).map((month) =>
        emissionsOfMonth(month, days.flat(), asked.factors),
      );
      return {
        ...inTotal(months),
        months: months.map(toMonth),
        start: first,
        end: last,
        completeness: measured.presentQuarters === 0 ? 0 : measured.completeness,
      };
    },
  };
};
