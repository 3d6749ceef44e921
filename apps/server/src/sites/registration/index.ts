import { registerMeter } from '@nascente/contract/sites/registration';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { BoardClaims } from '../board-claims/index.ts';
import type { Installing, MeterDirectory } from '../meters/index.ts';
import { createRegistrationService, type RegistrationService } from './registration.service.ts';

const bindRegistration = (app: CallBinder, registration: RegistrationService): void => {
  bindCall(app, registerMeter, async ({ caller, body, request }) => ({
    ok: true,
    installation: await registration.register(caller, body, deviceOf(request)),
  }));
};

/** Installs a board with its place and equipment in one call. */
export const createRegistrationFeature = (needs: {
  database: Pick<Database, 'db'>;
  installing: Installing;
  claims: BoardClaims;
  audit: AuditTrail;
  directory: Pick<MeterDirectory, 'settle'>;
  /** That an account may have. */
  mostEstablishments: number;
}) => {
  const { installing, claims, audit, directory, mostEstablishments } = needs;
  const service = createRegistrationService({
    installing,
    claims,
    audit,
    directory,
    mostEstablishments,
    db: needs.database.db,
  });
  return { register: (app: CallBinder): void => bindRegistration(app, service) };
};
