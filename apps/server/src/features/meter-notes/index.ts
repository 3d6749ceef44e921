import { listMeterNotes, removeMeterNote, writeMeterNote } from '@nascente/contract/meter-notes';
import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { deviceOf } from '../session/index.ts';
import { createMeterNotesService } from './meter-notes.service.ts';

/** What people write beside the curves of a meter. */
export const createMeterNotesFeature = (needs: {
  database: Pick<Database, 'db'>;
  directory: Pick<MeterDirectory, 'read'>;
  audit: AuditTrail;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const service = createMeterNotesService({ ...needs, db: needs.database.db });
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
