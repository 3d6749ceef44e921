import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createFlagsService, type FlagsService } from './flags.service.ts';
import { createTariffImport, type TariffImport } from './import.service.ts';
import { createTariffVersions } from './tariff-versions.service.ts';
import { createTariffWriting } from './tariff-writing.service.ts';
import { createTariffNaming, createTariffsRepository, type TariffNaming } from './tariffs.repository.ts';
import { bindTariffs } from './tariffs.routes.ts';
import { createTariffsService, type TariffsService } from './tariffs.service.ts';

export type { FlagsService } from './flags.service.ts';
export { type DatedTariff, storeTariff } from './tariff-writing.service.ts';
export type { PricedTariff, TariffNames, TariffNaming } from './tariffs.repository.ts';
export type { TariffsService } from './tariffs.service.ts';

export type TariffsFeature = ReturnType<typeof createTariffsFeature>;

export const createTariffsFeature = (needs: {
  database: Pick<Database, 'db' | 'changes'>;
  clock: () => Instant;
  audit: AuditTrail;
}) => {
  const { database, clock, audit } = needs;
  const { db, changes } = database;
  const service = createTariffsService({ tariffs: createTariffsRepository(db), changes, clock });
  const flags = createFlagsService({ db, audit });
  const aneel = createTariffImport({ db, audit });
  const writing = createTariffWriting({ db, audit, clock });
  const versions = createTariffVersions({ db, audit });
  const services = { tariffs: service, writing, versions, flags, aneel };
  return {
    service,
    naming: createTariffNaming(db),
    flags,
    aneel,
    register: (app: CallBinder) => bindTariffs(app, services),
  };
};
