import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createEstablishmentEditing } from './establishment-editing.service.ts';
import { createEstablishmentsRepository } from './establishments.repository.ts';
import { bindEstablishments } from './establishments.routes.ts';
import { createEstablishmentsService, type EstablishmentsService } from './establishments.service.ts';

export { agreedTariffsOf, meterTariffIdOf, tariffIdOf } from './agreed-tariffs.ts';
export { createTellOfEstablishment } from './establishment-audit-events.ts';
export {
  calendarOf,
  createEstablishmentFactsRepository,
  type EstablishmentFacts,
  type EstablishmentFactsRepository,
  type EstablishmentMeter,
  isGivenTo,
  type StoredContract,
  type Utility,
} from './establishment-facts.repository.ts';
export type { EstablishmentsService } from './establishments.service.ts';
export { seedLocation } from './seed-location.ts';

interface EstablishmentsFeature {
  readonly service: EstablishmentsService;
  register(app: CallBinder): void;
}

export const createEstablishmentsFeature = (needs: {
  database: Pick<Database, 'db'>;
  directory: MeterDirectory;
  audit: AuditTrail;
  clock: () => Instant;
  /** Where refrigerated equipment is watched; `{establishment}` stands for an id. */
  refrigerationPanelUrl: string | null;
  /** That an account may have. */
  mostEstablishments: number;
}): EstablishmentsFeature => {
  const { db } = needs.database;
  const editing = createEstablishmentEditing({ ...needs, db });
  const establishments = createEstablishmentsRepository(db);
  const { directory, audit, refrigerationPanelUrl, clock } = needs;
  const service = createEstablishmentsService({
    db,
    establishments,
    directory,
    audit,
    refrigerationPanelUrl,
    clock,
    mostEstablishments: needs.mostEstablishments,
  });
  return { service, register: (app) => bindEstablishments(app, service, editing) };
};
