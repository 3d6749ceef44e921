import { Readable } from 'node:stream';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { ConfirmPassword, Device } from '../../people/session/index.ts';
import { Expired } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MeterDays } from '../../telemetry/series/index.ts';
import type { ExportRepository } from './export.repository.ts';
import { exportText } from './export-text.ts';

export interface ExportService {
  /** Everything held of the caller, as JSON. Throws WrongCredentials or LimitReached. */
  open(caller: Caller, password: string, device: Device): Promise<Readable>;
}

export const createExportService = (needs: {
  held: ExportRepository;
  days: MeterDays;
  confirmPassword: ConfirmPassword;
  audit: AuditTrail;
  clock: () => Instant;
}): ExportService => {
  const { held, confirmPassword, audit, clock } = needs;
  return {
    async open(caller, password, device) {
      requirePermission(caller, 'export-own-account');
      await confirmPassword(caller, password);
      const { accountId } = caller;
      await audit.record({ action: 'account-exported', actorId: accountId, subjectId: accountId, device });
      const person = await held.held(accountId);
      if (person === null) throw new Expired();
      const head = { exportedAt: new Date(clock()).toISOString(), ...person };
      return Readable.from(exportText(needs, head, await held.meters(accountId)), { objectMode: false });
    },
  };
};
