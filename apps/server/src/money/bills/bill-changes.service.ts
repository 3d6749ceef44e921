import type { AnswerOf, QueryOf } from '@nascente/contract/base/call';
import type { BillChanges, readBillChanges } from '@nascente/contract/money/bill-changes';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  daysFrom,
  endOfDay,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import { isNationalHoliday } from '@nascente/domain/base/time/holidays';
import { instant } from '@nascente/domain/base/time/zone';
import { type Cents, cents, reais, sumCents } from '@nascente/domain/base/units/money';
import type { IndependentVariable } from '@nascente/domain/energy/baseline/independent-variables';
import { type Influence, influencesBetween } from '@nascente/domain/energy/baseline/influences';
import { daysTogether, measuredDays, toPastDay } from '@nascente/domain/energy/forecast/past-day';
import {
  type BillChange,
  type ConsumptionChange,
  comparedDays,
  explainBillChange,
  pricedBy,
} from '@nascente/domain/money/bill/bill-change';
import {
  billChangeSentence,
  changePartText,
  comparedDaysText,
} from '@nascente/domain/money/bill/bill-change-texts';
import { taxRulesText } from '@nascente/domain/money/charges/compared-taxes';
import { total as sumAll } from '@nascente/domain/money/lines/electric-cycle';
import { rulesOn } from '@nascente/domain/sites/tariffs/tariff-rules';
import { periodsOfRule, vatRuleOf } from '@nascente/domain/sites/tariffs/vat-periods';
import { touPeriodsOfVersions } from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import { sumTouPeriods, type TouTotals } from '@nascente/domain/telemetry/intervals/totals';
import { type DaysReader, inUnits } from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { calendarOf } from '../../sites/establishments/index.ts';
import { creditedOf, toDays } from './bill-answer.ts';
import type { MadeBill } from './bill-maker.ts';
import {
  type BilledEstablishment,
  type BilledEstablishments,
  consumedOf,
  partsOfEstablishment,
  readOnOf,
  requestedDays,
  todayAt,
} from './measured-days.ts';
import type { PriceSchedules } from './price-schedules/price-schedules.service.ts';

/** Temperature and production of an establishment from `first` to `last`, both included. */
export type VariablesBetween = (
  establishmentId: string,
  first: CivilDate,
  last: CivilDate,
) => Promise<readonly IndependentVariable[]>;

const YEAR_DAYS = 365;

type Requested = QueryOf<typeof readBillChanges>;

export type BillChangesService = ReturnType<typeof createBillChangesService>;

interface MeterUse {
  readonly mac: string | null;
  readonly name: string;
  readonly before: TouTotals;
  readonly after: TouTotals;
}

const REMAINDER = 'Sem medidor próprio';

/** The change of each meter at the prices of the change, largest first, with the remainder that no meter measured. */
const changesOfMeters = (
  uses: readonly MeterUse[],
  consumption: readonly ConsumptionChange[],
  scale: number,
  hasGeneral: boolean,
): BillChanges['meters'] => {
  if (uses.length < (hasGeneral ? 1 : 2)) return [];
  const complete = sumCents(consumption.map(({ amount }) => amount));
  const changes = uses.map(({ mac, name, before, after }) => {
    const changeOf = ({ touPeriod }: ConsumptionChange) =>
      touPeriod === null
        ? sumAll(after) - sumAll(before) * scale
        : after[touPeriod] - before[touPeriod] * scale;
    const amount = consumption.reduce((sum, change) => sum + changeOf(change) * change.unitPrice, 0);
    return {
      mac,
      name,
      change: consumption.reduce((sum, change) => sum + changeOf(change), 0),
      amount: cents(Math.round(amount)),
    };
  });
  const rest = {
    mac: null,
    name: REMAINDER,
    change:
      consumption.reduce((sum, { quantity }) => sum + quantity, 0) -
      changes.reduce((sum, { change }) => sum + change, 0),
    amount: cents(complete - sumCents(changes.map(({ amount }) => amount))),
  };
  return [...withRest(changes, rest, hasGeneral)]
    .sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount))
    .map(({ mac, name, change, amount }) => ({
      macAddress: mac,
      name,
      change: inUnits(change),
      amount: reais(amount),
    }));
};

interface MeterChange {
  readonly mac: string | null;
  readonly name: string;
  readonly change: number;
  readonly amount: Cents;
}

/** Without a general meter, the remainder is due to rounding and is assigned to the meter with the largest change. */
const withRest = (
  changes: readonly MeterChange[],
  rest: MeterChange,
  hasGeneral: boolean,
): readonly MeterChange[] => {
  if (hasGeneral) return [...changes, rest];
  const [first, ...others] = [...changes].sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount));
  return first === undefined ? [] : [{ ...first, amount: sumCents([first.amount, rest.amount]) }, ...others];
};

const sideOf = ({ bill, measured, terms }: MadeBill): BillChanges['before'] => ({
  start: bill.first,
  end: bill.last,
  total: reais(bill.total),
  ...creditedOf([bill], terms.contract),
  consumed: inUnits(sumAll(consumedOf(measured))),
  completeness: bill.completeness,
  ...(bill.estimated !== undefined && { estimated: bill.estimated }),
});

/** An earlier bill by the tax rule of a later one, with CBS and IBS in the base of ICMS as in the later one. */
const byRuleOf = (
  before: MadeBill,
  { terms: { contract } }: MadeBill,
  readOn: CivilDate | undefined,
  { last }: BillingCycle,
): MadeBill => {
  const rule = vatRuleOf(contract.vatPeriods ?? [], contract.due, readOn ?? last);
  const isVatInIcmsBase = rulesOn(contract.taxes, last)?.isVatInIcmsBase;
  const own = before.terms.contract;
  const taxes = own.taxes.map((period) => ({ ...period, isVatInIcmsBase }));
  return { ...before, ...pricedBy(before, { ...own, taxes, vatPeriods: periodsOfRule(rule) }) };
};

export const createBillChangesService = ({
  establishments,
  schedules,
  days,
  variablesBetween,
}: {
  establishments: BilledEstablishments;
  schedules: Pick<PriceSchedules, 'makeBill'>;
  days: DaysReader;
  variablesBetween: VariablesBetween;
}) => {
  /** Consumption of the meters below the general one, in both periods, by the time-of-use periods of each. */
  const usesOf = async (
    { facts, type, zone, now }: BilledEstablishment,
    sides: readonly (BillingCycle & Pick<MadeBill, 'terms'>)[],
  ): Promise<MeterUse[]> => {
    // Meters at inverters have no part in a bill.
    const below = facts.meters.filter(
      (meter) => meter.type === type && !meter.isGeneral && !meter.isInverter,
    );
    const read = await days.ofMany(
      sides.flatMap(({ first, last, terms: { versions } }) =>
        below.map((meter) => ({
          meter: { ...meter, zone },
          first,
          last,
          touPeriodsOn: touPeriodsOfVersions(versions),
        })),
      ),
      now,
    );
    return below
      .map(({ mac, name }, index) => ({
        mac,
        name,
        before: sumTouPeriods(read[index] ?? []),
        after: sumTouPeriods(read[below.length + index] ?? []),
      }))
      .filter(({ before, after }) => sumAll(before) > 0 || sumAll(after) > 0);
  };

  /** The influences of temperature and production; none if no values are stored. */
  const influencesOf = async (
    establishment: BilledEstablishment,
    before: BillingCycle,
    after: BillingCycle,
  ): Promise<readonly Influence[]> => {
    const { id, facts, type, zone, now } = establishment;
    const first = addDays(after.last, -YEAR_DAYS);
    const stored = await variablesBetween(id, first, after.last);
    if (stored.length === 0) return [];
    const within = { from: startOfDay(first, zone), to: endOfDay(after.last, zone) };
    const parts = partsOfEstablishment(facts.meters, type, within).map(({ meter, from, to }) => ({
      meter: { ...meter, zone },
      first: civilDateAt(from, zone),
      last: civilDateAt(instant(to - 1), zone),
    }));
    const read = await days.ofMany(parts, now);
    const year = measuredDays(daysTogether(read.flat().map(toPastDay)));
    return influencesBetween(year, isNationalHoliday, stored, {
      before: daysFrom(before.first, before.last),
      after: daysFrom(after.first, after.last),
    });
  };

  const explain = (before: MadeBill, after: MadeBill, influences: readonly Influence[], name: string) => {
    const change: BillChange = explainBillChange(before, after, influences);
    const use = {
      consumed: [sumAll(consumedOf(before.measured)), sumAll(consumedOf(after.measured))],
      flags: after.flags,
    } as const;
    const isLoaded =
      before.terms.tariff !== null && after.terms.tariff !== null && before.bill.completeness > 0;
    return {
      change,
      sentence: isLoaded ? billChangeSentence(change, use, name) : null,
      parts: change.parts.map((part) => ({
        kind: part.kind,
        label: changePartText(part, change, use),
        amount: reais(part.amount),
      })),
    };
  };

  return {
    /** Throws NotAllowed for a client user with access to only some of the meters. */
    async read(
      caller: Caller,
      id: string,
      { type, start, end, taxRule }: Requested,
    ): Promise<AnswerOf<typeof readBillChanges>['changes']> {
      const establishment = await establishments.find(caller, id, type, 'see-bills');
      const requested = requestedDays(establishment, { start, end });
      const period = start === undefined || end === undefined ? requested.cycle : { first: start, last: end };
      const compared = comparedDays(
        period as BillingCycle,
        todayAt(establishment),
        calendarOf(establishment.facts, type),
      );
      establishments.requireFullAccess(caller, establishment, compared.before);
      establishments.requireFullAccess(caller, establishment, compared.after);
      const [billed, after, influences] = await Promise.all([
        schedules.makeBill(establishment, compared.before),
        schedules.makeBill(establishment, compared.after),
        influencesOf(establishment, compared.before, compared.after),
      ]);
      const readOn = readOnOf(establishment, compared.after);
      const before = taxRule === 'later' ? byRuleOf(billed, after, readOn, compared.after) : billed;
      const uses = await usesOf(establishment, [
        { ...compared.before, terms: before.terms },
        { ...compared.after, terms: after.terms },
      ]);
      const comparedWith = comparedDaysText(compared.before, compared.isPart, compared.isOfDays);
      const { change, sentence, parts } = explain(before, after, influences, comparedWith);
      const hasGeneral = after.meters.some(({ isGeneral }) => isGeneral);
      return {
        type,
        previousCycle: toDays(requested.previous),
        nextCycle: requested.next === null ? null : toDays(requested.next),
        before: sideOf(before),
        after: sideOf(after),
        comparedWith,
        taxRules: taxRulesText(billed.bill, after.bill),
        difference: reais(cents(after.bill.total - before.bill.total)),
        sentence,
        parts,
        meters: changesOfMeters(uses, change.consumption, change.expectedFactor, hasGeneral),
        missing: [...new Set([...before.bill.missing, ...after.bill.missing])],
      };
    },
  };
};
