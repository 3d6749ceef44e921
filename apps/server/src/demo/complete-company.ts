import { addDays, civilDateAt, daysBetween } from '@nascente/domain/base/time/civil-day';
import { addMonths, type CivilMonth, monthOf } from '@nascente/domain/base/time/civil-month';
import type { Instant } from '@nascente/domain/base/time/zone';
import { LEAK_LITRES_A_MINUTE } from '@nascente/virtual-meters/profiles/water';
import { leakSaving } from '../insight/opportunities/index.ts';
import type { Connection } from '../platform/database/open-database.ts';
import { hashDeviceKey, newDeviceKey } from '../sites/board-claims/index.ts';
import { createBillingRepository } from './billing.repository.ts';
import { BUDGETS } from './budgets-of-company.ts';
import { ZONE } from './city.ts';
import { ESTABLISHMENTS } from './company.ts';
import { createDemonstrationRepository, type DemonstrationRepository } from './demonstration.repository.ts';
import type { DemonstrationEstablishment } from './demonstration-establishment.ts';
import { storeFullTariffs } from './full-tariffs.ts';
import { GROUPS } from './groups-of-meters.ts';
import { createMendedLeakRepository } from './mended-leak.repository.ts';
import { leakedDays, MENDED } from './mended-leak.ts';
import { SHOWROOM } from './partner.ts';
import { TARIFFS } from './simple-tariffs.ts';
import { historyStart } from './untold.ts';

/** Nights that the evidence shows before the water began to leak. */
const QUIET_NIGHTS = 18;

const MINUTES_AN_HOUR = 60;
const HOURS_A_DAY = 24;
const LITRES_A_CUBIC_METRE = 1000;

/** What Oportunidades told of it in the night before it was mended. */
const toldOf = ({ since, mended }: ReturnType<typeof leakedDays>) => {
  const flow = LEAK_LITRES_A_MINUTE * MINUTES_AN_HOUR;
  const perDay = (flow * HOURS_A_DAY) / LITRES_A_CUBIC_METRE;
  const costPerDay = perDay * Number(TARIFFS.agua.versions[0].inPoint);
  const days = daysBetween(since, mended);
  const nights = Array.from({ length: QUIET_NIGHTS + days }, (_, night) => {
    const date = addDays(since, night - QUIET_NIGHTS);
    return { date, flow: date < since ? 0 : flow };
  });
  const leak = { since, flow, perDay, costPerDay };
  return leakSaving({ mac: MENDED.mac, name: MENDED.name }, { leak, continuous: null, baseline: 0, nights });
};

/** Tells that the leak was mended, so that a newcomer sees what was saved since. Nothing where anything was ever decided. */
async function tellMendedLeak(transaction: Connection, owner: string): Promise<void> {
  const repository = createMendedLeakRepository(transaction);
  const meter = await repository.undecided(owner, MENDED.mac);
  if (meter === null) return;
  const leaked = leakedDays(meter.installedAt);
  const saving = toldOf(leaked);
  if (saving === null) return;
  const { establishmentId } = meter;
  await repository.tell({ establishmentId, owner, mac: MENDED.mac, doneOn: leaked.mended, saving });
}

export const METERS = ESTABLISHMENTS.flatMap(({ seed, meters }) =>
  meters.map((meter) => ({ ...meter, seed })),
);

/** Whose the establishments are, by their accounts. */
interface DemonstrationOwners {
  readonly owner: string;
  /** Of the showroom alone. */
  readonly partner: string;
}

const ownerOf = (
  establishment: DemonstrationEstablishment,
  { owner, partner }: DemonstrationOwners,
): string => (establishment === SHOWROOM ? partner : owner);

const MONTHS_PLANNED = 24;

/** From January of this year on: a plan is entered by the year. */
const plannedFrom = (month: CivilMonth) => {
  const from = `${month.slice(0, 4)}-01` as CivilMonth;
  return { from, to: addMonths(from, MONTHS_PLANNED - 1) };
};

/** None where anything is planned, or ever was by hand. */
const budgetsToPlan = async (billing: ReturnType<typeof createBillingRepository>, owner: string) =>
  (await billing.knowsBudgets(owner)) ? [] : BUDGETS;

/** None where a meter names one, or somebody has ever given or taken one away. */
async function systemsToAdd(company: DemonstrationRepository, owner: string) {
  if (await company.knowsSystems(owner)) return [];
  return METERS.flatMap(({ mac, system }) => (system === undefined ? [] : [{ mac, system }]));
}

/**
 * Adds the establishments, meters, groups, systems, budgets and the mended leak that are not there yet: all of them at the
 * first start, later those that a newer version has brought. Months that have come get a flag, so that its bills assume none.
 * A board that was ever known is left as it is, so nothing that somebody removed comes back.
 */
export async function completeCompany(
  transaction: Connection,
  owners: DemonstrationOwners,
  now: Instant,
): Promise<void> {
  const company = createDemonstrationRepository(transaction);
  const { owner } = owners;
  const registeredMacs = await company.knownBoards(METERS.map(({ mac }) => mac));
  const isNew = (mac: string): boolean => !registeredMacs.has(mac);
  const billing = createBillingRepository(transaction);
  const tariffs = await storeFullTariffs(transaction);
  const month = monthOf(civilDateAt(now, ZONE));
  await billing.goOnWithFlags(month);
  const systems = await systemsToAdd(company, owner);
  for (const establishment of ESTABLISHMENTS) {
    const missing = establishment.meters.filter(({ mac }) => isNew(mac));
    if (missing.length === 0) continue;
    const isWhole = missing.length === establishment.meters.length;
    const id = isWhole
      ? await company.addEstablishment(ownerOf(establishment, owners), establishment)
      : await company.establishmentOf(establishment.meters.map(({ mac }) => mac));
    if (id === null) continue;
    if (isWhole) await billing.agree(id, establishment.seed, tariffs);
    for (const meter of missing) {
      const since = historyStart(now, meter.measuredForDays ?? establishment.measuredForDays);
      await company.install(id, meter, new Date(since), hashDeviceKey(newDeviceKey()));
    }
  }
  await tellMendedLeak(transaction, owner);
  for (const group of GROUPS.filter(({ macs }) => macs.some(isNew)))
    await company.addGroup(owner, group, new Date(now));
  for (const one of systems) await company.putIntoSystem(owner, one);
  for (const budget of await budgetsToPlan(billing, owner))
    await billing.plan(owner, budget, plannedFrom(month));
}
