import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, instant, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** What excluding a stretch takes away, or undoing it gives back. */
export const correctionEffect = z.object({
  quarters: described('Quarter-hours with measurements that count.', z.int()),
  frames: described('Readings in them.', z.int()),
  amount: described('What they consumed: kWh, m³.', z.number()),
  cost: described(
    'At the prices in force, R$; null without a tariff, and where imported quarter-hours lie among them.',
    z.nullable(z.number()),
  ),
});
export type CorrectionEffect = z.output<typeof correctionEffect>;

const byWhomAndWhen = {
  by: described('Null once the account was removed.', z.nullable(z.string())),
  date: answeredInstant,
};

/** A stretch of readings that was marked as wrong: kept, and not counted until the mark is undone. */
export const correction = z.object({
  id: z.int(),
  start: answeredInstant,
  end: described('The first instant that counts again.', answeredInstant),
  reason: z.string(),
  ...byWhomAndWhen,
  amount: described('What is set aside of it now: kWh, m³.', z.number()),
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
  method: 'GET',
  effect: 'reads',
  path: '/board/:mac/corrections',
  access: 'session',
  permission: 'see-readings',
  summary: "Stretches of a meter's readings that were marked as wrong, newest first.",
  params: z.object({ mac }),
  success: 200,
  answer: z.object({ ok, corrections: z.array(correction) }),
});

export const previewCorrection = defineCall({
  name: 'previewCorrection',
  method: 'GET',
  effect: 'reads',
  path: '/board/:mac/corrections/preview',
  access: 'session',
  permission: 'edit-meter',
  summary: 'What excluding a stretch would take away.',
  params: z.object({ mac }),
  query: z.strictObject(interval),
  success: 200,
  answer: z.object({ ok, effect: correctionEffect }),
});

export const createCorrection = defineCall({
  name: 'createCorrection',
  method: 'POST',
  effect: 'changes',
  path: '/board/:mac/corrections',
  access: 'session',
  permission: 'edit-meter',
  summary: 'Excludes a stretch of whole quarter-hours; what arrives late within it is kept and excluded too.',
  params: z.object({ mac }),
  body: z.strictObject({ ...interval, reason: correctionReason }),
  success: 201,
  answer: z.object({ ok, correction, effect: correctionEffect }),
});

export const undoCorrection = defineCall({
  name: 'undoCorrection',
  method: 'POST',
  effect: 'changes',
  path: '/board/:mac/corrections/:id/undo',
  access: 'session',
  permission: 'edit-meter',
  summary: 'Counts the readings of a stretch again, those included that came meanwhile.',
  params: z.object({ mac, id: z.string() }),
  success: 200,
  answer: z.object({ ok, correction }),
});
