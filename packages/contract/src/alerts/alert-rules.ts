import { SEVERITIES } from '@nascente/domain/alerts/notices';
import { RULE_QUANTITIES, RULE_SPANS, RULE_TESTS } from '@nascente/domain/alerts/own-rules';
import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { z } from 'zod/mini';
import { defineCall, type EditInput, editOf } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { ALERT_KINDS } from './alert-kinds.ts';

const WRONG_LIMIT = 'Limite inválido: informe um número maior ou igual a zero, como 12,5 ou 1.000.';
const WRONG_MINUTE = 'Horário inválido: use minutos do dia, de 0 a 1440.';
const WRONG_DAYS = 'Escolha ao menos um dia da semana.';
const WRONG_HYSTERESIS = 'Folga inválida: use de 0 a 90 por cento, como 5 ou 12,5.';
const WRONG_FOR = 'Duração inválida: use de 0 a 10080 minutos.';
const MAX_LIMIT = 1e9;
const MAX_HYSTERESIS = 90;
const MAX_FOR_MINUTES = 10_080;
const DAY_MINUTES = 1440;
const minute = z.int(WRONG_MINUTE).check(z.gte(0, WRONG_MINUTE), z.lte(DAY_MINUTES, WRONG_MINUTE));

const terms = z.strictObject({
  quantity: described(
    'Quantity that the rule checks.',
    z.enum(RULE_QUANTITIES, 'Escolha o que a regra observa.'),
  ),
  span: described(
    'Interval of one value.',
    z.enum(RULE_SPANS, 'Escolha por quarto de hora, por hora ou por dia.'),
  ),
  test: described('Comparison with the limit.', z.enum(RULE_TESTS, 'Escolha quando a regra avisa.')),
  limit: described(
    'Level: kW, kvar, L/h, a share, V, A or °C. Day: kWh, kvarh or m³. Relative to the usual value: percent. Absence: 0.',
    z.number(WRONG_LIMIT).check(z.gte(0, WRONG_LIMIT), z.lte(MAX_LIMIT, WRONG_LIMIT)),
  ),
  hysteresis: described(
    'Hysteresis: percent of the limit by which the value must return before the alert ends.',
    z.number(WRONG_HYSTERESIS).check(z.gte(0, WRONG_HYSTERESIS), z.lte(MAX_HYSTERESIS, WRONG_HYSTERESIS)),
  ),
  forMinutes: described(
    'Minutes for which the condition must hold.',
    z.int(WRONG_FOR).check(z.gte(0, WRONG_FOR), z.lte(MAX_FOR_MINUTES, WRONG_FOR)),
  ),
  hours: described(
    'Weekdays on which the rule holds, 0 is Sunday, and minutes of the clock; `null`: always.',
    z.nullable(
      z.strictObject({
        days: z
          .array(z.int(WRONG_DAYS).check(z.gte(0, WRONG_DAYS), z.lte(6, WRONG_DAYS)))
          .check(z.minLength(1, WRONG_DAYS)),
        from: minute,
        until: minute,
      }),
    ),
  ),
});
export type AlertRuleTerms = z.output<typeof terms>;

const WRONG_TARGET = 'Escolha um medidor, um estabelecimento ou um grupo.';
const MAX_NAME = 60;

const isOn = described('Whether the rule is active.', z.boolean());
const opinions = described(
  'Opinions of users about its alerts.',
  z.object({
    helpful: z.int(),
    unhelpful: described('Number of users who marked an alert as not helpful.', z.int()),
  }),
);
const named = z.string().check(z.minLength(1, WRONG_TARGET));
/** A rule concerns one meter by its MAC, the meters of an establishment, or a group. */
const target = described(
  'Subject whose meters the rule checks.',
  z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('meter'), mac: named }),
      z.strictObject({ kind: z.literal('establishment'), id: named }),
      z.strictObject({ kind: z.literal('group'), id: named }),
    ],
    WRONG_TARGET,
  ),
);
export type AlertRuleTarget = z.output<typeof target>;

const ruleFields = {
  name: z
    .string('Dê um nome à regra.')
    .check(
      z.trim(),
      z.minLength(1, 'Dê um nome à regra.'),
      z.maxLength(MAX_NAME, 'O nome tem no máximo 60 letras.'),
    ),
  severity: z.enum(SEVERITIES, 'Importância inválida.'),
  terms,
};

const rule = z.object({
  _id: z.string(),
  name: z.string(),
  severity: z.enum(SEVERITIES),
  terms: z.object(terms.shape),
  target: described(
    'Subject whose meters the rule checks; the id of a meter is its MAC.',
    z.object({ kind: z.enum(['meter', 'establishment', 'group']), id: z.string(), name: z.string() }),
  ),
  isOn,
  opinions,
  limitInForce: described('Effective limit, adjusted by opinions.', z.number()),
});
export type AlertRule = z.output<typeof rule>;
const rules = { rules: z.array(rule) };

export const listAlertRules = defineCall({
  name: 'listAlertRules',
  route: 'GET /alerts/rules',
  permission: 'see-alerts',
  summary: 'Custom rules for meters that the caller sees, by name.',
  answer: rules,
});

export const addAlertRule = defineCall({
  name: 'addAlertRule',
  route: 'POST /alerts/rules',
  permission: 'edit-alert-rules',
  summary: 'Adds a custom rule. It is evaluated from the next quarter-hour on.',
  body: z.strictObject({ ...ruleFields, target }),
  fails: ['not-found', 'conflict'],
  success: 201,
  answer: rules,
});

/** The version of a rule that an editor saw. It excludes users' opinions of the rule, which change without an edit. */
export const ruleSeen = (rule: AlertRule | undefined): string =>
  fingerprint(rule && { name: rule.name, severity: rule.severity, terms: rule.terms, isOn: rule.isOn });

export const editAlertRule = defineCall({
  name: 'editAlertRule',
  route: 'PUT /alerts/rules/:id',
  permission: 'edit-alert-rules',
  summary: 'Changes a custom rule, or switches it on or off.',
  body: z.strictObject({ ...ruleFields, isOn }),
  edit: editOf(listAlertRules, {
    asking: () => ({}),
    seen: (answer, { params }) => {
      const rule = answer.rules.find(({ _id }) => _id === params['id']);
      return rule === undefined ? null : ruleSeen(rule);
    },
    actions: ['alert-rule-changed'],
    about: (_, { params }) => [{ edited: params['id'] ?? '' }],
  }),
  answer: rules,
});

export const removeAlertRule = defineCall({
  name: 'removeAlertRule',
  route: 'DELETE /alerts/rules/:id',
  permission: 'edit-alert-rules',
  summary: 'Removes a custom rule. Its past alerts stay; its open alerts end.',
  answer: rules,
});

export const tryAlertRule = defineCall({
  name: 'tryAlertRule',
  route: 'POST /alerts/rules/try',
  effect: 'reads',
  permission: 'edit-alert-rules',
  summary: 'Alerts that a rule would have raised in the last 90 days (levels: 30 days), before it is saved.',
  body: z.strictObject({ terms, target }),
  fails: ['not-found'],
  answer: {
    sentence: described('In Portuguese, for users.', z.string()),
    days: described('Days with measurements.', z.int()),
    times: described('Number of alerts that it would have raised.', z.int()),
    intervals: z.array(
      z.object({
        since: z.string(),
        until: z.nullable(z.string()),
        worst: described('Value furthest beyond the limit.', z.nullable(z.number())),
      }),
    ),
  },
});

const setting = z.object({
  kind: z.enum(ALERT_KINDS),
  isOn,
  threshold: described('In the unit of the kind; `null`: the default applies.', z.nullable(z.number())),
  day: described('Only for contract-ends: last day of the contract.', z.nullable(z.string())),
  opinions,
  inForce: described(
    'Effective limit, adjusted by opinions; `null`: no alert, or no limit.',
    z.nullable(z.number()),
  ),
});
export type AlertSetting = z.output<typeof setting>;

export const listAlertSettings = defineCall({
  name: 'listAlertSettings',
  route: 'GET /alerts/settings/:id',
  permission: 'edit-alert-rules',
  summary: 'Settings of an establishment for the built-in alert rules.',
  answer: { settings: described('One entry for each kind.', z.array(setting)) },
});

/** The version of a setting that an editor saw. */
export const settingSeen = (seen: Pick<AlertSetting, 'isOn' | 'threshold' | 'day'> | undefined): string =>
  fingerprint(seen === undefined ? null : { isOn: seen.isOn, threshold: seen.threshold, day: seen.day });

const alertKind = z.enum(ALERT_KINDS, 'Tipo de aviso inválido.');

export const saveAlertSetting = defineCall({
  name: 'saveAlertSetting',
  route: 'PUT /alerts/settings/:id',
  permission: 'edit-alert-rules',
  summary: 'Switches a built-in rule of an establishment on or off, or sets its limit.',
  body: z.strictObject({
    kind: alertKind,
    isOn,
    threshold: described(
      'In the unit of the kind; `null`: the default applies.',
      z.nullable(z.number(WRONG_LIMIT).check(z.gte(0, WRONG_LIMIT), z.lte(MAX_LIMIT, WRONG_LIMIT))),
    ),
    day: described('Only for contract-ends: last day of the contract.', z.nullable(civilDate)),
  }),
  edit: editOf(listAlertSettings, {
    asking: ({ params }: EditInput<{ kind: AlertSetting['kind'] }>) => ({ params }),
    seen: ({ settings }, { body }) => settingSeen(settings.find(({ kind }) => kind === body.kind)),
    actions: ['alert-setting-changed'],
    about: (_, { params, body }) => [{ edited: `${params['id']} ${body.kind}` }],
  }),
  answer: { settings: described('One entry for each kind.', z.array(setting)) },
});
