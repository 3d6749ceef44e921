import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { ok } from './conventions.ts';

export const profiles = ['user', 'Manager', 'Admin', 'partner', 'client'] as const;

/** A person as the API shows it: never a password, never its hash. */
export const user = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** DD/MM/YYYY */
  birth: z.nullable(z.string()),
  gender: z.nullable(z.enum(['Male', 'Female', 'Other'])),
  cnpj: z.nullable(z.string()),
  profile: z.enum(profiles),
  accountType: z.string(),
  /** E-mail confirmed. */
  active: z.boolean(),
  /** Image data URL. */
  pictureUrl: z.nullable(z.string()),
  /** Company logo of the person's Manager, image data URL. */
  labelManager: z.nullable(z.string()),
  /** A partner's own logo, or that of the partner that brought the account; image data URL. */
  logoPartner: z.nullable(z.string()),
  /** Whether a meter of the account's places is marked as solar. */
  solarPanel: z.boolean(),
  /** CEP of the account's oldest place. */
  postalCode: z.nullable(z.string()),
  /** Tariff of the account's oldest meter, general ones first, with its group and colour. */
  tax: z.nullable(z.string()),
  group: z.nullable(z.string()),
  color: z.nullable(z.string()),
  /** Client users of a Manager, by id. */
  users: z.array(z.string()),
  /** Which brand the screens wear. */
  brand: z.enum(['first', 'second']),
});
export type User = z.output<typeof user>;

export const credentials = z.strictObject({
  email: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1, 'Informe o e-mail.'), z.maxLength(254)),
  /** Base64 of the UTF-8 password. */
  password: z.string().check(z.minLength(1, 'Informe a senha.'), z.maxLength(1024)),
  /** Keep the session for 30 days instead of 12 hours. */
  keep: z.optional(z.boolean()),
});

const signedIn = z.object({ ok, token: z.string(), user });

export const login = defineCall({
  name: 'login',
  method: 'POST',
  effect: 'changes',
  path: '/login',
  access: 'anyone',
  summary: 'Signs in with e-mail and password.',
  body: credentials,
  success: 200,
  answer: signedIn,
});

export const loginByToken = defineCall({
  name: 'loginByToken',
  method: 'POST',
  effect: 'changes',
  path: '/login/token',
  access: 'session',
  permission: 'hold-session',
  summary: 'Takes up a session by its token.',
  success: 200,
  answer: signedIn,
});

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  effect: 'changes',
  path: '/logout',
  access: 'session',
  permission: 'hold-session',
  summary: 'Ends the session; its token is dead at once.',
  success: 200,
  answer: z.object({ ok }),
});

export const readSelf = defineCall({
  name: 'readSelf',
  method: 'GET',
  effect: 'reads',
  path: '/user',
  access: 'session',
  permission: 'see-own-account',
  summary: 'The person who is signed in.',
  success: 200,
  answer: z.object({ ok, user }),
});
