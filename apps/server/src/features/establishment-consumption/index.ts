import type { Instant } from '@nascente/domain/time/zone';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { BillsFeature } from '../bills/index.ts';
import type { ConsumptionFeature } from '../consumption/index.ts';
import type { EstablishmentFactsRepository, EstablishmentsService } from '../establishments/index.ts';
import type { EstablishmentPostsReader } from '../posts/index.ts';
import type { ReadingsService } from '../readings/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { createEmissionsService } from './emissions.service.ts';
import { createEstablishmentAmountsService } from './establishment-amounts.service.ts';
import { bindEstablishmentConsumption } from './establishment-consumption.routes.ts';
import {
  createEstablishmentCycleService,
  type EstablishmentCycleService,
} from './establishment-cycle.service.ts';
import { createEstablishmentDayService, type EstablishmentDayService } from './establishment-day.service.ts';
import { createEstablishmentMonthsService } from './establishment-months.service.ts';
import { createEstablishmentPostsService } from './establishment-posts.service.ts';
import { createEstablishmentRestService } from './establishment-rest.service.ts';
import { createMeasuredEstablishments } from './measured-establishments.ts';
import { createYearBeforeService, type YearBeforeService } from './year-before.service.ts';

export type { EstablishmentCycleService, PacedCycle } from './establishment-cycle.service.ts';
export type { YearBeforeService } from './year-before.service.ts';

export interface EstablishmentConsumptionFeature {
  readonly cycle: EstablishmentCycleService;
  readonly day: EstablishmentDayService;
  readonly yearBefore: YearBeforeService;
  register(app: CallBinder): void;
}

/** What establishments consumed, by the meters that measured them at the time. */
export const createEstablishmentConsumptionFeature = (needs: {
  establishments: EstablishmentsService;
  facts: Pick<EstablishmentFactsRepository, 'read'>;
  consumption: Pick<ConsumptionFeature, 'hourSums' | 'sums'>;
  tariffs: TariffsService;
  posts: EstablishmentPostsReader;
  bills: Pick<BillsFeature, 'amounts' | 'prices'>;
  readings: Pick<ReadingsService, 'newest'>;
  clock: () => Instant;
}): EstablishmentConsumptionFeature => {
  const { hourSums, sums } = needs.consumption;
  const establishments = createMeasuredEstablishments(needs);
  const shared = { ...needs, ...needs.bills, establishments, sums: hourSums };
  const cycle = createEstablishmentCycleService(shared);
  const services = {
    amounts: createEstablishmentAmountsService(cycle),
    cycle,
    months: createEstablishmentMonthsService(shared),
    yearBefore: createYearBeforeService(shared),
    posts: createEstablishmentPostsService({ ...shared, sums }),
    rest: createEstablishmentRestService(shared),
    emissions: createEmissionsService(shared),
  };
  return {
    cycle,
    day: createEstablishmentDayService({ ...shared, sums }),
    yearBefore: services.yearBefore,
    register: (app) => bindEstablishmentConsumption(app, services),
  };
};
