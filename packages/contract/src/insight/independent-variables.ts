import { MAX_DAY_VALUES, VALUE_LIMITS } from '@nascente/domain/insight/savings/day-values';
import { VARIABLE_KINDS } from '@nascente/domain/insight/savings/independent-variables';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { longestOne, oneLine } from '../base/text-with-lines.ts';

const kind = described(
  'The mean outdoor temperature of days, °C, or what was made on them.',
  z.enum(VARIABLE_KINDS, 'Tipo inválido: use temperature ou production'),
);
const MAX_UNIT = 20;
const LIMITS = Object.values(VALUE_LIMITS);
const MINIMUM = Math.min(...LIMITS.map(({ least }) => least));
const MAXIMUM = Math.max(...LIMITS.map(({ most }) => most));
const WRONG_VALUE = 'Valor inválido.';

const dayValue = z.strictObject({
  date: civilDate,
  value: described(
    `From ${VALUE_LIMITS.temperature.least} to ${VALUE_LIMITS.temperature.most} °C of a temperature, from 0 of a production.`,
    z.number(WRONG_VALUE).check(z.gte(MINIMUM, WRONG_VALUE), z.lte(MAXIMUM, WRONG_VALUE)),
  ),
});

const stored = z.object({
  kind,
  unit: described('°C, or that of the production as it was given.', z.string()),
  start: described('The first day with a value.', z.string()),
  end: described('The last day with a value.', z.string()),
  days: described('Days with a value.', z.int()),
  gaps: described(
    'Days between them without one, oldest first.',
    z.array(
      z.object({
        start: described('The first day without a value.', z.string()),
        end: described('The last day without a value.', z.string()),
        days: described('Days without a value.', z.int()),
      }),
    ),
  ),
  by: described('Who entered the newest values; null once that account is gone.', z.nullable(z.string())),
  enteredAt: described('When the newest values were entered.', answeredInstant),
});
export type StoredVariable = z.output<typeof stored>;

const ofEstablishment = { params: z.object({ id: z.string() }) };
const ofKind = { params: z.object({ id: z.string(), kind }) };
const afterwards = {
  fails: ['not-found'],
  success: 200,
  answer: z.object({ ok, variables: described('What is there afterwards.', z.array(stored)) }),
} as const;

export const listIndependentVariables = defineCall({
  ...ofEstablishment,
  name: 'listIndependentVariables',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/variables',
  access: 'session',
  permission: 'edit-establishment',
  summary:
    'What is known of an establishment beside its meters that moves its consumption (IPMVP: independent variables): outdoor temperature and production by day. The baseline of savings takes them where they tell the year before better.',
  fails: ['not-found'],
  success: 200,
  answer: z.object({ ok, variables: described('None, one or both.', z.array(stored)) }),
});

export const readIndependentVariable = defineCall({
  ...ofKind,
  name: 'readIndependentVariable',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/variables/:kind',
  access: 'session',
  permission: 'edit-establishment',
  summary: 'The values of a variable, day by day.',
  fails: ['not-found'],
  success: 200,
  answer: z.object({
    ok,
    unit: described('°C, or that of the production as it was given.', z.string()),
    values: described(
      'Oldest first; a day without a value has none.',
      z.array(z.object({ date: z.string(), value: z.number() })),
    ),
  }),
});

export const saveIndependentVariable = defineCall({
  ...ofKind,
  name: 'saveIndependentVariable',
  method: 'PUT',
  effect: 'changes',
  path: '/establishment/:id/variables/:kind',
  access: 'session',
  permission: 'edit-establishment',
  summary:
    'Enters values of days: those that had one get the new one, the others stay. A production keeps the unit that it was first given in.',
  body: z.strictObject({
    unit: described(
      'Of a production; of a temperature always °C.',
      z._default(
        z.string().check(z.trim(), z.minLength(1, 'Diga a unidade.'), longestOne(MAX_UNIT), oneLine),
        '°C',
      ),
    ),
    values: described(
      'One a day, none later than today.',
      z
        .array(dayValue)
        .check(
          z.minLength(1, 'Não há nenhum dia.'),
          z.maxLength(MAX_DAY_VALUES, `No máximo ${MAX_DAY_VALUES} dias de uma vez.`),
        ),
    ),
  }),
  ...afterwards,
  fails: ['not-found', 'conflict'],
});

export const removeIndependentVariable = defineCall({
  ...ofKind,
  name: 'removeIndependentVariable',
  method: 'DELETE',
  effect: 'changes',
  path: '/establishment/:id/variables/:kind',
  access: 'session',
  permission: 'edit-establishment',
  summary: 'Removes all values of a variable.',
  ...afterwards,
});
