import { REGISTER_NAMES } from '@nascente/domain/telemetry/adapters/mapped-field';
import { CHOSEN_VERDICTS, STEP_VERDICTS } from '@nascente/domain/telemetry/registers/register-verdicts';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, instant, instantOrDate, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';

const register = z.enum(REGISTER_NAMES, 'Registrador desconhecido');

const chosen = z.enum(CHOSEN_VERDICTS, 'Veredito desconhecido');

/** The value of a register, and its verdict: kWh, kvarh, m³. */
export const registerStep = z.object({
  register,
  date: answeredInstant,
  raw: z.number(),
  previous: described(
    'Previous value, believed or not.',
    z.nullable(z.object({ date: answeredInstant, raw: z.number() })),
  ),
  verdict: z.enum(STEP_VERDICTS),
  increment: described('Amount that it adds.', z.number()),
  decision: described(
    'Newest verdict of the operator.',
    z.nullable(
      z.object({
        verdict: described('`null`: the operator withdrew an earlier verdict.', z.nullable(chosen)),
        reason: z.string(),
        by: described('`null` if the account was removed.', z.nullable(z.string())),
        date: answeredInstant,
      }),
    ),
  ),
});
export type AnsweredStep = z.output<typeof registerStep>;

export const STEPS_PER_PAGE = 100;

export const readRegisters = defineCall({
  name: 'readRegisters',
  route: 'GET /board/:mac/registers',
  permission: 'see-readings',
  summary: "Steps of a meter's cumulative registers, newest first: unusual ones, or all.",
  query: z.strictObject({
    start: instantOrDate,
    end: instantOrDate,
    show: z._default(z.enum(['unusual', 'all']), 'unusual'),
    cursor: described('`next` of the previous page.', z.optional(z.string().check(z.maxLength(100)))),
  }),
  answer: {
    counts: described('Whether this meter has cumulative registers.', z.boolean()),
    steps: z.array(registerStep),
    next: z.nullable(z.string()),
  },
});

export const chooseVerdict = defineCall({
  name: 'chooseVerdict',
  route: 'POST /board/:mac/registers/:register/verdict',
  permission: 'edit-meter',
  summary: 'Changes the verdict on a step, and recomputes all values that depend on it.',
  params: z.object({ mac, register }),
  body: z.strictObject({
    date: instant,
    verdict: described('`null`: the automatic verdict applies.', z.nullable(chosen)),
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(3, 'Diga o motivo da mudança.'),
        z.maxLength(300, 'O motivo pode ter até 300 caracteres.'),
      ),
  }),
  answer: {
    step: registerStep,
    difference: described("Change of the meter's total: kWh, kvarh, m³.", z.number()),
  },
});
