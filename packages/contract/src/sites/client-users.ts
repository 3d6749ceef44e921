import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { birth, picture, requiredName } from '../base/person-fields.ts';
import { newPassword } from '../people/new-password.ts';

const CHECK = 'Verifique os dados inseridos';

const email = z
  .string({ error: CHECK })
  .check(z.trim(), z.toLowerCase(), z.maxLength(254, CHECK), z.regex(z.regexes.email, CHECK));
const password = z.pipe(z.string({ error: CHECK }).check(z.minLength(1, CHECK)), newPassword);
/** Meters that the client user sees. */
const boards = z.array(mac).check(z.maxLength(10_000));

export const clientUser = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  birth: described('DD/MM/YYYY', z.nullable(z.string())),
  boards: z.array(z.string()),
  pictureUrl: z.nullable(z.string()),
  active: described('Whether the e-mail is confirmed.', z.boolean()),
  managerId: described('Manager of the client user.', z.nullable(z.string())),
});
export type ClientUser = z.output<typeof clientUser>;

export const listClientUsers = defineCall({
  name: 'listClientUsers',
  route: 'GET /Consumers',
  permission: 'manage-client-users',
  summary: 'Client users of the account by name; all of them for an Admin.',
  answer: { users: z.array(clientUser) },
});

export const newClientUser = z.strictObject({
  name: requiredName(CHECK),
  email,
  password,
  birth: z.optional(z.nullable(birth)),
  boards: z._default(boards, []),
  pictureUrl: z.optional(picture),
});
export type NewClientUser = z.output<typeof newClientUser>;

export const createClientUser = defineCall({
  name: 'createClientUser',
  route: 'POST /newUser/costumer',
  permission: 'create-client-users',
  needsRecentProof: 'sessions',
  summary: 'Creates a client user with access to the listed meters, at most 10 for each Manager.',
  body: newClientUser,
  fails: ['conflict'],
  success: 201,
  answer: { msg: z.string(), user: clientUser },
});

export const clientUserChange = z.strictObject({
  _id: z.string({ error: CHECK }).check(z.minLength(1, CHECK)),
  name: z.optional(requiredName(CHECK)),
  email: z.optional(email),
  password: z.optional(password),
  birth: z.optional(z.nullable(birth)),
  boards: z.optional(boards),
  pictureUrl: z.optional(picture),
});
export type ClientUserChange = z.output<typeof clientUserChange>;

export const editClientUser = defineCall({
  name: 'editClientUser',
  route: 'PATCH /Consumer',
  permission: 'manage-client-users',
  summary:
    "Changes a client user; omitted fields stay. Only Managers and Admins may change e-mail or password; type `proof` if the session's last proof is older than ten minutes.",
  body: clientUserChange,
  fails: ['conflict', 'not-found'],
  answer: { msg: z.string(), user: clientUser },
});

export const removeClientUser = defineCall({
  name: 'removeClientUser',
  route: 'DELETE /Consumer/:id',
  permission: 'manage-client-users',
  summary: 'Removes a client user; its sessions and live feed end at once.',
  answer: { msg: z.string() },
});
