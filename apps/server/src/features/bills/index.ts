import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { SeriesRepository } from '../consumption/index.ts';
import type { EstablishmentsService } from '../establishments/index.ts';
import type { TariffsFeature } from '../tariffs/index.ts';
import { createBillMaker } from './bill-maker.ts';
import { createBilledPlaces } from './billed-places.service.ts';
import { bindBills, bindTerms } from './bills.routes.ts';
import { type BillsService, createBillsService } from './bills.service.ts';
import { createComparisonService } from './comparison.service.ts';
import { createDemandOptimumService } from './demand-optimum.service.ts';
import { createKeptBillsRepository } from './kept-bills.repository.ts';
import { createKeptBillsService } from './kept-bills.service.ts';
import { createPlaceFactsRepository } from './place-facts.repository.ts';
import { createTermsRepository } from './terms.repository.ts';
import { createTermsService } from './terms.service.ts';
import { createUtilityBillsRepository } from './utility-bills.repository.ts';
import { bindUtilityBills } from './utility-bills.routes.ts';
import { createUtilityBillsService } from './utility-bills.service.ts';

export type { BillsService } from './bills.service.ts';

export interface BillsFeature {
  readonly service: BillsService;
  register(app: CallBinder): void;
}

/** Bills of establishments, what they are made by, and what the utility billed. */
export const createBillsFeature = (needs: {
  database: Pick<Database, 'db' | 'pool'>;
  establishments: EstablishmentsService;
  series: SeriesRepository;
  tariffs: Pick<TariffsFeature, 'service' | 'naming' | 'flags'>;
  clock: () => Instant;
}): BillsFeature => {
  const { database, establishments, series, clock } = needs;
  const { service, naming, flags } = needs.tariffs;
  const tariffs = { naming, rulesOf: service.rulesOf };
  const facts = createPlaceFactsRepository(database.pool);
  const places = createBilledPlaces({ establishments, facts, flags, clock });
  const maker = createBillMaker({ series, tariffs });
  const bills = createBillsService({ places, maker });
  const kept = createKeptBillsService({ places, maker, bills: createKeptBillsRepository(database.db) });
  const comparison = createComparisonService({ places, maker, tariffs });
  const optimum = createDemandOptimumService({ places, maker });
  const terms = createTermsService({ places, tariffs, terms: createTermsRepository(database.db) });
  const entered = createUtilityBillsService({
    places,
    maker,
    bills: createUtilityBillsRepository(database.db),
  });
  return {
    service: bills,
    register(app) {
      bindBills(app, { bills, kept, comparison, optimum });
      bindTerms(app, terms);
      bindUtilityBills(app, entered);
    },
  };
};
