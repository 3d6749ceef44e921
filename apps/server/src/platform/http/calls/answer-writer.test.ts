import { everyCall } from '@nascente/contract/every-call';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { createAnswerWriter, makeAnswerWriter } from './bind-call.ts';

const answer = z.object({
  name: z.nullable(z.string()),
  reach: z.nullable(z.number()),
  touPeriod: z.nullable(z.enum(['peak', 'offPeak'])),
  place: z.nullable(z.object({ city: z.nullable(z.string()), floors: z.optional(z.nullable(z.int())) })),
  days: z.nullable(z.array(z.nullable(z.string()))),
  level: z.union([z.literal(1), z.literal(2)]),
  isOpen: z.union([z.literal(true), z.literal(false), z.null()]),
  demand: z.nullable(
    z.union([
      z.object({ mode: z.literal('single'), kw: z.number() }),
      z.object({
        mode: z.literal('split'),
        peak: z.nullable(z.number()),
        season: z.nullable(z.enum(['wet', 'dry'])),
      }),
    ]),
  ),
});

const FULL = {
  name: 'Padaria "Aurora"',
  reach: 1.5,
  touPeriod: 'peak',
  place: { city: 'Recife', floors: 2 },
  days: ['2026-11-27', null],
  level: 2,
  isOpen: false,
  demand: { mode: 'split', peak: null, season: null },
} as const;

test.each([
  FULL,
  { ...FULL, name: null, reach: null, touPeriod: null, place: null, days: null, isOpen: null, demand: null },
  { ...FULL, place: { city: null, floors: null }, days: [] },
  { ...FULL, name: '', reach: 0, demand: { mode: 'single', kw: 30 } },
])('writes null as null, and every other value unchanged: %j', (value) => {
  expect(JSON.parse(createAnswerWriter({ answer })(value))).toEqual(value);
});

test('omits fields that the schema does not name', () => {
  const value = { ...FULL, secret: 'x', place: { city: 'Recife', secret: 'x' } };
  expect(JSON.parse(createAnswerWriter({ answer })(value))).toEqual({ ...FULL, place: { city: 'Recife' } });
});

test.each(everyCall.map((call) => [call.name, call] as const))(
  'creates an answer writer for %s',
  (_, call) => {
    expect(makeAnswerWriter(call)).toBeTypeOf('function');
  },
);
