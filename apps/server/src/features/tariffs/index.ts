import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import { createTariffsRepository } from './tariffs.repository.ts';
import { bindTariffs } from './tariffs.routes.ts';
import { createTariffsService, type TariffsService } from './tariffs.service.ts';

export type { TariffsService } from './tariffs.service.ts';

export interface TariffsFeature {
  readonly service: TariffsService;
  register(app: CallBinder): void;
}

export const createTariffsFeature = (needs: {
  database: Pick<Database, 'db'>;
  clock: () => Instant;
}): TariffsFeature => {
  const tariffs = createTariffsRepository(needs.database.db);
  const service = createTariffsService({ tariffs, clock: needs.clock });
  return { service, register: (app) => bindTariffs(app, service) };
};
