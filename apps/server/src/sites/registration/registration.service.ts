import type { Installation } from '@nascente/contract/sites/meters';
import type { NewMeter } from '@nascente/contract/sites/registration';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { BoardClaims } from '../board-claims/index.ts';
import { createTellOfEstablishment, seedLocation } from '../establishments/index.ts';
import type { Installing, MeterDirectory } from '../meters/index.ts';

export type RegistrationService = ReturnType<typeof createRegistrationService>;

export const createRegistrationService = (needs: {
  db: Connection;
  installing: Installing;
  claims: BoardClaims;
  audit: AuditTrail;
  directory: Pick<MeterDirectory, 'settle'>;
  mostEstablishments: number;
}) => {
  const { db, installing, claims, audit, directory, mostEstablishments } = needs;
  const notify = createTellOfEstablishment(audit);
  return {
    /** A location and a meter there, both or nothing. */
    async register(caller: Caller, input: NewMeter, device: NewAuditEvent['device']): Promise<Installation> {
      requirePermission(caller, 'install-meter');
      const { MACAddress: mac, code, Alias: name, Comment: comment, solarPanel, tax } = input;
      const meter = await claims.require(caller, { mac, code }, device);
      const installed = await db.transaction().execute(async (within) => {
        const { code: locationCode } = await seedLocation(
          { within, tell: notify, mostEstablishments },
          { caller, device },
          input.location,
        );
        const { isGeral: fuseBoxMeter, tension: voltage } = input;
        const meterThere = { locationCode, name, meter, comment, fuseBoxMeter, solarPanel, voltage, tax };
        return installing(within, { caller, device }, meterThere);
      });
      await directory.settle([{ mac: installed.meter as Mac }]);
      return installed;
    },
  };
};
