import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, instantOrDate, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { frame, frameRange, measured } from './readings.ts';

/** Maximum frames of an answer without pages. */
export const MAX_FRAMES = 1000;

export const readTelemetries = defineCall({
  name: 'readTelemetries',
  route: 'POST /board/telemetries',
  effect: 'reads',
  permission: 'see-readings',
  summary: `Frames of one civil day, oldest first, at most ${MAX_FRAMES}: a day with more is thinned, keeping the extremes of power, voltage and flow. Default: today.`,
  body: z.strictObject({ id: mac, date: z.optional(civilDate) }),
  fails: ['not-found'],
  answer: { telemetries: z.array(frame) },
});

export const STATUS_LEVELS = ['low', 'normal', 'great', 'under', 'precarious', 'adequate', 'over'] as const;

export const readTelemetryStatus = defineCall({
  name: 'readTelemetryStatus',
  route: 'POST /board/telemetries/status',
  effect: 'reads',
  permission: 'see-readings',
  summary:
    'By the hour, oldest first: mean power factor (type PF), or mean voltage of the phase with the largest deviation (type V), with its level. Hours without frames are left out.',
  body: z.strictObject({
    ...frameRange,
    type: z._default(z.enum(['PF', 'V'], 'Tipo inválido: use PF ou V'), 'PF'),
  }),
  fails: ['not-found'],
  answer: {
    status: z.array(
      z.object({
        date: described('Start of the hour.', answeredInstant),
        value: described('Power factor 0..1, or V.', z.number()),
        level: z.enum(STATUS_LEVELS),
      }),
    ),
  },
});

export const readFrames = defineCall({
  name: 'readFrames',
  route: 'POST /board/values',
  effect: 'reads',
  permission: 'see-readings',
  summary: `Frames between two instants, newest first, at most ${MAX_FRAMES}.`,
  body: z.strictObject(frameRange),
  fails: ['not-found'],
  answer: { value: z.array(frame) },
});

const fieldNames = Object.keys(frame.shape).filter((name) => name !== 'date');
const [firstField = '', ...otherFields] = fieldNames;

/** Fields of a row: all fields of a frame except its time. */
export const frameField = z.enum([firstField, ...otherFields], 'Campo desconhecido');

/** Length of the interval of a row; without it each row is a frame. Days are local days in the meter's zone. */
export const ROW_LENGTHS = ['1m', '15m', '1h', '1d'] as const;
export type RowLength = (typeof ROW_LENGTHS)[number];

const LIMIT = `Limite inválido: use de 1 a ${MAX_FRAMES}`;

export const projection = z.strictObject({
  fields: z
    .array(frameField)
    .check(z.minLength(1, 'Informe ao menos um campo.'), z.maxLength(fieldNames.length)),
  dateIn: instantOrDate,
  dateOut: instantOrDate,
  every: z.optional(z.enum(ROW_LENGTHS, 'Intervalo inválido: use 1m, 15m, 1h ou 1d')),
  limit: z._default(z.int().check(z.gte(1, LIMIT), z.lte(MAX_FRAMES, LIMIT)), MAX_FRAMES),
});
export type Projection = z.output<typeof projection>;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

export const projectFrames = defineCall({
  name: 'projectFrames',
  route: 'POST /board/values/project',
  effect: 'reads',
  permission: 'see-readings',
  summary:
    'Selected fields of frames, newest first. With `every`, one row for each interval with data: means of instantaneous values, sums of increments (kwh*, kvarh*, litres). `filter` is JSON, as text or as an object.',
  body: z.strictObject({
    id: mac,
    filter: z.union(
      [z.pipe(z.pipe(z.string(), z.transform(parseJson)), projection), projection],
      'Filtro inválido',
    ),
  }),
  fails: ['not-found'],
  answer: described(
    '`date` is the instant of the frame, or the start of the interval.',
    z.object({ ok, value: z.array(z.record(z.string(), z.union([z.string(), measured]))) }),
  ),
});
