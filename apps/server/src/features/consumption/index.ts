import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { MeterDirectory } from '../meters/index.ts';
import type { PlacePostsReader } from '../posts/index.ts';
import type { SeriesFeature } from '../series/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { bindAnalysis } from './analysis.routes.ts';
import { createAnalysisService } from './analysis.service.ts';
import { bindConsumption } from './consumption.routes.ts';
import { createConsumptionService, type MeterAmounts } from './consumption.service.ts';
import { type ConsumptionReader, createConsumptionReader } from './consumption-reader.ts';
import { createDaysReader, type DaysReader } from './days-reader.ts';
import { createHourSums, type HourSums } from './hour-sums.ts';
import { createMonthsReader, type ReadMonths } from './measured-months.ts';
import { createMeasuredSeries } from './measured-series.ts';
import type { MeterPrices } from './meter-prices.ts';
import { bindNightFlow } from './night-flow.routes.ts';
import { createNightFlowService } from './night-flow.service.ts';
import { createPeriodService } from './period.service.ts';
import { createQuarterSums, type QuarterSums } from './quarter-sums.ts';
import { createSpansReader } from './spans-reader.ts';

export { checkPeriod, earlierDay, laterDay } from './asked-period.ts';
export { compareYearBefore } from './comparison.ts';
export { completenessOfDay } from './completeness-answer.ts';
export type { ConsumptionReader } from './consumption-reader.ts';
export { type CycleSoFar, cycleAround, daysWithin, readCycleSoFar } from './cycle-so-far.ts';
export { inUnits } from './day-answer.ts';
export type { DaySource } from './day-source.ts';
export { type DayTotals, totalsOfDays } from './day-totals.ts';
export type { DaysReader } from './days-reader.ts';
export { daysToCome, type ToCome } from './days-to-come.ts';
export type { HourSums } from './hour-sums.ts';
export type { DaysOfMeter } from './meter-calendars.ts';
export type { DaysToPrice, MeterPrices, PricedDays, PricedMeter } from './meter-prices.ts';
export {
  type ForecastAnswer,
  NO_ECONOMY,
  savingOf,
  simpleCost,
  toForecast,
  toHighestDemand,
  toUntil,
} from './month-answer.ts';
export { createNightFlowService } from './night-flow.service.ts';
export { type PeriodAsked, periodAsked } from './period-asked.ts';
export { inReais, priceDays, pricesInReais } from './priced-days.ts';
export type { QuarterSums } from './quarter-sums.ts';

export interface ConsumptionFeature {
  readonly reader: ConsumptionReader;
  /** Days by post, of many meters at once. */
  readonly days: DaysReader;
  /** The quarter-hours of meters, added up. */
  readonly sums: QuarterSums;
  /** What meters consumed together, by the hour. */
  readonly hourSums: HourSums;
  /** What meters consumed month by month. */
  readonly months: ReadMonths;
  /** @param bills - which are made from what is read here */
  register(app: CallBinder, bills: { readonly amounts: MeterAmounts; readonly prices: MeterPrices }): void;
}

export const createConsumptionFeature = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'changes' | 'connectionString'>;
  series: Pick<SeriesFeature, 'days'>;
  directory: MeterDirectory;
  tariffs: TariffsService;
  posts: PlacePostsReader;
  audit: AuditTrail;
  clock: () => Instant;
}): ConsumptionFeature => {
  const { database, directory, tariffs, posts, clock } = needs;
  const meterDays = needs.series.days;
  const series = createMeasuredSeries(meterDays);
  const spans = createSpansReader({ days: meterDays, series });
  const days = createDaysReader(spans);
  const reader = createConsumptionReader({ series, spans });
  return {
    reader,
    days,
    sums: createQuarterSums(meterDays),
    hourSums: createHourSums(spans),
    months: createMonthsReader(spans),
    register(app, { amounts, prices }) {
      const asked = { reader, days, directory, prices, clock };
      bindConsumption(app, createConsumptionService({ ...asked, tariffs, amounts }));
      const analysed = { ...asked, meterDays };
      bindAnalysis(app, createAnalysisService({ ...analysed, posts }), createPeriodService(analysed));
      bindNightFlow(app, createNightFlowService({ ...needs, db: database.db, reader, prices }));
    },
  };
};
