import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { z } from 'zod/mini';
import { defineCall, type EditInput, editOf } from '../base/call.ts';
import { civilDate, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { tariffTypes } from './tariffs.ts';

/** Portuguese messages for a refused group. */
export const GROUP_TEXTS = {
  name: 'O grupo precisa de um nome.',
  longName: 'O nome deve ter no máximo 120 caracteres.',
  type: 'Escolha o tipo do grupo: energia ou água.',
  dueDate: 'Vencimento inválido: use um dia do mês (1 a 31) ou uma data AAAA-MM-DD.',
  boards: 'Escolha ao menos um medidor, ou crie o grupo vazio.',
  emptyWithBoards: 'Um grupo vazio não tem medidores.',
} as const;

const MAX_NAME = 120;
const MAX_BOARDS = 2_000;

const groupName = z
  .string({ error: GROUP_TEXTS.name })
  .check(z.trim(), z.minLength(1, GROUP_TEXTS.name), z.maxLength(MAX_NAME, GROUP_TEXTS.longName));

const groupType = z.enum(tariffTypes, GROUP_TEXTS.type);

const MAX_MONTH = 31;
const isDue = (due: number | string): boolean =>
  typeof due === 'number' ? due >= 1 && due <= MAX_MONTH : civilDate.safeParse(due).success;

/** When the payment of a group is due: on a day of every month (the last day of a shorter month), or on one date. */
const dueDate = z.nullable(
  z
    .union([z.int(), z.string()], { error: GROUP_TEXTS.dueDate })
    .check(z.refine((due) => isDue(due), { error: GROUP_TEXTS.dueDate, abort: true })),
);

const boards = z.array(mac).check(z.maxLength(MAX_BOARDS));

/** The time from which meters added to a group count: the start of the current billing cycle, or their installation. */
const countFrom = z.enum(['cycle', 'installation']);

/** Totals of meters in kWh, or m³ of water. R$ is `null` if one of the meters has no price. */
const consumed = {
  total: z.number(),
  cost: z.nullable(z.number()),
  completeness: described(
    'Quarter-hours with data divided by expected ones, 0 to 1; 0 if none was expected.',
    z.number(),
  ),
  estimated: described(
    'Share of expected quarter-hours whose amount an import spread from longer rows, 0 to 1; absent without any.',
    z.optional(z.number()),
  ),
  basis: described(
    'Source of the cost: the tariffs of the meters, or for at least one of them the prices of the bill of its establishment (`contract`), whose fixed lines are in no meter.',
    z.enum(['contract', 'tariff']),
  ),
};

export const group = z.object({
  _id: z.string(),
  name: z.string(),
  type: z.enum(tariffTypes),
  boards: described('MACs of its current meters that the caller may see.', z.array(z.string())),
  dueDate: described(
    'A day of each month, or a date YYYY-MM-DD.',
    z.nullable(z.union([z.int(), z.string()])),
  ),
  nextDueDate: described(
    'YYYY-MM-DD: next due day, or the single date, which may be past.',
    z.nullable(z.string()),
  ),
  daysUntilDue: described('Days until the due day; negative if it is past.', z.nullable(z.int())),
  owner: described("Id of the owner's account.", z.string()),
  start: described(
    'Days of the totals: the requested ones, otherwise the billing cycle so far of its meters.',
    z.string(),
  ),
  end: z.string(),
  ...consumed,
});
export type Group = z.output<typeof group>;

/** A meter of a group, including one that has left the group but measured data in the requested days. */
export const groupMeter = z.object({
  id: described('Id of the installation.', z.string()),
  macAddress: z.string(),
  name: z.string(),
  establishmentId: z.string(),
  establishmentName: z.string(),
  isMember: described('Whether it is in the group now.', z.boolean()),
  from: described('First and last of these days on which it counted.', z.string()),
  until: z.string(),
  ...consumed,
  share: described("Share of the group's total, 0 to 1; 0 without consumption.", z.number()),
});
export type GroupMeter = z.output<typeof groupMeter>;

const period = z.strictObject({ start: z.optional(civilDate), end: z.optional(civilDate) });
const oneGroup = { group };

export const listGroups = defineCall({
  name: 'listGroups',
  route: 'GET /groups',
  permission: 'see-groups',
  summary:
    'Groups that the caller may see, by name, each with its totals between two civil dates, inclusive; default: the billing cycle so far. A read-only user sees the groups with meters shared with it, and only those meters.',
  query: period,
  answer: { groups: z.array(group) },
});

export const readGroup = defineCall({
  name: 'readGroup',
  route: 'GET /group/:id',
  permission: 'see-groups',
  summary: 'One group with its totals and the contribution of each meter.',
  query: period,
  answer: { group, meters: z.array(groupMeter) },
});

export const newGroup = z
  .strictObject({
    groupName,
    boardsMAC: z._default(boards, []),
    groupType,
    dueDate: z._default(dueDate, null),
    isEmpty: described('Confirms that the group is created without meters.', z._default(z.boolean(), false)),
    group: described(
      'Sent by older clients; repeats the other fields and is ignored.',
      z.optional(z.unknown()),
    ),
  })
  .check(
    z.refine(({ isEmpty, boardsMAC }) => isEmpty || boardsMAC.length > 0, {
      error: GROUP_TEXTS.boards,
      path: ['boardsMAC'],
    }),
    z.refine(({ isEmpty, boardsMAC }) => !isEmpty || boardsMAC.length === 0, {
      error: GROUP_TEXTS.emptyWithBoards,
      path: ['isEmpty'],
    }),
  );
export type NewGroup = z.output<typeof newGroup>;

export const createGroup = defineCall({
  name: 'createGroup',
  route: 'POST /group/new',
  permission: 'edit-groups',
  summary:
    'Creates a group of meters with one owner and one type. Its meters count with all of their measurements. 409 if the owner has a group with that name.',
  body: newGroup,
  fails: ['not-found', 'conflict'],
  success: 201,
  answer: oneGroup,
});

export const groupChange = z.strictObject({
  _id: z.string({ error: 'Informe o grupo.' }),
  name: z.optional(groupName),
  boards: described(
    'New list of its meters; removed ones leave it today, and their earlier measurements stay.',
    z.optional(boards),
  ),
  type: described('Cannot be changed; accepted if it equals the stored value.', z.optional(groupType)),
  dueDate: z.optional(dueDate),
  countFrom: described(
    'First day that counts for the added meters; default: this billing cycle.',
    z._default(countFrom, 'cycle'),
  ),
});
export type GroupChange = z.output<typeof groupChange>;

/** The version of a group in an editor: its name, meters and due day, without measurements. */
export const groupSeen = ({ name, boards, dueDate }: Group): string =>
  fingerprint({ name, boards: boards.toSorted(), dueDate });

export const editGroup = defineCall({
  name: 'editGroup',
  route: 'POST /group/edit',
  permission: 'edit-groups',
  summary: 'Changes a group; omitted fields stay.',
  body: z.strictObject({ group: groupChange }),
  edit: editOf(readGroup, {
    asking: ({ body }: EditInput<{ group: GroupChange }>) => ({ params: { id: body.group._id }, query: {} }),
    seen: (answer) => groupSeen(answer.group),
    actions: ['group-changed'],
    about: (answer) => [{ edited: answer.group._id }],
  }),
  fails: ['not-found', 'conflict'],
  answer: oneGroup,
});

export const removeGroup = defineCall({
  name: 'removeGroup',
  route: 'DELETE /group/:id',
  permission: 'edit-groups',
  summary: 'Removes a group with its history; its meters stay unchanged.',
});
