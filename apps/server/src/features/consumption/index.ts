import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { EstablishmentsService } from '../establishments/index.ts';
import type { MeterDirectory } from '../meters/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { bindConsumption } from './consumption.routes.ts';
import { createConsumptionService } from './consumption.service.ts';
import { createConsumptionReader } from './consumption-reader.ts';
import { createEmissionsRepository } from './emissions.repository.ts';
import { createEmissionsService } from './emissions.service.ts';
import { createSeriesRepository } from './series.repository.ts';

export interface ConsumptionFeature {
  register(app: CallBinder): void;
}

export const createConsumptionFeature = (needs: {
  database: Pick<Database, 'db' | 'pool'>;
  directory: MeterDirectory;
  establishments: EstablishmentsService;
  tariffs: TariffsService;
  clock: () => Instant;
}): ConsumptionFeature => {
  const { database, directory, establishments, tariffs, clock } = needs;
  const reader = createConsumptionReader(createSeriesRepository(database.pool));
  const consumption = createConsumptionService({ reader, directory, tariffs, clock });
  const meters = createEmissionsRepository(database.db);
  const emissions = createEmissionsService({ meters, reader, establishments, clock });
  return { register: (app) => bindConsumption(app, consumption, emissions) };
};
