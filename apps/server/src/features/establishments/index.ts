import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createEstablishmentEditing } from './establishment-editing.service.ts';
import { createEstablishmentsRepository } from './establishments.repository.ts';
import { bindEstablishments } from './establishments.routes.ts';
import { createEstablishmentsService, type EstablishmentsService } from './establishments.service.ts';

export type { Establishment } from './establishment.ts';
export type { EstablishmentsService } from './establishments.service.ts';

export interface EstablishmentsFeature {
  readonly service: EstablishmentsService;
  register(app: CallBinder): void;
}

export const createEstablishmentsFeature = (needs: {
  database: Pick<Database, 'db'>;
  directory: MeterDirectory;
  clock: () => Instant;
}): EstablishmentsFeature => {
  const { db } = needs.database;
  const editing = createEstablishmentEditing({ db, clock: needs.clock });
  const establishments = createEstablishmentsRepository(db);
  const service = createEstablishmentsService({ establishments, directory: needs.directory });
  return { service, register: (app) => bindEstablishments(app, service, editing) };
};
