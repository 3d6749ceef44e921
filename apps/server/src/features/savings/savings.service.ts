import type { Saving, SavingAnswer } from '@nascente/contract/savings';
import { measuredDays } from '@nascente/domain/consumption/past-day';
import type { DayConsumption } from '@nascente/domain/consumption/totals';
import { avoidedUse, baselineQuality, fitBaseline } from '@nascente/domain/savings/baseline';
import type { OtherChange } from '@nascente/domain/savings/other-changes';
import { addedOn, withoutChanges } from '@nascente/domain/savings/other-changes';
import { addDays, type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import { isNationalHoliday } from '@nascente/domain/time/holidays';
import type { Instant } from '@nascente/domain/time/zone';
import { reais } from '@nascente/domain/units/money';
import type { Caller } from '../../platform/http/caller.ts';
import { type ConsumptionReader, inUnits, type MeterPrices } from '../consumption/index.ts';
import type { Meter, MeterDirectory } from '../meters/index.ts';
import { inThousandths, toSavingChange } from './saving-change.ts';
import type { SavingChangesRepository } from './saving-changes.repository.ts';

interface SavingsService {
  ofMeter(caller: Caller, mac: string, since: string): Promise<SavingAnswer>;
}

const YEAR_DAYS = 365;
const FEWEST_DAYS = 300;
const CENTS = 100;
const NOT_YET = 'A medição começa no dia seguinte à mudança, quando esse dia tiver passado inteiro.';
const notEnough = (count: number): string =>
  `Faltam dados do ano anterior à mudança: ${count} dias inteiros medidos, e são precisos ${FEWEST_DAYS}.`;
const NOTHING = 'O medidor não registrou consumo no ano anterior à mudança.';

type Measured = Omit<SavingAnswer, 'changes'>;

const untold = (missing: string): Measured => ({ ok: true, saving: null, missing });

const toMonths = (
  days: readonly DayConsumption[],
  expectedOn: (date: CivilDate) => number,
): Saving['months'] =>
  [...Map.groupBy(days, ({ date }) => date.slice(0, 'YYYY-MM'.length))].map(([month, daysOfMonth]) => ({
    month,
    expected: inUnits(daysOfMonth.reduce((sum, { date }) => sum + expectedOn(date), 0)),
    measured: inUnits(daysOfMonth.reduce((sum, { total }) => sum + total, 0)),
  }));

export const createSavingsService = (needs: {
  directory: MeterDirectory;
  reader: ConsumptionReader;
  prices: MeterPrices;
  repository: Pick<SavingChangesRepository, 'list'>;
  clock: () => Instant;
}): SavingsService => {
  const { directory, reader, prices, repository, clock } = needs;

  /** R$ of a thousandth of a Wh or of a litre, at what those days cost; null without a tariff. */
  const rateOf = async (caller: Caller, meter: Meter, days: readonly DayConsumption[]) => {
    const consumed = days.reduce((sum, { total }) => sum + total, 0);
    const { total } = await prices.ofDays(caller, { meter, days });
    return total === null || consumed === 0 ? null : reais(total) / consumed;
  };

  const measure = async (
    caller: Caller,
    meter: Meter,
    since: CivilDate,
    changes: readonly OtherChange[],
  ): Promise<Measured> => {
    const now = clock();
    const yesterday = addDays(civilDateAt(now, meter.zone), -1);
    if (yesterday <= since) return untold(NOT_YET);
    const read = await reader.inTotal(meter, { first: addDays(since, -YEAR_DAYS), last: yesterday, now });
    const whole = measuredDays(read);
    const before = whole.filter(({ date }) => date < since);
    const after = whole.filter(({ date }) => date > since);
    const last = after.at(-1);
    if (last === undefined) return untold(NOT_YET);
    if (before.length < FEWEST_DAYS) return untold(notEnough(before.length));
    const baseline = fitBaseline(withoutChanges(changes, before), isNationalHoliday);
    if (baseline === null) return untold(NOTHING);
    const added = (date: CivilDate) => addedOn(changes, date, baseline.expectedOn(date));
    const { avoided, low, high, expected } = avoidedUse(baseline, after, added);
    const changed = after.reduce((sum, { date }) => sum + added(date), 0);
    const rate = await rateOf(caller, meter, after);
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
        quality: baselineQuality(baseline),
        cvRmse: baseline.cvRmse,
        nmbe: baseline.nmbe,
      },
    };
  };

  return {
    ofMeter: (caller, mac, since) =>
      directory.read(caller, 'see-consumption', mac, async (meter) => {
        const changes = await repository.list(meter.installationId);
        return {
          ...(await measure(caller, meter, since as CivilDate, changes.map(inThousandths))),
          changes: changes.map(toSavingChange),
        };
      }),
  };
};
