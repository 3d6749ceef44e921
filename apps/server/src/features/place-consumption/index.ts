import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { CycleAmounts } from '../bills/index.ts';
import type { ConsumptionFeature } from '../consumption/index.ts';
import type { EstablishmentsService } from '../establishments/index.ts';
import type { PlacePostsReader } from '../posts/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { createEmissionsService } from './emissions.service.ts';
import { createMeasuredPlaces } from './measured-places.ts';
import { createPlaceAmountsService } from './place-amounts.service.ts';
import { bindPlaceConsumption } from './place-consumption.routes.ts';
import { createPlaceCycleService } from './place-cycle.service.ts';
import { createPlaceMetersRepository } from './place-meters.repository.ts';
import { createPlaceMonthsService } from './place-months.service.ts';
import { createPlacePostsService } from './place-posts.service.ts';
import { createPlaceRestService } from './place-rest.service.ts';
import { createYearBeforeService } from './year-before.service.ts';

/** What establishments consumed, by the meters that measured them at the time. */
export const createPlaceConsumptionFeature = (needs: {
  database: Pick<Database, 'pool' | 'changes'>;
  establishments: EstablishmentsService;
  consumption: Pick<ConsumptionFeature, 'hourSums' | 'sums'>;
  tariffs: TariffsService;
  posts: PlacePostsReader;
  amounts: CycleAmounts;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { database, establishments, consumption, tariffs, posts, amounts, clock } = needs;
  const { hourSums, sums } = consumption;
  const meters = createPlaceMetersRepository(database);
  const places = createMeasuredPlaces({ establishments, meters, clock });
  const cycle = createPlaceCycleService({ places, sums: hourSums, tariffs, amounts });
  const services = {
    amounts: createPlaceAmountsService(cycle),
    cycle,
    months: createPlaceMonthsService({ places, sums: hourSums, tariffs, amounts }),
    yearBefore: createYearBeforeService({ places, sums: hourSums }),
    posts: createPlacePostsService({ places, sums, posts }),
    rest: createPlaceRestService({ places, sums: hourSums, tariffs, amounts }),
    emissions: createEmissionsService({ places, sums: hourSums }),
  };
  return { register: (app) => bindPlaceConsumption(app, services) };
};
