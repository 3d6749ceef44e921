import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { z } from 'zod/mini';
import { defineCall, type EditInput, editOf } from '../base/call.ts';
import { answeredInstant, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { longestOne, oneLine } from '../base/text-with-lines.ts';
import { type Board, claimCode, installation, readMeter, tension } from './meters.ts';

/** Messages about editing a meter, at both ends. */
export const METER_TEXTS = {
  alias: 'Verifique o apelido digitado.',
  tariff: 'Escolha uma tarifa para continuar a edição',
  mac: 'Endereço MAC inválido',
  solarWater: 'Um medidor de água não mede energia solar.',
} as const;

export const MAX_NAME = 120;
/** 'establishment - name' */
const MAX_ALIAS = 200 + ' - '.length + MAX_NAME;
export const MAX_COMMENT = 500;
export const MAX_SYSTEM = 80;

const byId = z.object({ id: z.string() });
const changed = z.object({ ok, installation });

export const meterChange = z.strictObject({
  id: described('Of the installation, as in the path.', z.string()),
  Alias: described(
    "Its name; the derived 'establishment - name', sent back as it was answered, leaves the name as it is.",
    z
      .string()
      .check(z.trim(), z.minLength(1, METER_TEXTS.alias), z.maxLength(MAX_ALIAS, METER_TEXTS.alias), oneLine),
  ),
  macAddress: described('As it is: another board is put in by `replaceBoard`.', mac),
  Comment: z._default(z.string().check(z.trim(), longestOne(MAX_COMMENT)), ''),
  isGeral: z.boolean(),
  tax: z.nullable(z.string()),
  tension,
  system: described(
    'Left out it stays; empty or null takes the meter out of its system.',
    z.optional(z.nullable(z.string().check(z.trim(), longestOne(MAX_SYSTEM), oneLine))),
  ),
  solarPanel: described('As in `newInstallation`; left out it stays.', z.optional(z.boolean())),
});
export type MeterChange = z.output<typeof meterChange>;

/** Which version of a meter an editor saw. */
export const meterSeen = ({ name, Comment, isGeral, tension, tax, system, solarPanel }: Board): string =>
  fingerprint({ name, Comment, isGeral, tension, tax, system, solarPanel });

export const updateMeter = defineCall({
  name: 'updateMeter',
  method: 'PATCH',
  effect: 'changes',
  path: '/installation-meter/:id',
  access: 'session',
  permission: 'edit-meter',
  summary: 'Changes an installed meter; 409 for a second general meter of an establishment.',
  params: byId,
  body: meterChange,
  edit: editOf(readMeter, {
    asking: ({ body }: EditInput<MeterChange>) => ({ params: { mac: body.macAddress } }),
    seen: (answer) => meterSeen(answer.board),
    actions: ['meter-changed'],
    about: (answer) => [{ mac: answer.board.macAddress }],
  }),
  fails: ['conflict'],
  success: 200,
  answer: changed,
});

export const removeMeter = defineCall({
  name: 'removeMeter',
  method: 'DELETE',
  effect: 'changes',
  path: '/board/:mac',
  access: 'session',
  permission: 'remove-meter',
  summary:
    'Takes a board out of its installation, which keeps its readings; the board can be installed again.',
  params: z.object({ mac }),
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok }),
});

export const moveMeter = defineCall({
  name: 'moveMeter',
  method: 'POST',
  effect: 'changes',
  path: '/installation-meter/:id/move',
  access: 'session',
  permission: 'edit-meter',
  summary:
    'Moves a meter to another establishment of the same owner: a new installation there; what was measured before stays with the old one.',
  params: byId,
  body: z.strictObject({
    locationCode: described(
      'The establishment it moves to.',
      z.string().check(z.minLength(1, 'Escolha um local.')),
    ),
    isGeral: described('Whether it measures the whole establishment there.', z._default(z.boolean(), false)),
    keepAccess: described(
      'Whether the client users who see it go on seeing it at the new establishment.',
      z._default(z.boolean(), false),
    ),
  }),
  fails: ['conflict'],
  success: 200,
  answer: changed,
});

export const replaceBoard = defineCall({
  name: 'replaceBoard',
  method: 'POST',
  effect: 'changes',
  path: '/installation-meter/:id/replace',
  access: 'session',
  permission: 'edit-meter',
  summary:
    'Puts another board of the same kind in: the installation, its history and its establishment stay, and the old board is free.',
  params: byId,
  body: z.strictObject({ meter: mac, code: claimCode }),
  fails: ['conflict'],
  success: 200,
  answer: changed,
});

const stay = z.object({
  id: described('Of the installation.', z.string()),
  name: z.string(),
  establishmentId: z.string(),
  establishmentName: z.string(),
  from: answeredInstant,
  until: described('Null where it is now.', z.nullable(answeredInstant)),
  boards: described(
    'The boards that measured there, newest first.',
    z.array(z.object({ mac: z.string(), from: answeredInstant, until: z.nullable(answeredInstant) })),
  ),
  total: described('kWh, of water m³.', z.number()),
  months: described(
    "Months with readings, newest first: 'MM/YYYY' in the zone of the establishment, kWh or m³.",
    z.array(z.object({ date: z.string(), total: z.number() })),
  ),
});
export type MeterStay = z.output<typeof stay>;

export const readMeterPast = defineCall({
  name: 'readMeterPast',
  method: 'GET',
  effect: 'reads',
  path: '/board/:mac/past',
  access: 'session',
  permission: 'see-consumption',
  summary:
    'Where a meter is and was before it was moved, with its boards and what it measured there by month.',
  params: z.object({ mac }),
  success: 200,
  answer: described(
    'Newest first; of earlier establishments only those that the caller saw it at.',
    z.object({ ok, stays: z.array(stay) }),
  ),
});
