import { listMeterNotes, removeMeterNote, writeMeterNote } from '@nascente/contract/sites/meter-notes';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createMeterNotesService } from './meter-notes.service.ts';

export const createMeterNotesFeature = (needs: {
  database: Pick<Database, 'db'>;
  directory: Pick<MeterDirectory, 'read'>;
  audit: AuditTrail;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { directory, audit, clock } = needs;
  const service = createMeterNotesService({ directory, audit, clock, db: needs.database.db });
  return {
    register(app) {
      bindCall(app, listMeterNotes, async ({ caller, params }) => ({
        ok: true,
        notes: await service.list(caller, params.mac),
      }));
      bindCall(app, writeMeterNote, async ({ caller, params, body, request }) => ({
        ok: true,
        note: await service.write(caller, params.mac, body, deviceOf(request)),
      }));
      bindCall(app, removeMeterNote, async ({ caller, params, request }) => {
        await service.remove(caller, params.mac, params.id, deviceOf(request));
        return { ok: true };
      });
    },
  };
};
