import { readAlwaysOn, readComparison, readDemand, readHeatMap } from '@nascente/contract/energy/analysis';
import {
  readDay,
  readDays,
  readForecast,
  readMonth,
  readMonths,
  readPeriod,
} from '@nascente/contract/energy/consumption';
import {
  readConsumption,
  readDailyConsumption,
  readRunningTotal,
} from '@nascente/contract/energy/period-consumption';
import { judgeLeak, readNightFlow, withdrawLeakVerdict } from '@nascente/contract/energy/water';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { LargeAnswer } from '../../platform/http/calls/large-answer.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import type { MeterDays, SeriesFeature } from '../../telemetry/series/index.ts';
import type { EstablishmentTouReader } from '../tou-periods/index.ts';
import { createAnalysisService } from './analysis/analysis.service.ts';
import { type ConsumptionService, createConsumptionService } from './cycle/consumption.service.ts';
import { createNightFlowService } from './nights/night-flow.service.ts';
import { createPeriodService } from './period/period.service.ts';
import type { SubjectPrices } from './prices/subject-prices.ts';
import { createConsumptionReader, createDaysReader } from './reading/consumption-reader.ts';
import { createQuarterSums } from './reading/quarter-sums.ts';
import { createSubjectCycles, type SubjectCycles } from './subjects/subject-cycles.ts';
import { createMonthsReader } from './subjects/subject-months.ts';

export { compareYearBefore } from './analysis/comparison.ts';
export type { ConsumptionService } from './cycle/consumption.service.ts';
export { notableDays } from './cycle/cycle-answer.ts';
export { inUnits } from './days/day-answer.ts';
export { createNightFlowService } from './nights/night-flow.service.ts';
export type {
  BilledSubject,
  CycleInBrief,
  DaysToPrice,
  PricedDays,
  PricedMeter,
  PricedPeriods as PricedTouPeriods,
  SubjectPrices,
} from './prices/subject-prices.ts';
export { inReais, priceDays, pricesInReais, priceTogether, versionsOf } from './prices/subject-prices.ts';
export type { ConsumptionReader, DaysReader } from './reading/consumption-reader.ts';
export type { Generation, QuarterSums } from './reading/quarter-sums.ts';
export { createGridFlows } from './reading/quarter-sums.ts';
export {
  createFindEstablishment,
  type EstablishmentSubject,
  type FindEstablishment,
  subjectOfGroup,
} from './subjects/subject.ts';
export { billedTotal as billedWhole, type SubjectCycles, usualShareOf } from './subjects/subject-cycles.ts';
export {
  dayPeriodsOfParts as dayPostsOfParts,
  daysOfSubject,
  measureParts,
} from './subjects/subject-days.ts';
export { readMonthsOf } from './subjects/subject-months.ts';

export type MeterSums = MeterDays['readTogether'];
export type ConsumptionFeature = ReturnType<typeof createConsumptionFeature>;

export const createConsumptionFeature = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'changes' | 'connectionString'>;
  series: Pick<SeriesFeature, 'days'>;
  directory: MeterDirectory;
  tariffs: TariffsService;
  touPeriods: EstablishmentTouReader;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { database, directory, tariffs, touPeriods, clock } = needs;
  const meterDays = needs.series.days;
  const days = createDaysReader(meterDays);
  const reader = createConsumptionReader(meterDays);
  const cyclesOf = (prices: SubjectPrices): SubjectCycles =>
    createSubjectCycles({ meterDays, tariffs, prices });
  const serviceOf = (prices: SubjectPrices): ConsumptionService =>
    createConsumptionService({ reader, meterDays, directory, cycles: cyclesOf(prices), prices, clock });
  return {
    reader,
    days,
    sums: createQuarterSums(meterDays),
    meterSums: meterDays.readTogether,
    months: createMonthsReader(meterDays),
    cyclesOf,
    serviceOf,
    register(app: CallBinder, prices: SubjectPrices): void {
      const requested = { reader, days, directory, prices, clock };
      const consumption = serviceOf(prices);
      bindCall(app, readDay, ({ caller, params, query }) => consumption.day(caller, params.mac, query.date));
      bindCall(app, readPeriod, ({ caller, body }) => consumption.period(caller, body));
      bindCall(app, readDays, ({ caller, params, query }) => consumption.days(caller, params.mac, query));
      bindField(app, readMonth, ({ caller, params }) => consumption.month(caller, params.mac));
      bindField(app, readMonths, ({ caller, params, body }) =>
        consumption.months(caller, params.mac, body.months),
      );
      bindField(app, readForecast, ({ caller, params }) => consumption.forecast(caller, params.mac));
      const analysed = { ...requested, meterDays };
      const analysis = createAnalysisService({ ...analysed, touPeriods });
      const periods = createPeriodService(analysed);
      bindField(app, readAlwaysOn, ({ caller, params }) => analysis.alwaysOn(caller, params));
      bindCall(app, readDemand, async ({ caller, params, query }) => {
        const demand = await analysis.demand(caller, params.mac, query);
        return new LargeAnswer({ demand });
      });
      bindCall(app, readHeatMap, async ({ caller, params, query }) => {
        const heatmap = await analysis.heatMap(caller, params.mac, query);
        return new LargeAnswer({ heatmap });
      });
      bindField(app, readComparison, ({ caller, params, query }) =>
        analysis.comparison(caller, params.mac, query),
      );
      bindField(app, readConsumption, ({ caller, body }) => periods.consumption(caller, body));
      bindCall(
        app,
        readRunningTotal,
        async ({ caller, body }) => new LargeAnswer(await periods.runningTotal(caller, body)),
      );
      bindCall(app, readDailyConsumption, ({ caller, body }) => periods.daily(caller, body));
      const nightFlow = createNightFlowService({ ...needs, db: database.db, reader, prices });
      bindField(app, readNightFlow, ({ caller, params }) => nightFlow.ofMeter(caller, params.mac));
      bindField(app, judgeLeak, ({ caller, params, body }) => nightFlow.judge(caller, params.mac, body));
      bindField(app, withdrawLeakVerdict, ({ caller, params, query }) =>
        nightFlow.withdraw(caller, params.mac, query.since),
      );
    },
  };
};
