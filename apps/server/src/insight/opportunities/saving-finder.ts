import type { NightFlow } from '@nascente/contract/energy/water';
import type { Saving } from '@nascente/contract/insight/opportunity-kinds';
import type { TariffComparison } from '@nascente/contract/money/tariff-comparison';
import type { Reconciliation, UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import { businessHours } from '@nascente/contract/sites/establishments';
import { addDays, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { QuarterSums } from '../../energy/consumption/index.ts';
import type { YearOfBillsService } from '../../money/bills/index.ts';
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
import { withDemandTerms } from './kinds/demand.ts';
import { leakSaving } from './kinds/leak.ts';
import { type TariffSaving, tariffSaving } from './kinds/modality.ts';
import { unmeasuredWhole, withMeters } from './seen-meters.ts';
import { yearSavings } from './year-savings.ts';

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
  readonly readNights: (caller: Caller, mac: string) => Promise<NightFlow>;
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
