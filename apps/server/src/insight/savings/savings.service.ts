import type { QueryOf } from '@nascente/contract/base/call';
import type { readSaving, Saving, SavingAnswer } from '@nascente/contract/insight/savings';
import { addDays, type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { isNationalHoliday } from '@nascente/domain/base/time/holidays';
import type { Instant } from '@nascente/domain/base/time/zone';
import { reais } from '@nascente/domain/base/units/money';
import {
  avoidedUse,
  baselineQuality,
  fitBaseline,
  MIN_DAYS,
} from '@nascente/domain/energy/baseline/baseline';
import {
  daysWithout,
  type IndependentVariable,
  isEnough,
} from '@nascente/domain/energy/baseline/independent-variables';
import { measuredDays } from '@nascente/domain/energy/forecast/past-day';
import { addedOn, type OtherChange, withoutChanges } from '@nascente/domain/insight/savings/day-values';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { DayConsumption } from '@nascente/domain/telemetry/intervals/totals';
import { type ConsumptionReader, inUnits, type SubjectPrices } from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import { inThousandths, type SavingChangesRepository, toSavingChange } from './saving-changes.repository.ts';
import type { VariablesRepository } from './variables.repository.ts';

type Hours = NonNullable<QueryOf<typeof readSaving>['hours']>;
type CountedDay = DayConsumption & { readonly counted: number };

const YEAR_DAYS = 365;
const CENTS = 100;
const NOT_YET = 'A medição começa no dia seguinte à mudança, quando esse dia tiver passado inteiro.';
const notEnough = (count: number): string =>
  `Faltam dados do ano anterior à mudança: ${count} dias inteiros medidos, e são necessários ${MIN_DAYS}.`;
const EMPTY = 'O medidor não registrou consumo no ano anterior à mudança.';
const NO_PEAK = 'O medidor não registrou consumo de ponta no ano anterior à mudança.';
/** Prices are in 1e-10 R$ a kWh, counted energy in thousandths of a Wh. */
const PRICE_UNITS = 1e10;
const MWH_PER_KWH = 1e6;

type Measured = Omit<SavingAnswer, 'changes'>;

/** Scales a change of whole days to their counted part, by its share of the days before. */
const changesWithin = (
  changes: readonly OtherChange[],
  before: readonly CountedDay[],
): readonly OtherChange[] => {
  const total = before.reduce((sum, day) => sum + day.total, 0);
  const share = total === 0 ? 0 : before.reduce((sum, { counted }) => sum + counted, 0) / total;
  return changes.map((one) => (one.perDay === null ? one : { ...one, perDay: one.perDay * share }));
};

const ML_PER_LITRE = 1000;

/** A repaired leak as a change: the expectation includes it, because it would have continued; the year before does not. */
const leakOf = ({ leakSince, leakPerDay }: QueryOf<typeof readSaving>): readonly OtherChange[] =>
  leakSince === undefined || leakPerDay === undefined
    ? []
    : [
        {
          begins: leakSince,
          undone: null,
          perDay: Number(leakPerDay) * ML_PER_LITRE,
          share: null,
        },
      ];

const pending = (missing: string): Measured => ({ ok: true, saving: null, missing });

/** For each entered variable, whether the model uses it, and how many days have no value. */
const toVariables = (
  imported: readonly IndependentVariable[],
  {
    enough,
    taken,
    days,
  }: {
    enough: readonly IndependentVariable[];
    taken: readonly IndependentVariable['kind'][];
    days: readonly CountedDay[];
  },
): Saving['variables'] =>
  imported.map((one) => {
    const use = taken.includes(one.kind) ? 'taken' : enough.includes(one) ? 'no-better' : 'too-few';
    return { kind: one.kind, use, daysWithout: daysWithout(one, days) };
  });

const toMonths = (days: readonly CountedDay[], expectedOn: (date: CivilDate) => number): Saving['months'] =>
  [...Map.groupBy(days, ({ date }) => date.slice(0, 'YYYY-MM'.length))].map(([month, daysOfMonth]) => ({
    month,
    expected: inUnits(daysOfMonth.reduce((sum, { date }) => sum + expectedOn(date), 0)),
    measured: inUnits(daysOfMonth.reduce((sum, { counted }) => sum + counted, 0)),
  }));

export const createSavingsService = (needs: {
  directory: MeterDirectory;
  reader: ConsumptionReader;
  prices: SubjectPrices;
  repository: Pick<SavingChangesRepository, 'list'>;
  variables: Pick<VariablesRepository, 'between'>;
  clock: () => Instant;
}) => {
  const { directory, reader, prices, repository, variables, clock } = needs;

  /** R$ of a thousandth of a Wh or litre; of the peak, its surcharge. Null without a tariff or counted consumption. */
  const rateOf = async (caller: Caller, meter: Meter, days: readonly CountedDay[], hours: Hours) => {
    const counted = days.reduce((sum, one) => sum + one.counted, 0);
    if (counted === 0) return null;
    const priced = await prices.ofDays(caller, { meter, days });
    if (hours === 'all') return priced.total === null ? null : reais(priced.total) / counted;
    let dearer = 0;
    for (const { date, counted: energy } of days) {
      const pricesOfDay = priced.pricesOn(date);
      if (pricesOfDay === null) return null;
      dearer += energy * Number(pricesOfDay.inPoint - pricesOfDay.outPoint);
    }
    return dearer / PRICE_UNITS / MWH_PER_KWH / counted;
  };

  const measure = async (
    caller: Caller,
    meter: Meter,
    requested: QueryOf<typeof readSaving>,
    changes: readonly OtherChange[],
  ): Promise<Measured> => {
    const now = clock();
    const { hours = 'all' } = requested;
    const since = requested.since;
    const yesterday = addDays(civilDateAt(now, meter.zone), -1);
    if (yesterday <= since) return pending(NOT_YET);
    const span = { first: addDays(since, -YEAR_DAYS), last: yesterday };
    const touPeriodsOn = prices
      .touPeriodsOf(caller, meter, span)
      .then((touPeriods) => touPeriods.touPeriodsOn);
    const read = await reader.inTotal(meter, { ...span, now, touPeriodsOn });
    const complete = measuredDays(read).map(
      (day): CountedDay => ({ ...day, counted: hours === 'peak' ? day.inPoint : day.total }),
    );
    const before = complete.filter(({ date }) => date < since);
    const later = complete.filter(({ date }) => date > since);
    if (later.length === 0) return pending(NOT_YET);
    if (before.length < MIN_DAYS) return pending(notEnough(before.length));
    const leak = leakOf(requested);
    const within = [...leak, ...changesWithin(changes, before)];
    const toFit = before.map(({ date, counted }) => ({ date, total: counted }));
    const stored = await variables.between(meter.establishmentId, span.first, span.last);
    const enough = stored.filter((one) => isEnough(one, { before, after: later, fewest: MIN_DAYS }));
    const baseline = fitBaseline(withoutChanges(within, toFit), isNationalHoliday, enough);
    if (baseline === null) return pending(hours === 'peak' ? NO_PEAK : EMPTY);
    const after = later.filter(baseline.covers);
    const last = after.at(-1);
    if (last === undefined) return pending(NOT_YET);
    const added = (date: CivilDate) => addedOn(within, date, baseline.expectedOn(date));
    const { avoided, low, high, expected } = avoidedUse(
      baseline,
      after.map(({ date, counted }) => ({ date, total: counted })),
      added,
    );
    const leaked = (date: CivilDate) => addedOn(leak, date, baseline.expectedOn(date));
    const changed = after.reduce((sum, { date }) => sum + added(date) - leaked(date), 0);
    const rate = await rateOf(caller, meter, after, hours);
    const inReais = (amount: number) => Math.round(amount * (rate ?? 0) * CENTS) / CENTS;
    return {
      ok: true,
      missing: null,
      saving: {
        since,
        until: last.date,
        days: after.length,
        avoided: inUnits(avoided),
        low: inUnits(low),
        high: inUnits(high),
        expected: inUnits(expected),
        cost: rate === null ? null : { avoided: inReais(avoided), low: inReais(low), high: inReais(high) },
        months: toMonths(after, (date) => baseline.expectedOn(date) + added(date)),
        changed: inUnits(changed),
        variables: toVariables(stored, {
          enough,
          taken: baseline.variables,
          days: [...before, ...later],
        }),
        baselineDays: before.length,
        quality: baselineQuality(baseline),
        cvRmse: baseline.cvRmse,
        nmbe: baseline.nmbe,
      },
    };
  };

  return {
    ofMeter: (caller: Caller, mac: Mac, requested: QueryOf<typeof readSaving>): Promise<SavingAnswer> =>
      directory.read(caller, 'see-consumption', mac, async (meter) => {
        const changes = await repository.list(meter.installationId);
        return {
          ...(await measure(caller, meter, requested, changes.map(inThousandths))),
          changes: changes.map(toSavingChange),
        };
      }),
  };
};
