import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { z } from 'zod/mini';
import { defineCall, type EditInput, editOf } from '../base/call.ts';
import { answeredInstant, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { maxLength, oneLine } from '../base/text-with-lines.ts';
import { type Board, claimCode, installation, readMeter, tension } from './meters.ts';

/** Messages about editing a meter, used by the browser and the server. */
export const METER_TEXTS = {
  alias: 'Verifique o apelido digitado.',
  tariff: 'Escolha uma tarifa para continuar a edição',
  mac: 'Endereço MAC inválido',
  solarWater: 'Um medidor de água não mede energia solar.',
} as const;

export const MAX_NAME = 120;
/** Maximum length of an alias, which is 'establishment - name'. */
const MAX_ALIAS = 200 + ' - '.length + MAX_NAME;
export const MAX_COMMENT = 500;
export const MAX_SYSTEM = 80;

const changed = { installation };

export const meterChange = z.strictObject({
  id: described('Id of the installation, as in the path.', z.string()),
  Alias: described(
    "Name of the meter; the derived 'establishment - name' leaves the name unchanged.",
    z
      .string()
      .check(z.trim(), z.minLength(1, METER_TEXTS.alias), z.maxLength(MAX_ALIAS, METER_TEXTS.alias), oneLine),
  ),
  macAddress: described('Unchanged; `replaceBoard` installs another board.', mac),
  Comment: z._default(z.string().check(z.trim(), maxLength(MAX_COMMENT)), ''),
  isGeral: z.boolean(),
  tax: z.nullable(z.string()),
  tension,
  system: described(
    'Omitted: unchanged; empty or `null`: no system.',
    z.optional(z.nullable(z.string().check(z.trim(), maxLength(MAX_SYSTEM), oneLine))),
  ),
  solarPanel: described('As in `newInstallation`; omitted: unchanged.', z.optional(z.boolean())),
});
export type MeterChange = z.output<typeof meterChange>;

/** The version of a meter that an editor saw. */
export const meterSeen = ({ name, Comment, isGeral, tension, tax, system, solarPanel }: Board): string =>
  fingerprint({ name, Comment, isGeral, tension, tax, system, solarPanel });

export const updateMeter = defineCall({
  name: 'updateMeter',
  route: 'PATCH /installation-meter/:id',
  permission: 'edit-meter',
  summary: 'Changes an installed meter; 409 for a second general meter in an establishment.',
  body: meterChange,
  edit: editOf(readMeter, {
    asking: ({ body }: EditInput<MeterChange>) => ({ params: { mac: body.macAddress } }),
    seen: (answer) => meterSeen(answer.board),
    actions: ['meter-changed'],
    about: (answer) => [{ mac: answer.board.macAddress }],
  }),
  fails: ['conflict'],
  answer: changed,
});

export const removeMeter = defineCall({
  name: 'removeMeter',
  route: 'DELETE /board/:mac',
  permission: 'remove-meter',
  summary:
    'Removes a board from its installation, which keeps its readings; the board can be installed again.',
  fails: ['conflict'],
});

export const moveMeter = defineCall({
  name: 'moveMeter',
  route: 'POST /installation-meter/:id/move',
  permission: 'edit-meter',
  summary:
    'Moves a meter to another establishment of the same owner: a new installation there; earlier measurements stay with the old one.',
  body: z.strictObject({
    locationCode: described(
      'Target establishment.',
      z.string().check(z.minLength(1, 'Escolha um estabelecimento.')),
    ),
    isGeral: described(
      'Whether it measures the complete target establishment.',
      z._default(z.boolean(), false),
    ),
    keepAccess: described(
      'Whether client users with access to it keep the access at the new establishment.',
      z._default(z.boolean(), false),
    ),
  }),
  fails: ['conflict'],
  answer: changed,
});

export const replaceBoard = defineCall({
  name: 'replaceBoard',
  route: 'POST /installation-meter/:id/replace',
  permission: 'edit-meter',
  summary:
    'Replaces the board of an installation by another of the same kind: the installation and its history stay, and the old board is free.',
  body: z.strictObject({ meter: mac, code: claimCode }),
  fails: ['conflict'],
  answer: changed,
});

const stay = z.object({
  id: described('Id of the installation.', z.string()),
  name: z.string(),
  establishmentId: z.string(),
  establishmentName: z.string(),
  from: answeredInstant,
  until: described('`null` for the current one.', z.nullable(answeredInstant)),
  boards: described(
    'Boards of this installation, newest first.',
    z.array(z.object({ mac: z.string(), from: answeredInstant, until: z.nullable(answeredInstant) })),
  ),
  total: described('kWh; water: m³.', z.number()),
  months: described(
    "Months with readings, newest first: 'MM/YYYY' in the zone of the establishment, kWh or m³.",
    z.array(z.object({ date: z.string(), total: z.number() })),
  ),
});
export type MeterStay = z.output<typeof stay>;

export const readMeterPast = defineCall({
  name: 'readMeterPast',
  route: 'GET /board/:mac/past',
  permission: 'see-consumption',
  summary: 'Current and earlier places of a meter, with its boards and its measurements there by month.',
  answer: described(
    'Newest first; only earlier establishments at which the caller could see it.',
    z.object({ ok, stays: z.array(stay) }),
  ),
});
