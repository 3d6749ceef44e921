import type { Instant } from '@nascente/domain/base/time/zone';
import type { ConsumptionFeature } from '../../energy/consumption/index.ts';
import type { EstablishmentPostsReader } from '../../energy/tou-periods/index.ts';
import type {
  EstablishmentFactsRepository,
  EstablishmentsService,
} from '../../sites/establishments/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import type { ReadingsService } from '../../telemetry/readings/index.ts';
import type { ApportionmentService } from '../apportionment/index.ts';
import type { BillsFeature } from '../bills/index.ts';
import { createReadEmissions } from './emissions.service.ts';
import { createReadAmounts } from './establishment-amounts.service.ts';
import { createEstablishmentCycleService } from './establishment-cycle.service.ts';
import { createReadDay } from './establishment-day.service.ts';
import { createReadMonths } from './establishment-months.service.ts';
import { createReadPosts } from './establishment-posts.service.ts';
import { createReadRest } from './establishment-rest.service.ts';
import { createFindEstablishment } from './measured-establishments.ts';
import { createReadYearBefore } from './year-before.service.ts';

/** What is read of an establishment, by the meters that measured it at the time. */
export type EstablishmentReaders = ReturnType<typeof createEstablishmentReaders>;

export const createEstablishmentReaders = (needs: {
  establishments: EstablishmentsService;
  facts: Pick<EstablishmentFactsRepository, 'read'>;
  consumption: Pick<ConsumptionFeature, 'meterSums' | 'daySums' | 'sums'>;
  tariffs: TariffsService;
  posts: EstablishmentPostsReader;
  bills: Pick<BillsFeature, 'amounts' | 'prices'>;
  apportionment: Pick<ApportionmentService, 'read'>;
  readings: Pick<ReadingsService, 'newest'>;
  clock: () => Instant;
}) => {
  const { consumption, bills, tariffs, posts, readings } = needs;
  const find = createFindEstablishment(needs);
  const byHour = { find, sums: consumption.meterSums, tariffs, ...bills };
  const byQuarter = { find, sums: consumption.sums };
  const cycle = createEstablishmentCycleService({ ...byHour, daySums: consumption.daySums });
  return {
    amounts: createReadAmounts(cycle),
    cycle,
    day: createReadDay({ ...byQuarter, readings }),
    emissions: createReadEmissions(byHour),
    months: createReadMonths(byHour),
    posts: createReadPosts({ ...byQuarter, posts }),
    rest: createReadRest({ ...byQuarter, apportionment: needs.apportionment }),
    yearBefore: createReadYearBefore(byHour),
  };
};
