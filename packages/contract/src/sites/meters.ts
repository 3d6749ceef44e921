import { boardEquipments, boardModels, boardTypes } from '@nascente/domain/sites/boards/board-traits';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, instant, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { maxLength, oneLine } from '../base/text-with-lines.ts';

/** Nominal voltage in V. */
export const tension = z.union([z.literal(110), z.literal(220)], 'Escolha a tensão: 110 ou 220.');

/** A meter as listed in its establishment. */
export const installation = z.object({
  _id: z.string(),
  name: z.string(),
  meter: z.string(),
  comment: z.string(),
  fuseBoxMeter: z.boolean(),
  tax: z.nullable(z.string()),
  type: z.enum(['tri', ...boardTypes]),
  model: z.enum(boardModels),
  equipment: z.enum(boardEquipments),
});

/** An installed meter with the field names of the specification. */
export const board = z.object({
  id: z.string(),
  Alias: described("'establishment - installation'", z.string()),
  name: z.string(),
  Comment: z.string(),
  macAddress: z.string(),
  MACAddress: z.string(),
  Owner: z.string(),
  type: z.enum(boardTypes),
  model: z.enum(boardModels),
  equipment: z.enum(boardEquipments),
  isGeral: z.boolean(),
  tension,
  tax: described('Id of the tariff, if one was chosen.', z.nullable(z.string())),
  billReadDate: z.nullable(z.int()),
  solarPanel: z.boolean(),
  installationDetails: described('The same meter as in `installations` of its establishment.', installation),
  system: z.nullable(z.string()),
  online: described('Whether it sent a message within `silentAfter`.', z.boolean()),
  silentAfter: described(
    'Seconds without a message until it counts as silent: three of its intervals, at least two minutes and at most one hour.',
    z.number(),
  ),
  lastSeen: z.nullable(answeredInstant),
  installedAt: described(
    'Start of its data; earlier measurements do not belong to this meter.',
    answeredInstant,
  ),
  hasPast: described(
    'Whether it was moved here, or its board was replaced: see `readMeterPast`.',
    z.boolean(),
  ),
  establishmentId: z.string(),
  establishmentName: described('Display name: its fantasy name, if it has one.', z.string()),
  zone: described('IANA zone of the days, months and cycles of this meter.', z.string()),
});
export type Board = z.output<typeof board>;

/** The code printed with a board, or its device key; not required if `CLAIM_CODES` is off. */
export const claimCode = z.optional(z.string().check(z.trim(), maxLength(100)));

/** Header with the claim code for calls without a body. A URL would be logged. */
export const CLAIM_HEADER = 'claim-code';

export const listMeters = defineCall({
  name: 'listMeters',
  route: 'GET /installation-meter',
  permission: 'see-own-meters',
  summary: 'Installed meters that the caller may see.',
  answer: { installationsMeter: z.array(board) },
});

export const readMeter = defineCall({
  name: 'readMeter',
  route: 'GET /board/:mac',
  permission: 'see-own-meters',
  summary: 'One installed meter.',
  answer: { board },
});

export const verifyMeter = defineCall({
  name: 'verifyMeter',
  route: 'GET /meter/verify/:mac',
  permission: 'verify-meter',
  summary: `Whether a board exists in the inventory, and whether it is installed. The answer needs access to the board, or the code of its label in the header \`${CLAIM_HEADER}\`.`,
  answer: {
    exists: z.boolean(),
    installed: z.boolean(),
    model: z.nullable(z.enum(boardModels)),
    type: z.nullable(z.enum(boardTypes)),
  },
});

export const validateBoard = defineCall({
  name: 'validateBoard',
  route: 'POST /board/validate',
  effect: 'reads',
  permission: 'install-meter',
  summary:
    'Whether a board exists and the caller may install it. The MAC is enough for an Admin, and for a Manager if the board is assigned to the account; other callers also send the code of its label.',
  body: z.strictObject({ id: mac, code: claimCode }),
  answer: {
    exists: z.boolean(),
    asksCode: described(
      'Whether the caller installs this board with the code of its label. Without the code, `model` and `type` are `null`.',
      z.boolean(),
    ),
    model: z.nullable(z.enum(boardModels)),
    type: z.nullable(z.enum(boardTypes)),
  },
});

export const newInstallation = z.strictObject({
  locationCode: z.string().check(z.minLength(1, 'Escolha um estabelecimento.')),
  name: z.string().check(z.trim(), z.minLength(1, 'Verifique os campos digitados'), maxLength(120), oneLine),
  installDate: z.optional(instant),
  meter: mac,
  code: claimCode,
  fuseBoxMeter: z._default(z.boolean(), false),
  solarPanel: described(
    'Only for energy: the meter is at the inverter; for a general meter, the establishment has panels.',
    z._default(z.boolean(), false),
  ),
  voltage: z._default(tension, 220),
  comment: z._default(z.string().check(z.trim(), maxLength(500)), ''),
  tax: z._default(z.nullable(z.string()), null),
});

export type Installation = z.output<typeof installation>;

export const createInstallation = defineCall({
  name: 'createInstallation',
  route: 'POST /installation-meter',
  permission: 'install-meter',
  summary: 'Installs a board of the inventory at a location.',
  body: newInstallation,
  fails: ['not-found', 'conflict'],
  success: 201,
  answer: { installation },
});
