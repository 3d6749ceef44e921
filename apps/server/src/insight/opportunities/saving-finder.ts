import type { NightFlow } from '@nascente/contract/energy/water';
import type { Saving, SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import type { TariffComparison } from '@nascente/contract/money/tariff-comparison';
import type { Reconciliation, UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import { businessHours } from '@nascente/contract/sites/establishments';
import type { BusinessHours } from '@nascente/domain/base/time/business-hours';
import { addDays, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { consumedIn, localQuarters } from '@nascente/domain/insight/opportunities/changed-series';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { POSTS } from '@nascente/domain/sites/tou-windows/posts';
import { type EnergySeries, valueAt } from '@nascente/domain/telemetry/intervals/series';
import type { QuarterSums } from '../../energy/consumption/index.ts';
import type { YearOfBills, YearOfBillsService } from '../../money/bills/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import { NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type Meter, viewerOf } from '../../sites/meters/index.ts';
import { UNKNOWN_AMOUNT } from './cycle-saving.ts';
import { createEstablishmentRecordsRepository, type EstablishmentRecord } from './decisions.repository.ts';
import { wrongBillsSaving } from './kinds/bill-wrong.ts';
import { closedHoursSaving } from './kinds/closed-hours.ts';
import { withDemandTerms } from './kinds/demand.ts';
import { creditsSaving } from './kinds/expiring-credits.ts';
import { marketSaving } from './kinds/free-market.ts';
import { largerGenerationSaving } from './kinds/larger-generation.ts';
import { leakSaving } from './kinds/leak.ts';
import { type TariffSaving, tariffSaving } from './kinds/modality.ts';
import { oldPricesSaving } from './kinds/old-prices.ts';
import { peakSaving } from './kinds/peak.ts';
import { reactiveSaving } from './kinds/reactive.ts';
import { opportunityYear } from './opportunity-year.ts';

const PEAK = POSTS.indexOf('inPoint');
/** What a meter does in the peak is told by its last weeks. */
const LOOKED_BACK_MS = 35 * DAY_MS;
const MWH_PER_KWH = 1e6;

/** What each meter measured in the last weeks of a year; null of one that was not there yet. */
const lastWeeks = async (
  { series }: YearOfBills,
  meters: readonly Meter[],
  sums: QuarterSums,
): Promise<readonly { readonly meter: Meter; readonly measured: EnergySeries }[]> => {
  const last = valueAt(series.start, series.length - 1);
  const [from, to] = [instant(last - LOOKED_BACK_MS), instant(last)];
  const spans = meters.flatMap((meter) => {
    const since = instant(Math.max(from, meter.installedAt));
    return since >= to ? [] : [{ meter, since }];
  });
  const measured = await sums(
    'electric',
    spans.map(({ meter: { installationId }, since }) => [{ installationId, from: since, to }]),
  );
  return spans.flatMap(({ meter }, index) => {
    const one = measured[index];
    return one === undefined ? [] : [{ meter, measured: one }];
  });
};

const isInverter = ({ hasSolarPanel, isGeneral }: Meter): boolean => hasSolarPanel && !isGeneral;

/** Those of electricity that measure what is consumed. */
const consuming = (meters: readonly Meter[]): readonly Meter[] =>
  meters.filter((meter) => meter.kind !== 'water' && !isInverter(meter));

/** Of the meters that measure parts, the one that consumes most in peak hours of late; null where there is none. */
const meterBehind = async (
  year: YearOfBills,
  parts: readonly Meter[],
  sums: QuarterSums,
): Promise<Meter | null> => {
  const { zone, postsOn } = year;
  const inPeak = (one: EnergySeries): number =>
    localQuarters(one, zone).reduce(
      (sum, { date, quarter }, slot) => (postsOn(date)[quarter] === PEAK ? sum + consumedIn(one, slot) : sum),
      0,
    );
  let [most, behind]: [number, Meter | null] = [0, null];
  for (const { meter, measured } of await lastWeeks(year, parts, sums)) {
    const energy = inPeak(measured);
    if (energy > most) [most, behind] = [energy, meter];
  }
  return behind;
};

/** The one that measures all: the general meter, or the only one. */
const wholeMeter = (meters: readonly Meter[]): Meter | null => {
  const electric = consuming(meters);
  return (
    electric.find(({ isGeneral }) => isGeneral) ?? (electric.length === 1 ? (electric[0] ?? null) : null)
  );
};

const named = (meter: Meter | null) => meter && { mac: meter.mac, name: meter.name };

/** The savings, each with the meter at which it is seen and can be measured: behind the peak, or of all that is consumed. */
const withMeters = async (
  savings: readonly Saving[],
  year: YearOfBills,
  meters: readonly Meter[],
  sums: QuarterSums,
): Promise<readonly Saving[]> => {
  const whole = wholeMeter(meters);
  const hasPeak = savings.some(({ kind }) => kind === 'peak');
  const parts = consuming(meters).filter((meter) => meter !== whole);
  const behind = hasPeak ? named(await meterBehind(year, parts, sums)) : null;
  const at = named(whole);
  const all = at && ({ ...at, hours: 'all' } as const);
  return savings.map((saving) => {
    if (saving.kind === 'peak') {
      const measured = at && ({ ...at, hours: 'peak' } as const);
      return { ...saving, peak: { ...saving.peak, meter: behind }, measured };
    }
    if (saving.kind === 'closed-hours')
      return { ...saving, closed: { ...saving.closed, meter: at }, measured: all };
    return saving.kind === 'larger-generation' ? { ...saving, measured: all } : saving;
  });
};

/**
 * An establishment of several meters of which none is the general one: what flows past them, its whole demand and its power factor are
 * not known, and so not what that is worth. Null where one measures all.
 */
const unmeasuredWhole = async (
  year: YearOfBills,
  meters: readonly Meter[],
  sums: QuarterSums,
): Promise<SavingOf<'no-general-meter'> | null> => {
  const parts = consuming(meters);
  if (parts.length === 0 || wholeMeter(meters) !== null) return null;
  const measured = await lastWeeks(year, parts, sums);
  const energyOf = (one: EnergySeries): number =>
    one.start.reduce((sum, _, slot) => sum + consumedIn(one, slot), 0) / MWH_PER_KWH;
  const withEnergy = measured.map(({ meter: { mac, name }, measured: one }) => ({
    mac,
    name,
    energy: energyOf(one),
  }));
  return {
    kind: 'no-general-meter',
    ...UNKNOWN_AMOUNT,
    parts: withEnergy.toSorted((one, other) => other.energy - one.energy),
    evidence: [],
  };
};

/** Savings computed from the bills of the last year, under the contract of today. */
const yearSavings = async (billed: YearOfBills, hours: BusinessHours | null): Promise<readonly Saving[]> => {
  const year = opportunityYear(billed);
  const inverters = year.contract.generation === null ? null : await year.inverters();
  const found: readonly (Saving | null)[] = [
    reactiveSaving(year),
    closedHoursSaving(year, hours),
    peakSaving(year),
    marketSaving(year, year.totals),
    await creditsSaving(year),
    inverters === null ? null : largerGenerationSaving(year, inverters),
    oldPricesSaving(year, year.totals),
  ];
  return found.filter((saving) => saving !== null);
};

/** As many establishments as one server keeps the savings of in mind. */
const ESTABLISHMENTS_KEPT = 5000;
/** Bills that began longer ago are not looked at. */
const BILL_DAYS = 400;

export interface SavingSources {
  readonly comparison: { read(caller: Caller, id: string, end: undefined): Promise<TariffComparison> };
  readonly year: YearOfBillsService;
  readonly sums: QuarterSums;
  readonly entered: {
    list(caller: Caller, id: string, type: 'eletric'): Promise<UtilityBillAnswer[]>;
    reconcile(caller: Caller, id: string, billId: string): Promise<Reconciliation>;
  };
  readonly readNights: (caller: Caller, mac: Mac) => Promise<NightFlow>;
}

/** What a caller does not see, or what has gone meanwhile, saves nothing that could be told to them. */
const unlessHidden = async <T>(read: () => Promise<T>): Promise<T | null> => {
  try {
    return await read();
  } catch (failure) {
    if (failure instanceof NotAllowed || failure instanceof NotFound) return null;
    throw failure;
  }
};

interface Looked {
  readonly id: string;
  readonly meters: readonly Meter[];
  readonly record: EstablishmentRecord;
}

/** Finds what could be saved at an establishment. */
export const createSavingFinder = (
  needs: SavingSources & { database: Pick<Database, 'changes' | 'db'>; clock: () => Instant },
) => {
  const { comparison, year, sums, entered, readNights, database, clock } = needs;
  const records = createEstablishmentRecordsRepository(database.db);
  const whileUnchanged = createWhileUnchanged<readonly Saving[]>(database.changes, ESTABLISHMENTS_KEPT);

  const byTariff = async (caller: Caller, id: string): Promise<TariffSaving | null> => {
    const compared = await unlessHidden(() => comparison.read(caller, id, undefined));
    return compared && tariffSaving(compared);
  };

  /** What the tariff of today costs too much, and what would have been saved by measuring something else. */
  const byYear = async (caller: Caller, { id, meters, record }: Looked): Promise<readonly Saving[]> => {
    const tariff = await byTariff(caller, id);
    const read = await unlessHidden(() => year.read(caller, id));
    if (read === null || read.series.length === 0) return tariff === null ? [] : [tariff];
    const hours = businessHours.safeParse(record.businessHours);
    const savings = await yearSavings(read, hours.success ? hours.data : null);
    const found = [
      withDemandTerms(tariff, read),
      ...(await withMeters(savings, read, meters, sums)),
      await unmeasuredWhole(read, meters, sums),
    ];
    return found.filter((saving) => saving !== null);
  };

  const byBills = async (caller: Caller, { id, meters, record }: Looked): Promise<Saving | null> => {
    const [first] = meters;
    if (record.entered === null || first === undefined) return null;
    const today = civilDateAt(clock(), first.zone);
    const bills = (await unlessHidden(() => entered.list(caller, id, 'eletric'))) ?? [];
    const reconciled: Reconciliation[] = [];
    for (const { id: billId, start, end } of bills) {
      if (start < addDays(today, -BILL_DAYS) || end > today) continue;
      const one = await unlessHidden(() => entered.reconcile(caller, id, billId));
      if (one !== null) reconciled.push(one);
    }
    return wrongBillsSaving(reconciled, today);
  };

  const byMoney = async (caller: Caller, looked: Looked): Promise<readonly Saving[]> => {
    const found = await byYear(caller, looked);
    const wrong = await byBills(caller, looked);
    return wrong === null ? found : [...found, wrong];
  };

  /** The same for everybody who sees the whole establishment; who may see only a part of it is asked for anew each time. */
  const ofElectricity = async (
    caller: Caller,
    id: string,
    meters: readonly Meter[],
  ): Promise<readonly Saving[]> => {
    const record = await records.read(id);
    if (record === null) return [];
    const looked = { id, meters, record };
    if (viewerOf(caller).scope === 'given') return byMoney(caller, looked);
    const hour = Math.floor(clock() / HOUR_MS);
    return whileUnchanged(`${id} ${hour} ${record.entered ?? ''}`, () => byMoney(caller, looked));
  };

  const byNights = async (caller: Caller, { mac, name }: Meter): Promise<Saving | null> => {
    const nights = await unlessHidden(() => readNights(caller, mac));
    return nights && leakSaving({ mac, name }, nights);
  };

  /** @param meters of the establishment, that the caller sees */
  return async (caller: Caller, id: string, meters: readonly Meter[]): Promise<readonly Saving[]> => {
    const isElectric = meters.some(({ kind }) => kind !== 'water');
    const found = isElectric ? [...(await ofElectricity(caller, id, meters))] : [];
    for (const meter of meters) {
      const leak = meter.kind === 'water' ? await byNights(caller, meter) : null;
      if (leak !== null) found.push(leak);
    }
    return found;
  };
};

export type SavingFinder = ReturnType<typeof createSavingFinder>;
