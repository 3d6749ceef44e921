import type { Instant } from '@nascente/domain/base/time/zone';
import type { DaysReader, QuarterSums } from '../../energy/consumption/index.ts';
import type { EstablishmentTouReader } from '../../energy/tou-periods/index.ts';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { BoundedProcesses } from '../../platform/workers/bounded-processes.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import type {
  EstablishmentFactsRepository,
  EstablishmentsService,
} from '../../sites/establishments/index.ts';
import type { TariffsFeature } from '../../sites/tariffs/index.ts';
import { createBillChangesService, type VariablesBetween } from './bill-changes.service.ts';
import { createBillMaker } from './bill-maker.ts';
import { bindBills, bindTerms, bindUtilityBills } from './bills.routes.ts';
import { createBillsService } from './bills.service.ts';
import { createComparisonService } from './comparison/comparison.service.ts';
import { createDemandOptimumService } from './comparison/demand-optimum.service.ts';
import { createMarketComparisonService } from './comparison/market-comparison.service.ts';
import { createYearOfBillsService } from './comparison/year-of-bills.service.ts';
import { createFoundContractService } from './contracts/found-contract.service.ts';
import { createTermsService } from './contracts/terms.service.ts';
import { createFrozenBillsRepository } from './frozen-bills.repository.ts';
import { createFrozenBillsService } from './frozen-bills.service.ts';
import { createBilledEstablishments } from './measured-days.ts';
import { createCycleAmounts } from './price-schedules/cycle-amounts.service.ts';
import { createDayPrices } from './price-schedules/day-prices.service.ts';
import { createPriceSchedules } from './price-schedules/price-schedules.service.ts';
import { createElectronicBillsService } from './utility-bills/electronic-bills.service.ts';
import { createUtilityBillsService } from './utility-bills/utility-bills.service.ts';

export type { BillChangesService } from './bill-changes.service.ts';
export type { BillsService, PendingBill as BegunBill } from './bills.service.ts';
export type { YearOfBills, YearOfBillsService } from './comparison/year-of-bills.service.ts';
export type { PriceSchedule } from './price-schedules/price-schedules.service.ts';
export type BillsFeature = ReturnType<typeof createBillsFeature>;

/** Bills of establishments, their contracts, and entered bills of the utility. */
export const createBillsFeature = (needs: {
  db: Connection;
  establishments: EstablishmentsService;
  /** The meters of establishments over time, their contracts and reading dates. */
  facts: EstablishmentFactsRepository;
  sums: QuarterSums;
  days: DaysReader;
  tariffs: Pick<TariffsFeature, 'service' | 'naming' | 'flags' | 'vat' | 'cosip'>;
  touPeriods: EstablishmentTouReader;
  audit: AuditTrail;
  threads: Pick<WorkerThreads, 'run'>;
  processes: Pick<BoundedProcesses, 'run'>;
  variablesBetween: VariablesBetween;
  clock: () => Instant;
}) => {
  const { facts, sums, days, touPeriods, variablesBetween, audit, threads, processes, clock, db } = needs;
  const { service, naming, flags, vat, cosip } = needs.tariffs;
  const tariffs = { naming, find: service.find, rulesOf: service.rulesOf };
  const establishments = createBilledEstablishments({
    establishments: needs.establishments,
    facts,
    flags,
    vat,
    cosip,
    clock,
  });
  const maker = createBillMaker({ sums, tariffs });
  const schedules = createPriceSchedules({
    establishments,
    maker,
    frozenBills: createFrozenBillsRepository(db),
  });
  const cycleAmounts = createCycleAmounts(schedules);
  const dayPrices = createDayPrices({ schedules, establishments, touPeriods, days, tariffs: service });
  const bills = createBillsService({ establishments, maker, schedules });
  const changes = createBillChangesService({ establishments, schedules, days, variablesBetween });
  const stored = createFrozenBillsService({ establishments, maker, db, audit });
  const comparison = createComparisonService({ establishments, maker, tariffs });
  const markets = createMarketComparisonService({ establishments, maker });
  const optimum = createDemandOptimumService({ establishments, maker });
  const terms = createTermsService({ establishments, tariffs, cosip, db, audit });
  const found = createFoundContractService({ establishments, tariffs, threads, processes });
  const entered = createUtilityBillsService({ establishments, maker, db, audit });
  const electronic = createElectronicBillsService({ establishments, processes, db });
  return {
    service: bills,
    changes,
    /** Entered bills, and their comparison with the measurements. */
    entered,
    /** Whether the caller sees all meters that measured the electricity of an establishment since a day. */
    seesSince: establishments.seesSince,
    /** The last year under other tariffs. */
    comparison,
    /** The last year with other quarter-hours. */
    year: createYearOfBillsService({ establishments, maker, tariffs, sums }),
    schedules: cycleAmounts,
    /** Bills of subjects, and the cost of consumption at their prices. */
    prices: { ...dayPrices, ...cycleAmounts },
    register(app: CallBinder): void {
      bindBills(app, { bills, changes, frozenBills: stored, comparison, markets, optimum });
      bindTerms(app, terms, found);
      bindUtilityBills(app, entered, electronic);
    },
  };
};
