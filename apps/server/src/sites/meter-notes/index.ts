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
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, invalidField, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Meter, MeterDirectory } from '../meters/index.ts';
import { createMeterNotesRepository, type StoredNote } from './meter-notes.repository.ts';

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
  db: Connection;
  directory: Pick<MeterDirectory, 'read'>;
  audit: Pick<AuditTrail, 'record'>;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { directory, audit, clock, db } = needs;

  const service = {
    list: (caller: Caller, mac: Mac): Promise<MeterNote[]> =>
      directory.read(caller, 'see-readings', mac, async (meter) => {
        const notes = await createMeterNotesRepository(db).of(meter.installationId);
        return notes.map((note) => toAnswer(caller, meter, note));
      }),
    write: (
      caller: Actor,
      mac: Mac,
      { at, until, text }: BodyOf<typeof writeMeterNote>,
    ): Promise<MeterNote> =>
      directory.read(caller, 'edit-meter', mac, async (meter) => {
        if (until !== null && until <= at) throw invalidField('until', NOTE_TEXTS.order);
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
          const event = { action: 'note-written', by: caller, subjectId: ownerId } as const;
          await audit.record({ ...event, detail: { mac, note: text } }, within);
          return (await notes.of(installationId)).find((one) => one.id === id);
        });
        if (written === undefined) throw new NotFound(ABSENT);
        return toAnswer(caller, meter, written);
      }),
    remove: (caller: Actor, mac: Mac, id: string): Promise<void> =>
      directory.read(caller, 'edit-meter', mac, async (meter) => {
        const { installationId, ownerId } = meter;
        await db.transaction().execute(async (within) => {
          const notes = createMeterNotesRepository(within);
          const note = (await notes.of(installationId)).find((one) => one.id === id);
          // A caller who may not remove a note gets the same answer as for an absent one.
          if (note === undefined || !mayRemove(caller, meter, note)) throw new NotFound(ABSENT);
          await notes.remove(installationId, note.id);
          const event = { action: 'note-removed', by: caller, subjectId: ownerId } as const;
          await audit.record({ ...event, detail: { mac, note: note.text } }, within);
        });
      }),
  };

  return {
    register(app) {
      bindField(app, listMeterNotes, ({ caller, params }) => service.list(caller, params.mac));
      bindField(app, writeMeterNote, ({ caller, params, body }) => service.write(caller, params.mac, body));
      bindCall(app, removeMeterNote, ({ caller, params }) => service.remove(caller, params.mac, params.id));
    },
  };
};
