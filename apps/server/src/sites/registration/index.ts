import type { Installation } from '@nascente/contract/sites/meters';
import { type NewMeter, registerMeter } from '@nascente/contract/sites/registration';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Actor } from '../../platform/http/caller.ts';
import { bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { BoardClaims } from '../board-claims/index.ts';
import { createTellOfEstablishment, seedLocation } from '../establishments/index.ts';
import type { Installing, MeterDirectory } from '../meters/index.ts';

/** Installs a board with its place and equipment in one call. */
export const createRegistrationFeature = (needs: {
  db: Connection;
  installing: Installing;
  claims: BoardClaims;
  audit: AuditTrail;
  directory: Pick<MeterDirectory, 'settle'>;
  /** Maximum establishments of one account. */
  maxEstablishments: number;
}) => {
  const { installing, claims, audit, directory, maxEstablishments } = needs;
  const notify = createTellOfEstablishment(audit);

  /** Creates a location and installs a meter there, in one transaction. */
  const install = async (caller: Actor, input: NewMeter): Promise<Installation> => {
    requirePermission(caller, 'install-meter');
    const { MACAddress: mac, code, Alias: name, Comment: comment, solarPanel, tax } = input;
    const meter = await claims.require(caller, { mac, code });
    const installed = await needs.db.transaction().execute(async (within) => {
      const { code: locationCode } = await seedLocation(
        { within, recordChange: notify, maxEstablishments },
        caller,
        input.location,
      );
      const { isGeral: fuseBoxMeter, tension: voltage } = input;
      const meterThere = { locationCode, name, meter, comment, fuseBoxMeter, solarPanel, voltage, tax };
      return installing(within, caller, meterThere);
    });
    await directory.settle([{ mac: installed.meter as Mac }]);
    return installed;
  };

  return {
    register: (app: CallBinder): void =>
      bindField(app, registerMeter, ({ caller, body }) => install(caller, body)),
  };
};
