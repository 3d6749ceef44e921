import {
  listMeterNotes,
  NOTE_TEXTS,
  removeMeterNote,
  writeMeterNote,
} from '@nascente/contract/sites/meter-notes';
import { beforeAll, expect, test } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-13T14:20:00Z';
const AT = '2026-11-12T12:00:00.000Z';

let api: TestApi;
let owner: SeededPerson;
let meter: SeededMeter;
const notes = () => `/board/${meter.mac}/notes`;
const by = ({ token }: SeededPerson, payload?: object) => ({ token, ...(payload && { payload }) });

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  meter = await api.seed.meter(await api.seed.establishment(owner));
});

test('shows a note with its author to every account that sees the meter, oldest first, until removal', async () => {
  const until = '2026-11-12T13:00:00.000Z';
  const { note } = await api.succeed(
    writeMeterNote,
    notes(),
    by(owner, { at: AT, until, text: ' Forno novo ' }),
  );
  expect(note).toMatchObject({
    at: AT,
    until,
    text: 'Forno novo',
    date: '2026-11-13T14:20:00.000Z',
    isOwn: true,
  });
  await api.succeed(
    writeMeterNote,
    notes(),
    by(owner, { at: '2026-11-01T12:00:00Z', text: 'Troca de turno' }),
  );
  const listed = await api.succeed(listMeterNotes, notes(), by(owner));
  expect(listed.notes.map(({ text, until: end }) => [text, end])).toEqual([
    ['Troca de turno', null],
    ['Forno novo', until],
  ]);
  await api.succeed(removeMeterNote, `${notes()}/${note.id}`, by(owner));
  expect((await api.succeed(listMeterNotes, notes(), by(owner))).notes).toHaveLength(1);
  expect((await api.fail('DELETE', `${notes()}/${note.id}`, by(owner))).type).toBe('not-found');
});

test('refuses a note that ends before it begins, or has no text', async () => {
  const backwards = await api.fail('POST', notes(), by(owner, { at: AT, until: AT, text: 'x' }));
  expect(backwards.errors).toEqual([{ path: 'until', msg: NOTE_TEXTS.order }]);
  expect((await api.fail('POST', notes(), by(owner, { at: AT, text: '  ' }))).msg).toBe(NOTE_TEXTS.text);
});

test('answers 404 for reading or writing notes at a meter of another owner', async () => {
  const otherAccount = await api.seed.person();
  expect((await api.fail('GET', notes(), by(otherAccount))).type).toBe('not-found');
  expect((await api.fail('POST', notes(), by(otherAccount, { at: AT, text: 'x' }))).type).toBe('not-found');
});
