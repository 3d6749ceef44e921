import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** The purpose of an integration key. A key cannot be used for another purpose. */
export const INTEGRATION_KINDS = ['gateway', 'mqtt', 'home-assistant', 'calendar', 'csv'] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

const MAX_BOARDS = 2_000;

const integration = z.object({
  id: described(
    'Id; for MQTT (`gateway`, `mqtt`, `home-assistant`) also the user name. A gateway publishes to `gateway/{id}/message`.',
    z.string(),
  ),
  kind: z.enum(INTEGRATION_KINDS),
  name: z.string(),
  prefix: described('First characters of the key, for recognition.', z.string()),
  boards: described(
    'Meters of the integration; `null`: all meters that its owner may see.',
    z.nullable(z.array(z.string())),
  ),
  owner: described(
    'E-mail of the owner, if it is not the caller: an Admin sees every gateway.',
    z.nullable(z.string()),
  ),
  createdAt: answeredInstant,
  lastUsed: z.nullable(answeredInstant),
});
export type Integration = z.output<typeof integration>;

export const listIntegrations = defineCall({
  name: 'listIntegrations',
  route: 'GET /user/integrations',
  permission: 'edit-integrations',
  summary:
    'Keys of integrations, newest first: those of the caller, and for an Admin the gateways of all accounts.',
  answer: {
    integrations: z.array(integration),
    ports: described(
      'MQTT ports of this server; `tls` is `null` if it is closed.',
      z.object({ plain: z.int(), tls: z.nullable(z.int()) }),
    ),
  },
});

export const createIntegration = defineCall({
  name: 'createIntegration',
  route: 'POST /user/integrations',
  permission: 'edit-integrations',
  needsRecentProof: 'no-key',
  summary:
    'Creates a key for an integration, shown once. A gateway sends data of a list of boards by HTTP and MQTT. Other kinds read data that their owner may see: MQTT, Home Assistant, calendar, CSV.',
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
      'Meters of the integration; `null`: all meters that its owner may see. A gateway needs a list.',
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
  answer: {
    key: described('The key; it cannot be read again.', z.string()),
    integration,
  },
});

export const revokeIntegration = defineCall({
  name: 'revokeIntegration',
  route: 'DELETE /user/integrations/:id',
  permission: 'edit-integrations',
  summary: 'Revokes the key of an integration at once and closes its connections.',
});

const linkKey = described('Key of the link.', z.string().check(z.maxLength(100)));

export const readCalendar = defineCall({
  name: 'readCalendar',
  route: 'GET /calendar/:key',
  // The key in the path authorizes the call, because calendar programs send no other credentials.
  access: 'anyone',
  summary:
    'Calendar (iCalendar) of utility reading days and due dates of groups, from one month ago to one year ahead.',
  params: z.object({ key: linkKey }),
  download: ['text/calendar'],
  answer: z.string(),
});

const DAYS = /^[1-9]\d{0,2}$/;
export const MAX_CSV_DAYS = 366;

export const readCsvByLink = defineCall({
  name: 'readCsvByLink',
  route: 'GET /csv/:key',
  // The key in the path authorizes the call, because spreadsheets send no other credentials.
  access: 'anyone',
  summary:
    'Civil days of the meters of a link as CSV, oldest first, for a spreadsheet that loads an address. Columns are separated by `;` with decimal commas, or by `,` with decimal points; no byte order mark. A meter at an inverter has its generation in `geracao` and no consumption.',
  params: z.object({ key: linkKey }),
  query: z.strictObject({
    days: described(
      'Number of days up to today.',
      z._default(
        z.string().check(
          z.regex(DAYS, 'Dias inválidos: use de 1 a 366'),
          z.refine((text) => Number(text) <= MAX_CSV_DAYS, 'Dias inválidos: use de 1 a 366'),
        ),
        '31',
      ),
    ),
    separator: described(
      'Column separator: `semicolon` with decimal commas, or `comma` with decimal points.',
      z._default(z.enum(['semicolon', 'comma'], 'Separador inválido: use semicolon ou comma'), 'semicolon'),
    ),
  }),
  download: ['text/csv'],
  answer: z.string(),
});

export const readMeterMetrics = defineCall({
  name: 'readMeterMetrics',
  route: 'GET /metrics/meters',
  permission: 'see-consumption',
  summary:
    'Metrics of the meters that the caller may see, in the Prometheus text format. Of the cycle so far: consumption, cost and forecast (of a meter at an inverter: generation), completeness and estimated share. Of the newest reading: its time, and power, voltage and flow if it is at most an hour old. A Prometheus server sends an API key as `Authorization: Bearer`; a session token is accepted too.',
  download: ['text/plain'],
  answer: z.string(),
});
