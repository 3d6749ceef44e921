import type { NightFlow } from '@nascente/contract/energy/water';
import type { Saving } from '@nascente/contract/insight/opportunity-kinds';
import type { TariffComparison } from '@nascente/contract/money/tariff-comparison';
import type { Reconciliation, UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import { businessHours } from '@nascente/contract/sites/establishments';
import type { BusinessHours } from '@nascente/domain/base/time/business-hours';
import { addDays, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { QuarterSums } from '../../energy/consumption/index.ts';
import type { YearOfBills, YearOfBillsService } from '../../money/bills/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import { NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type Meter, viewerOf } from '../../sites/meters/index.ts';
import {
  createEstablishmentRecordsRepository,
  type EstablishmentRecord,
} from './establishment-records.repository.ts';
import { wrongBillsSaving } from './kinds/bill-wrong.ts';
import { closedHoursSaving } from './kinds/closed-hours.ts';
import { withDemandTerms } from './kinds/demand.ts';
import { creditsSaving } from './kinds/expiring-credits.ts';
import { marketSaving } from './kinds/free-market.ts';
import { largerGenerationSaving } from './kinds/larger-generation.ts';
import { leakSaving } from './kinds/leak.ts';
import { type TariffSaving, tariffSaving } from './kinds/modality.ts';
import { generalMeterSaving } from './kinds/no-general-meter.ts';
import { oldPricesSaving } from './kinds/old-prices.ts';
import { peakSaving } from './kinds/peak.ts';
import { reactiveSaving } from './kinds/reactive.ts';
import { type MeasuredMeters, measuredMeters } from './measured-meters.ts';
import { opportunityYear } from './opportunity-year.ts';

/** Savings computed from the bills of the last year, under the contract of today. */
const yearSavings = async (
  billed: YearOfBills,
  hours: BusinessHours | null,
  meters: MeasuredMeters,
): Promise<readonly (Saving | null)[]> => {
  const year = opportunityYear(billed);
  const inverters = year.contract.generation === null ? null : await year.inverters();
  return [
    reactiveSaving(year),
    closedHoursSaving(year, hours, meters),
    await peakSaving(year, meters),
    marketSaving(year),
    await creditsSaving(year),
    largerGenerationSaving(year, inverters, meters),
    oldPricesSaving(year),
    await generalMeterSaving(year, meters),
  ];
};

const MAX_CACHED_ESTABLISHMENTS = 5000;
/** Bills that began earlier are ignored. */
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

/** `null` if the account may not see the data, or if they were removed meanwhile. */
const unlessHidden = async <T>(read: () => Promise<T>): Promise<T | null> => {
  try {
    return await read();
  } catch (failure) {
    if (failure instanceof NotAllowed || failure instanceof NotFound) return null;
    throw failure;
  }
};

interface Establishment {
  readonly id: string;
  readonly meters: readonly Meter[];
  readonly record: EstablishmentRecord;
}

export const createSavingFinder = (
  needs: SavingSources & { database: Pick<Database, 'changes' | 'db'>; clock: () => Instant },
) => {
  const { comparison, year, sums, entered, readNights, database, clock } = needs;
  const records = createEstablishmentRecordsRepository(database.db);
  const whileUnchanged = createWhileUnchanged<readonly Saving[]>(database.changes, MAX_CACHED_ESTABLISHMENTS);

  const byTariff = async (caller: Caller, id: string): Promise<TariffSaving | null> => {
    const compared = await unlessHidden(() => comparison.read(caller, id, undefined));
    return compared && tariffSaving(compared);
  };

  const byYear = async (
    caller: Caller,
    { id, meters, record }: Establishment,
  ): Promise<readonly Saving[]> => {
    const tariff = await byTariff(caller, id);
    const read = await unlessHidden(() => year.read(caller, id));
    if (read === null || read.series.length === 0) return tariff === null ? [] : [tariff];
    const hours = businessHours.safeParse(record.businessHours);
    const found = await yearSavings(read, hours.success ? hours.data : null, measuredMeters(meters, sums));
    const { recoveredShare } = read;
    return [withDemandTerms(tariff, read), ...found].flatMap((saving) =>
      saving === null ? [] : [{ ...saving, ...(recoveredShare !== null && { recoveredShare }) }],
    );
  };

  const byBills = async (caller: Caller, { id, meters, record }: Establishment): Promise<Saving | null> => {
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

  const byMoney = async (caller: Caller, establishment: Establishment): Promise<readonly Saving[]> => {
    const found = await byYear(caller, establishment);
    const wrong = await byBills(caller, establishment);
    return wrong === null ? found : [...found, wrong];
  };

  /** Cached for accounts that see the whole establishment. For client users, who may see a part, they are computed each time. */
  const ofElectricity = async (
    caller: Caller,
    id: string,
    meters: readonly Meter[],
  ): Promise<readonly Saving[]> => {
    const record = await records.read(id);
    if (record === null) return [];
    const establishment = { id, meters, record };
    if (viewerOf(caller).scope === 'granted') return byMoney(caller, establishment);
    const hour = Math.floor(clock() / HOUR_MS);
    return whileUnchanged(`${id} ${hour} ${record.entered ?? ''}`, () => byMoney(caller, establishment));
  };

  const byNights = async (caller: Caller, { mac, name }: Meter): Promise<Saving | null> => {
    const nights = await unlessHidden(() => readNights(caller, mac));
    return nights && leakSaving({ mac, name }, nights);
  };

  /** @param meters - those of the establishment that the caller may see */
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
