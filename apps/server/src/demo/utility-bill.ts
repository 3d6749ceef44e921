import { readBillingContract } from '@nascente/contract/money/billing-contract';
import { billingCycleAt, previousCycle } from '@nascente/domain/base/time/billing-cycle';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  endOfDay,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import { kilowattHours, milliwattHours } from '@nascente/domain/base/units/energy';
import { measureCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import { priceCycle } from '@nascente/domain/money/bill/price-cycle';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/clipped-runs';
import { emptySeries } from '@nascente/domain/telemetry/intervals/series';
import type { Connection } from '../platform/database/open-database.ts';
import type { MeterDays } from '../telemetry/series/index.ts';
import { createBillingRepository } from './billing.repository.ts';
import { AGREED_FROM, CONTRACTS } from './billing.ts';
import { ZONE } from './city.ts';
import { ESTABLISHMENTS } from './company.ts';
import { FULL_TARIFFS } from './full-tariffs.ts';

const BAKERY = 'padaria-aurora';
/** The utility counted so much more, and took the meter's reading a day late. */
const COUNTED_OTHERWISE = 1.012;
const READ_LATE_DAYS = 1;
/** Interest on the bill before, R$. */
const INTEREST = 7.84;

/**
 * Enters the bill that the bakery got for its last whole cycle: a day later than ours, with a little more energy and
 * some interest, so that there is a difference to be explained. Once only.
 */
export async function enterUtilityBill(db: Connection, days: MeterDays, now: Instant): Promise<void> {
  const establishment = ESTABLISHMENTS.find(({ seed }) => seed === BAKERY);
  const contract = CONTRACTS[BAKERY];
  const rules = FULL_TARIFFS[contract?.tariff ?? '']?.rules;
  if (establishment === undefined || contract === undefined || rules === undefined) return;
  const today = civilDateAt(now, ZONE);
  const ours = previousCycle(billingCycleAt(today, establishment.billReadDay), establishment.billReadDay);
  const cycle = { first: addDays(ours.first, READ_LATE_DAYS), last: addDays(ours.last, READ_LATE_DAYS) };
  if (cycle.last >= today) return;
  const billing = createBillingRepository(db);
  const [from, to] = [startOfDay(cycle.first, ZONE), endOfDay(cycle.last, ZONE)];
  const found = await billing.unbilled(establishment.name);
  if (found === null) return;
  const [runs] = await days.read(['consumed'], [{ ...found, from, to }]);
  const quarters = rowsOfRuns(['consumed'], { from, to }, runs);
  const series = emptySeries(quarters.length, 15);
  quarters.forEach(({ start, values: [energy = 0] }, slot) => {
    series.start[slot] = start;
    series.consumedA[slot] = Math.round(energy * COUNTED_OTHERWISE);
    series.quarters[slot] = 1;
  });
  const versions = [{ validFrom: AGREED_FROM as CivilDate, rules }];
  const measured = measureCycle(series, { cycle, zone: ZONE, versions, now, since: null });
  const terms = { contract: readBillingContract(contract.terms), flags: new Map() };
  const total = priceCycle(measured, terms).total / 100 + INTEREST;
  const [stretch] = measured.stretches;
  if (stretch === undefined) return;
  const kwh = (energy: number): number => Math.round(kilowattHours(milliwattHours(energy)));
  const { inPoint, interPoint, outPoint } = stretch.consumed;
  const consumed = { inPoint: kwh(inPoint), interPoint: kwh(interPoint), outPoint: kwh(outPoint) };
  const note = 'Com juros da conta anterior.';
  const typed = { ...cycle, total: total.toFixed(2), consumed, note };
  await billing.enter(found.establishmentId, typed, new Date(now));
}
