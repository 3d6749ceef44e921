import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** The kind of an integration key, which may do nothing else. */
export const INTEGRATION_KINDS = ['gateway', 'mqtt', 'home-assistant', 'calendar', 'csv'] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

const MAX_BOARDS = 2_000;

const integration = z.object({
  id: described('Its id: of a gateway also its user name and its topic, `gateway/{id}/message`.', z.string()),
  kind: z.enum(INTEGRATION_KINDS),
  name: z.string(),
  prefix: described('First characters of the key, by which it is told from others.', z.string()),
  boards: described(
    'The meters that it is for; null for all that its owner sees.',
    z.nullable(z.array(z.string())),
  ),
  owner: described(
    'E-mail of its owner, where it is not the caller: an Admin sees every gateway.',
    z.nullable(z.string()),
  ),
  createdAt: answeredInstant,
  lastUsed: z.nullable(answeredInstant),
});
export type Integration = z.output<typeof integration>;

export const listIntegrations = defineCall({
  name: 'listIntegrations',
  method: 'GET',
  effect: 'reads',
  path: '/user/integrations',
  access: 'session',
  permission: 'edit-integrations',
  summary:
    'Keys of other systems, newest first: those of the caller, and for an Admin the gateways of everybody.',
  success: 200,
  answer: z.object({
    ok,
    integrations: z.array(integration),
    ports: described(
      'Ports of MQTT at this server; `tls` is null where none is open.',
      z.object({ plain: z.int(), tls: z.nullable(z.int()) }),
    ),
  }),
});

export const createIntegration = defineCall({
  name: 'createIntegration',
  method: 'POST',
  effect: 'changes',
  path: '/user/integrations',
  access: 'session',
  permission: 'edit-integrations',
  needsRecentProof: 'no-key',
  summary:
    'A new key of another system, shown once. A gateway sends for a list of boards, by HTTP and MQTT; the others read what their owner sees: by MQTT, as Home Assistant, as a calendar or as CSV.',
  fails: ['not-found', 'conflict'],
  body: z.strictObject({
    kind: z.enum(INTEGRATION_KINDS, 'Escolha o que será ligado.'),
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Dê um nome para reconhecer depois.'),
        z.maxLength(60, 'O nome pode ter até 60 caracteres.'),
        z.regex(/^\P{Cc}*$/u, 'O nome tem caracteres inválidos.'),
      ),
    boards: described(
      'The meters that it is for; null for all that its owner sees. A gateway needs a list.',
      z._default(
        z.nullable(
          z
            .array(mac)
            .check(
              z.minLength(1, 'Escolha ao menos um medidor.'),
              z.maxLength(MAX_BOARDS, 'São medidores demais.'),
            ),
        ),
        null,
      ),
    ),
  }),
  success: 201,
  answer: z.object({
    ok,
    key: described('The key, which nobody can read again.', z.string()),
    integration,
  }),
});

export const revokeIntegration = defineCall({
  name: 'revokeIntegration',
  method: 'DELETE',
  effect: 'changes',
  path: '/user/integrations/:id',
  access: 'session',
  permission: 'edit-integrations',
  summary: 'Revokes a key of another system; it is dead at once, and its connections are closed.',
  params: z.object({ id: z.string() }),
  success: 200,
  answer: z.object({ ok }),
});

const linkKey = described('The key of the link.', z.string().check(z.maxLength(100)));

export const readCalendar = defineCall({
  name: 'readCalendar',
  method: 'GET',
  effect: 'reads',
  path: '/calendar/:key',
  // By the key in its address, as calendars fetch it.
  access: 'anyone',
  summary:
    'A calendar (iCalendar) of the days on which the utility reads and on which groups are due, of a month back and a year ahead.',
  params: z.object({ key: linkKey }),
  download: ['text/calendar'],
  success: 200,
  answer: z.string(),
});

const DAYS = /^[1-9]\d{0,2}$/;
export const MAX_CSV_DAYS = 366;

export const readCsvByLink = defineCall({
  name: 'readCsvByLink',
  method: 'GET',
  effect: 'reads',
  path: '/csv/:key',
  // By the key in its address, as spreadsheets fetch it.
  access: 'anyone',
  summary:
    'Civil days of the meters of a link as CSV, oldest first, for a sheet that loads an address: `;` or with `comma` `,` between columns, decimal commas or points accordingly, no byte order mark. A meter at an inverter has what it generated in `geracao`, and no consumption.',
  params: z.object({ key: linkKey }),
  query: z.strictObject({
    days: described(
      'So many days until today.',
      z._default(
        z.string().check(
          z.regex(DAYS, 'Dias inválidos: use de 1 a 366'),
          z.refine((text) => Number(text) <= MAX_CSV_DAYS, 'Dias inválidos: use de 1 a 366'),
        ),
        '31',
      ),
    ),
    separator: described(
      'Between columns: `semicolon` with decimal commas, or `comma` with decimal points.',
      z._default(z.enum(['semicolon', 'comma'], 'Separador inválido: use semicolon ou comma'), 'semicolon'),
    ),
  }),
  download: ['text/csv'],
  success: 200,
  answer: z.string(),
});

export const readMeterMetrics = defineCall({
  name: 'readMeterMetrics',
  method: 'GET',
  effect: 'reads',
  path: '/metrics/meters',
  access: 'session',
  permission: 'see-consumption',
  summary:
    'Numbers of the meters that the caller sees in the text format of Prometheus: consumption, cost and forecast of the cycle so far (of a meter at an inverter: what it generated), power, voltage and age of the newest frame. By an API key, as `Authorization: Bearer`.',
  download: ['text/plain'],
  success: 200,
  answer: z.string(),
});
