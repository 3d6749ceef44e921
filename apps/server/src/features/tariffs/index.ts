import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import { createFlagsRepository } from './flags.repository.ts';
import { createFlagsService, type FlagsService } from './flags.service.ts';
import { createTariffImport, type TariffImport } from './import.service.ts';
import { createTariffNaming, type TariffNaming } from './tariff-names.repository.ts';
import { createTariffWriting } from './tariff-writing.service.ts';
import { createTariffsRepository } from './tariffs.repository.ts';
import { bindTariffs } from './tariffs.routes.ts';
import { createTariffsService, type TariffsService } from './tariffs.service.ts';

export type { FlagsService } from './flags.service.ts';
export type { TariffImport } from './import.service.ts';
export type { TariffNames, TariffNaming } from './tariff-names.repository.ts';
export type { TariffsService } from './tariffs.service.ts';

export interface TariffsFeature {
  readonly service: TariffsService;
  readonly naming: TariffNaming;
  readonly flags: FlagsService;
  readonly aneel: TariffImport;
  register(app: CallBinder): void;
}

export const createTariffsFeature = (needs: {
  database: Pick<Database, 'db'>;
  clock: () => Instant;
}): TariffsFeature => {
  const { db } = needs.database;
  const service = createTariffsService({ tariffs: createTariffsRepository(db), clock: needs.clock });
  const onStored = () => service.forget();
  const flags = createFlagsService({ flags: createFlagsRepository(db) });
  const aneel = createTariffImport({ db, onStored });
  const writing = createTariffWriting({ db, onStored });
  const services = { tariffs: service, writing, flags, aneel };
  return {
    service,
    naming: createTariffNaming(db),
    flags,
    aneel,
    register: (app) => bindTariffs(app, services),
  };
};
