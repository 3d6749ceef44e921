import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, instant } from '../base/conventions.ts';
import { described } from '../base/described.ts';

export const MAX_NOTE = 300;
/** Maximum notes of one meter. */
export const MAX_METER_NOTES = 500;

export const NOTE_TEXTS = {
  text: 'Escreva a anotação.',
  longText: `A anotação pode ter até ${MAX_NOTE} caracteres.`,
  order: 'O fim deve ser posterior ao início.',
  max: `Este medidor já tem ${MAX_METER_NOTES} anotações. Remova as que não servem mais.`,
} as const;

/** A user's note on an interval of a meter, shown with its curves. */
export const meterNote = z.object({
  id: z.string(),
  at: described('Time or start of the described event.', answeredInstant),
  until: described('End of the event; `null` for an instant.', z.nullable(answeredInstant)),
  text: described('Text.', z.string()),
  by: described('`null` if the account was removed.', z.nullable(z.string())),
  date: described('Time of writing.', answeredInstant),
  isOwn: described('Whether the caller may remove it: its author, or the owner of the meter.', z.boolean()),
});
export type MeterNote = z.output<typeof meterNote>;

export const listMeterNotes = defineCall({
  name: 'listMeterNotes',
  route: 'GET /board/:mac/notes',
  permission: 'see-readings',
  summary: 'Notes beside the curves of a meter, oldest first.',
  answer: { notes: described('Oldest first.', z.array(meterNote)) },
});

export const writeMeterNote = defineCall({
  name: 'writeMeterNote',
  route: 'POST /board/:mac/notes',
  permission: 'edit-meter',
  summary: 'Adds a note at an instant or an interval; all users of the meter see it with its author.',
  body: z.strictObject({
    at: instant,
    until: described('End of the event; `null` for an instant.', z._default(z.nullable(instant), null)),
    text: described(
      'Text.',
      z.string().check(z.trim(), z.minLength(1, NOTE_TEXTS.text), z.maxLength(MAX_NOTE, NOTE_TEXTS.longText)),
    ),
  }),
  fails: ['conflict'],
  success: 201,
  answer: { note: described('The note.', meterNote) },
});

export const removeMeterNote = defineCall({
  name: 'removeMeterNote',
  route: 'DELETE /board/:mac/notes/:id',
  permission: 'edit-meter',
  summary: 'Removes a note; only for its author or the owner of the meter.',
});
