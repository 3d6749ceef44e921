import { VARIABLE_KINDS } from '@nascente/domain/energy/baseline/independent-variables';
import { MAX_DAY_VALUES, VALUE_LIMITS } from '@nascente/domain/insight/savings/day-values';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { maxLength, oneLine } from '../base/text-with-lines.ts';

const kind = described(
  'Mean outdoor temperature of days, °C, or the production of days.',
  z.enum(VARIABLE_KINDS, 'Tipo inválido: use temperature ou production'),
);
const MAX_UNIT = 20;
const LIMITS = Object.values(VALUE_LIMITS);
const MINIMUM = Math.min(...LIMITS.map(({ min }) => min));
const MAXIMUM = Math.max(...LIMITS.map(({ max }) => max));
const WRONG_VALUE = 'Valor inválido.';

const dayValue = z.strictObject({
  date: civilDate,
  value: described(
    `From ${VALUE_LIMITS.temperature.min} to ${VALUE_LIMITS.temperature.max} °C of a temperature, from 0 of a production.`,
    z.number(WRONG_VALUE).check(z.gte(MINIMUM, WRONG_VALUE), z.lte(MAXIMUM, WRONG_VALUE)),
  ),
});

const stored = z.object({
  kind,
  unit: described('°C, or the entered unit of the production.', z.string()),
  start: described('First day with a value.', z.string()),
  end: described('Last day with a value.', z.string()),
  days: described('Days with a value.', z.int()),
  gaps: described(
    'Days without a value between them, oldest first.',
    z.array(
      z.object({
        start: described('First day without a value.', z.string()),
        end: described('Last day without a value.', z.string()),
        days: described('Days without a value.', z.int()),
      }),
    ),
  ),
  by: described('Account that entered the newest values; `null` if it was removed.', z.nullable(z.string())),
  enteredAt: described('Time when the newest values were entered.', answeredInstant),
});
export type StoredVariable = z.output<typeof stored>;

const ofKind = { params: z.object({ id: z.string(), kind }) };
const afterwards = {
  fails: ['not-found'],
  answer: { variables: described('State after the change.', z.array(stored)) },
} as const;

export const listIndependentVariables = defineCall({
  name: 'listIndependentVariables',
  route: 'GET /establishment/:id/variables',
  permission: 'edit-establishment',
  summary:
    'Independent variables of an establishment (IPMVP): outdoor temperature and production by day. The savings baseline uses them if they fit the year before better.',
  fails: ['not-found'],
  answer: { variables: described('None, one or both.', z.array(stored)) },
});

export const readIndependentVariable = defineCall({
  ...ofKind,
  name: 'readIndependentVariable',
  route: 'GET /establishment/:id/variables/:kind',
  permission: 'edit-establishment',
  summary: 'Values of a variable by day.',
  fails: ['not-found'],
  answer: {
    unit: described('°C, or the entered unit of the production.', z.string()),
    values: described(
      'Oldest first; a day without a value is left out.',
      z.array(z.object({ date: z.string(), value: z.number() })),
    ),
  },
});

export const saveIndependentVariable = defineCall({
  ...ofKind,
  name: 'saveIndependentVariable',
  route: 'PUT /establishment/:id/variables/:kind',
  permission: 'edit-establishment',
  summary:
    'Stores values of days and replaces existing ones; other days stay. A production keeps its first unit.',
  body: z.strictObject({
    unit: described(
      'Only for a production; a temperature is in °C.',
      z._default(
        z.string().check(z.trim(), z.minLength(1, 'Diga a unidade.'), maxLength(MAX_UNIT), oneLine),
        '°C',
      ),
    ),
    values: described(
      'One entry a day, none later than today.',
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
  route: 'DELETE /establishment/:id/variables/:kind',
  permission: 'edit-establishment',
  summary: 'Removes all values of a variable.',
  ...afterwards,
});
