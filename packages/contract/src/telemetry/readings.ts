import { FRAME_FIELDS, type FrameField } from '@nascente/domain/telemetry/frames/frame-fields';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, instantOrDate, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** A measured value; `null`: not measured. */
export const measured = z.nullable(z.number());

/**
 * A stored frame in the units of the meter (V, A, W, var, Wh, varh, %). `null`: not measured. Single-phase boards have values in
 * phase A only.
 */
export const frame = z.object({
  date: answeredInstant,
  ...(Object.fromEntries(FRAME_FIELDS.map((field) => [field, measured])) as Record<
    FrameField,
    typeof measured
  >),
});
export type AnsweredFrame = z.output<typeof frame>;

export const PAGE_SIZES = [10, 20, 50, 100, 250, 720, 1000] as const;
export const MAXIMUM_RANGE_MESSAGE = 'A pesquisa deve ser de no máximo um mês...';

/**
 * A meter and an interval of frames of at most 31 days: two instants, both included, or two civil dates, which mean whole days in
 * the meter's zone.
 */
export const frameRange = { id: mac, dateIn: instantOrDate, dateOut: instantOrDate };

export const readLastFrame = defineCall({
  name: 'readLastFrame',
  route: 'POST /board/values/last',
  effect: 'reads',
  permission: 'see-readings',
  summary: "The meter's newest frame.",
  body: z.strictObject({ id: mac }),
  fails: ['not-found'],
  answer: { value: z.nullable(frame) },
});

export const readFramePage = defineCall({
  name: 'readFramePage',
  route: 'POST /board/values/last/pagination',
  effect: 'reads',
  permission: 'see-readings',
  summary: 'A page of frames between two instants, newest first.',
  body: z.strictObject({
    ...frameRange,
    limit: z._default(
      z.union(
        PAGE_SIZES.map((size) => z.literal(size)),
        `Tamanho de página inválido: use ${PAGE_SIZES.join(', ')}`,
      ),
      50,
    ),
    skip: z._default(z.int().check(z.gte(0, 'Página inválida')), 0),
    cursor: described(
      'Instead of `skip`: `next` of the previous page. Pages then do not shift when frames arrive.',
      z.optional(z.string()),
    ),
  }),
  fails: ['not-found'],
  answer: { value: z.array(frame), next: z.nullable(z.string()) },
});

export const countFrames = defineCall({
  name: 'countFrames',
  route: 'POST /board/values/last/pagination/count',
  effect: 'reads',
  permission: 'see-readings',
  summary: 'Number of frames between two instants.',
  body: z.strictObject(frameRange),
  fails: ['not-found'],
  answer: { value: z.int() },
});
