import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import {
  addDays,
  type CivilDate,
  civilDate,
  earlierDay,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import {
  type CycleAround,
  type CycleSoFar,
  cycleAround,
  daysWithin,
} from '@nascente/domain/energy/forecast/cycle-so-far';
import { daysTogether } from '@nascente/domain/energy/forecast/past-day';
import { sharesOfParts } from '@nascente/domain/energy/subjects/meter-parts';
import { type BudgetCycle, usualShare } from '@nascente/domain/money/budgets/usual-pace';
import { versionOn } from '@nascente/domain/sites/tariffs/simple-tariff';
import type { TouPeriodsOn } from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Meter } from '../../../sites/meters/index.ts';
import type { TariffsService } from '../../../sites/tariffs/index.ts';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import { ALONE, type Alike, type PriceDays, type ShareSoFar, toMonthSoFar } from '../cycle/cycle-answer.ts';
import {
  type BilledSubject,
  type CycleInBrief,
  pricesInReais,
  priceTogether,
  type SubjectPrices,
} from '../prices/subject-prices.ts';
import type { EstablishmentSubject, Subject, SubjectPart } from './subject.ts';
import { readCycleSoFar } from './subject-days.ts';

export interface SubjectShare extends ShareSoFar {
  readonly parts: readonly SubjectPart[];
}

export type SubjectCycles = ReturnType<typeof createSubjectCycles>;

/** Current parts are read as far back as a forecast needs; former parts from the previous cycle on. */
const partsAround = (subject: Subject, { previous, learntFrom }: CycleAround): readonly SubjectPart[] => {
  const { parts } = subject.partsOn({ first: earlierDay(previous.first, learntFrom), last: subject.today });
  const since = startOfDay(previous.first, subject.zone);
  return parts.filter(({ to }) => to > since);
};

/**
 * The share of a cycle that its days so far usually consume. A meter that replaced another continues its days. `null`: no meter
 * measures the subject now.
 */
export const usualShareOf = (shares: readonly SubjectShare[], subject: Subject): number | null => {
  const present = shares.find(({ parts }) => parts.some(({ to }) => to > subject.now));
  if (present === undefined) return null;
  const { today, cycle, shareToCome } = present.soFar;
  const daysElapsed = Math.max(...shares.map(({ soFar }) => soFar.daysElapsed));
  return usualShare({
    first: addDays(today, 1 - daysElapsed),
    last: cycle.last,
    today,
    days: daysTogether(shares.flatMap(({ soFar }) => soFar.pastDays)),
    shareToCome,
  });
};

export const billedTotal = ({ id, type }: EstablishmentSubject): BilledSubject => ({
  establishmentId: id,
  type,
  installationId: null,
});

/** The billing cycles of all subjects: measured, priced, compared, forecast. */
export const createSubjectCycles = (needs: {
  meterDays: Pick<MeterDays, 'readTogether' | 'readDays'>;
  tariffs: TariffsService;
  prices: SubjectPrices;
}) => {
  const { meterDays, tariffs, prices } = needs;
  const read = { sums: meterDays.readTogether, daySums: meterDays.readDays };

  /** The cycle so far of each share; empty if no meter measured the subject. */
  const sharesOf = (subject: Subject, touPeriodsOn?: TouPeriodsOn): Promise<readonly SubjectShare[]> => {
    const around = cycleAround(subject.today, subject.calendar);
    const shares = sharesOfParts(partsAround(subject, around), {
      zone: subject.zone,
      now: subject.now,
      learntFrom: around.learntFrom,
    });
    return Promise.all(
      shares.map(async (share) => ({
        ...share,
        soFar: await readCycleSoFar(read, { ...subject, touPeriodsOn }, share.parts, around),
      })),
    );
  };

  /** The prices of the tariff of all meters; `null`: they have several tariffs, or none. */
  const commonPrices = async (shares: readonly ShareSoFar[], today: CivilDate) => {
    const [id, ...others] = new Set(shares.map(({ tariffId }) => tariffId));
    if (id == null || others.length > 0) return null;
    return pricesInReais(versionOn(await tariffs.versionsOf(id), today));
  };

  const alike = (subject: Subject, { cycle, today, previous, alike: compared }: CycleSoFar) => {
    const current = { first: cycle.first, last: today };
    return {
      previousDays: subject.isMeasuredAlike(current, { first: previous.first, last: compared.end }),
      previousTotal: subject.isMeasuredAlike(current, previous),
    };
  };

  const readBilled = async (
    caller: Caller,
    subject: Subject,
    billed: BilledSubject,
    compared: (first: CycleSoFar) => Alike = (first) => alike(subject, first),
  ): Promise<{ readonly shares: readonly SubjectShare[]; readonly cycle: MonthSoFar } | null> => {
    const { countedFrom, previous } = cycleAround(subject.today, subject.calendar);
    const { touPeriodsOn } = await prices.touPeriodsOf(caller, billed, {
      first: countedFrom,
      last: subject.today,
    });
    const [shares] = await Promise.all([
      sharesOf(subject, touPeriodsOn),
      // The bills are computed meanwhile, and `cycleOf` uses them within the same request.
      prices.prepare(caller, billed, { first: previous.first, last: subject.today }),
    ]);
    const [first] = shares;
    if (first === undefined) return null;
    const price: PriceDays = (days) => priceTogether(tariffs, days);
    const cycle = await toMonthSoFar(shares, price, compared(first.soFar));
    return { shares, cycle: { ...cycle, prices: await commonPrices(shares, subject.today) } };
  };

  const readAmounts = async (caller: Caller, subject: EstablishmentSubject) => {
    const billed = billedTotal(subject);
    const found = await readBilled(caller, subject, billed, () => ALONE);
    return found && { shares: found.shares, amounts: await prices.amountsOf(caller, billed, found.cycle) };
  };

  return {
    sharesOf,
    async ofEstablishment(caller: Caller, subject: EstablishmentSubject): Promise<MonthSoFar | null> {
      const billed = billedTotal(subject);
      const found = await readBilled(caller, subject, billed);
      return found && prices.cycleOf(caller, billed, found.cycle);
    },
    async amountsOf(caller: Caller, subject: EstablishmentSubject): Promise<CycleInBrief | null> {
      return (await readAmounts(caller, subject))?.amounts ?? null;
    },
    async establishmentBudgetCycle(
      caller: Caller,
      subject: EstablishmentSubject,
    ): Promise<BudgetCycle | null> {
      const found = await readAmounts(caller, subject);
      if (found === null) return null;
      const { start, end, ...amounts } = found.amounts;
      const usualShare = usualShareOf(found.shares, subject);
      return { start: civilDate(start), end: civilDate(end), ...amounts, usualShare };
    },
    /**
     * A meter that measures its establishment alone gets the amounts of the bill; others get the cost of their energy at the
     * prices of the bill.
     */
    async ofMeter(caller: Caller, meter: Meter, subject: Subject): Promise<MonthSoFar> {
      const found = await readBilled(caller, subject, meter);
      const { shares, cycle: byTariff } = found as NonNullable<typeof found>;
      const cycle = await prices.cycleOf(caller, meter, byTariff);
      if (cycle.basis === 'contract') return cycle;
      const { pastDays, days, today } = (shares[0] as SubjectShare).soFar;
      const completeDays = [...pastDays, ...daysWithin(days, today, today)];
      return toMonthSoFar(shares, ([requested]) =>
        prices.ofDays(caller, { meter, days: requested?.days ?? [], fullDays: completeDays }),
      );
    },
  };
};
