import type { BodyOf } from '@nascente/contract/base/call';
import {
  listMeterNotes,
  MAX_METER_NOTES,
  type MeterNote,
  NOTE_TEXTS,
  removeMeterNote,
  writeMeterNote,
} from '@nascente/contract/sites/meter-notes';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Meter, MeterDirectory } from '../meters/index.ts';
import { createMeterNotesRepository, type StoredNote } from './meter-notes.repository.ts';

type Device = NewAuditEvent['device'];

const ABSENT = 'Anotação não encontrada.';

const mayRemove = (
  caller: Caller,
  { ownerId }: Meter,
  { accountId }: Pick<StoredNote, 'accountId'>,
): boolean => accountId === caller.accountId || ownerId === caller.accountId || caller.profile === 'Admin';

const toAnswer = (caller: Caller, meter: Meter, note: StoredNote): MeterNote => ({
  id: note.id,
  at: note.at.toISOString(),
  until: note.until?.toISOString() ?? null,
  text: note.text,
  by: note.by,
  date: note.writtenAt.toISOString(),
  isOwn: mayRemove(caller, meter, note),
});

export const createMeterNotesFeature = (needs: {
  database: Pick<Database, 'db'>;
  directory: Pick<MeterDirectory, 'read'>;
  audit: Pick<AuditTrail, 'record'>;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { directory, audit, clock } = needs;
  const { db } = needs.database;

  const service = {
    list: (caller: Caller, mac: Mac): Promise<MeterNote[]> =>
      directory.read(caller, 'see-readings', mac, async (meter) => {
        const notes = await createMeterNotesRepository(db).of(meter.installationId);
        return notes.map((note) => toAnswer(caller, meter, note));
      }),
    write: (
      caller: Caller,
      mac: Mac,
      { at, until, text }: BodyOf<typeof writeMeterNote>,
      device: Device,
    ): Promise<MeterNote> =>
      directory.read(caller, 'edit-meter', mac, async (meter) => {
        if (until !== null && until <= at)
          throw new InvalidInput(NOTE_TEXTS.order, [{ path: 'until', msg: NOTE_TEXTS.order }]);
        const { installationId, ownerId } = meter;
        const written = await db.transaction().execute(async (within) => {
          const notes = createMeterNotesRepository(within);
          const note = {
            at: new Date(at),
            until: until === null ? null : new Date(until),
            text,
            accountId: caller.accountId,
            writtenAt: new Date(clock()),
          };
          const id = await notes.write(installationId, note, MAX_METER_NOTES);
          if (id === null) throw new Conflict(NOTE_TEXTS.max);
          const event = {
            action: 'note-written',
            device,
            actorId: caller.accountId,
            subjectId: ownerId,
          } as const;
          await audit.record({ ...event, detail: { mac, note: text } }, within);
          return (await notes.of(installationId)).find((one) => one.id === id);
        });
        if (written === undefined) throw new NotFound(ABSENT);
        return toAnswer(caller, meter, written);
      }),
    remove: (caller: Caller, mac: Mac, id: string, device: Device): Promise<void> =>
      directory.read(caller, 'edit-meter', mac, async (meter) => {
        const { installationId, ownerId } = meter;
        await db.transaction().execute(async (within) => {
          const notes = createMeterNotesRepository(within);
          const note = (await notes.of(installationId)).find((one) => one.id === id);
          // To who may not remove it, it is as if it were not there to be removed.
          if (note === undefined || !mayRemove(caller, meter, note)) throw new NotFound(ABSENT);
          await notes.remove(installationId, note.id);
          const event = {
            action: 'note-removed',
            device,
            actorId: caller.accountId,
            subjectId: ownerId,
          } as const;
          await audit.record({ ...event, detail: { mac, note: note.text } }, within);
        });
      }),
  };

  return {
    register(app) {
      bindCall(app, listMeterNotes, async ({ caller, params }) => ({
        notes: await service.list(caller, params.mac),
      }));
      bindCall(app, writeMeterNote, async ({ caller, params, body, request }) => ({
        note: await service.write(caller, params.mac, body, deviceOf(request)),
      }));
      bindCall(app, removeMeterNote, ({ caller, params, request }) =>
        service.remove(caller, params.mac, params.id, deviceOf(request)),
      );
    },
  };
};
