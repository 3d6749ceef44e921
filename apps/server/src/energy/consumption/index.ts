import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import type { MeterDays, SeriesFeature } from '../../telemetry/series/index.ts';
import type { EstablishmentPostsReader } from '../tou-periods/index.ts';
import { bindAnalysis } from './analysis/analysis.routes.ts';
import { createAnalysisService } from './analysis/analysis.service.ts';
import { bindConsumption } from './cycle/consumption.routes.ts';
import {
  type ConsumptionService,
  createConsumptionService,
  type MeterAmounts,
} from './cycle/consumption.service.ts';
import { bindNightFlow } from './nights/night-flow.routes.ts';
import { createNightFlowService } from './nights/night-flow.service.ts';
import { createPeriodService } from './period/period.service.ts';
import type { MeterPrices } from './prices/meter-prices.ts';
import { type ConsumptionReader, createConsumptionReader } from './reading/consumption-reader.ts';
import { createDaysReader, type DaysReader } from './reading/days-reader.ts';
import { createMonthsReader, type ReadMonths } from './reading/measured-months.ts';
import { createQuarterSums, type QuarterSums } from './reading/quarter-sums.ts';

export { compareYearBefore } from './analysis/comparison.ts';
export type { ConsumptionService } from './cycle/consumption.service.ts';
export { notableDays, type ShareSoFar, toMonthSoFar } from './cycle/cycle-answer.ts';
export { readCycleSoFar } from './cycle/read-cycle.ts';
export { inPosts, inUnits } from './days/day-answer.ts';
export { createNightFlowService } from './nights/night-flow.service.ts';
export type {
  DaysToPrice,
  MeterPrices,
  PricedDays,
  PricedMeter,
  PricedPosts,
} from './prices/meter-prices.ts';
export { inReais, priceDays, pricesInReais, priceTogether, versionsOf } from './prices/priced-days.ts';
export type { ConsumptionReader } from './reading/consumption-reader.ts';
export type { DaySource, ForecastSource } from './reading/day-source.ts';
export type { DaysReader } from './reading/days-reader.ts';
export type { Generation } from './reading/generation.ts';
export { createGridFlows } from './reading/grid-flows.ts';
export type { QuarterSums } from './reading/quarter-sums.ts';

/** What was consumed in spans together, by the hour where hours are enough. */
export type MeterSums = MeterDays['readTogether'];
export type DaySumsReader = MeterDays['readDays'];

export interface ConsumptionFeature {
  readonly reader: ConsumptionReader;
  /** Days by post, of many meters at once. */
  readonly days: DaysReader;
  /** The quarter-hours of meters, added up. */
  readonly sums: QuarterSums;
  /** What meters consumed together, by the hour. */
  readonly meterSums: MeterSums;
  /** The same by civil days. */
  readonly daySums: DaySumsReader;
  /** What meters consumed month by month. */
  readonly months: ReadMonths;
  /** What a person is told of a meter. @param bills - which are made from what is read here */
  serviceOf(bills: { readonly amounts: MeterAmounts; readonly prices: MeterPrices }): ConsumptionService;
  register(app: CallBinder, bills: { readonly amounts: MeterAmounts; readonly prices: MeterPrices }): void;
}

export const createConsumptionFeature = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'changes' | 'connectionString'>;
  series: Pick<SeriesFeature, 'days'>;
  directory: MeterDirectory;
  tariffs: TariffsService;
  posts: EstablishmentPostsReader;
  audit: AuditTrail;
  clock: () => Instant;
}): ConsumptionFeature => {
  const { database, directory, tariffs, posts, clock } = needs;
  const meterDays = needs.series.days;
  const days = createDaysReader(meterDays);
  const reader = createConsumptionReader(meterDays);
  const serviceOf: ConsumptionFeature['serviceOf'] = ({ amounts, prices }) =>
    createConsumptionService({ reader, meterDays, directory, prices, clock, tariffs, amounts });
  return {
    reader,
    days,
    sums: createQuarterSums(meterDays),
    meterSums: meterDays.readTogether,
    daySums: meterDays.readDays,
    months: createMonthsReader(meterDays),
    serviceOf,
    register(app, { amounts, prices }) {
      const asked = { reader, days, directory, prices, clock };
      bindConsumption(app, serviceOf({ amounts, prices }));
      const analysed = { ...asked, meterDays };
      bindAnalysis(app, createAnalysisService({ ...analysed, posts }), createPeriodService(analysed));
      bindNightFlow(app, createNightFlowService({ ...needs, db: database.db, reader, prices }));
    },
  };
};
