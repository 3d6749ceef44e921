import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, instant } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** Energy or volume that an exclusion removes from the totals, or that undoing it restores. */
export const correctionEffect = z.object({
  quarters: described('Quarter-hours with counted measurements.', z.int()),
  frames: described('Readings in these quarter-hours.', z.int()),
  amount: described('Consumption: kWh or m³.', z.number()),
  cost: described(
    'R$ at current prices; `null` without a tariff, or with imported quarter-hours in the interval.',
    z.nullable(z.number()),
  ),
});
export type CorrectionEffect = z.output<typeof correctionEffect>;

const byWhomAndWhen = {
  by: described('`null` if the account was removed.', z.nullable(z.string())),
  date: answeredInstant,
};

/** An interval of readings that a user marked as wrong. The readings stay stored, but do not count until the mark is removed. */
export const correction = z.object({
  id: z.int(),
  start: answeredInstant,
  end: described('End, exclusive.', answeredInstant),
  reason: z.string(),
  ...byWhomAndWhen,
  amount: described('Excluded consumption now: kWh or m³.', z.number()),
  frames: z.int(),
  undone: z.nullable(z.object(byWhomAndWhen)),
});
export type Correction = z.output<typeof correction>;

const interval = { start: instant, end: instant };

export const MAX_REASON = 300;

export const CORRECTION_TEXTS = {
  reason: 'Diga o motivo da correção.',
  longReason: 'O motivo pode ter até 300 caracteres.',
  order: 'O fim deve ser posterior ao início.',
  quarters: 'O trecho deve começar e terminar em quartos de hora inteiros.',
  future: 'O trecho não pode passar do momento atual.',
  before: 'O medidor ainda não estava instalado no início do trecho.',
  length: 'Um trecho pode ter no máximo 366 dias.',
} as const;

export const correctionReason = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, CORRECTION_TEXTS.reason),
    z.maxLength(MAX_REASON, CORRECTION_TEXTS.longReason),
  );

export const listCorrections = defineCall({
  name: 'listCorrections',
  route: 'GET /board/:mac/corrections',
  permission: 'see-readings',
  summary: "Intervals of a meter's readings marked as wrong, newest first.",
  answer: { corrections: z.array(correction) },
});

export const previewCorrection = defineCall({
  name: 'previewCorrection',
  route: 'GET /board/:mac/corrections/preview',
  permission: 'edit-meter',
  summary: 'Consumption that an exclusion of the interval would remove.',
  query: z.strictObject(interval),
  answer: { effect: correctionEffect },
});

export const createCorrection = defineCall({
  name: 'createCorrection',
  route: 'POST /board/:mac/corrections',
  permission: 'edit-meter',
  summary:
    'Excludes an interval of complete quarter-hours. Readings that arrive later in the interval are stored and excluded too.',
  body: z.strictObject({ ...interval, reason: correctionReason }),
  success: 201,
  answer: { correction, effect: correctionEffect },
});

export const undoCorrection = defineCall({
  name: 'undoCorrection',
  route: 'POST /board/:mac/corrections/:id/undo',
  permission: 'edit-meter',
  summary: 'Restores the readings of an interval, including those that arrived after the exclusion.',
  answer: { correction },
});
