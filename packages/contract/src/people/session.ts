import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { passkeyAnswer } from './passkey-answer.ts';

export const profiles = ['user', 'Manager', 'Admin', 'partner', 'client'] as const;

/** A person as the API shows it: never a password, never its hash. */
export const user = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  birth: described('DD/MM/YYYY', z.nullable(z.string())),
  gender: z.nullable(z.enum(['Male', 'Female', 'Other'])),
  cnpj: z.nullable(z.string()),
  profile: z.enum(profiles),
  accountType: z.string(),
  active: described('Whether the e-mail is confirmed.', z.boolean()),
  pictureUrl: described('Image data URL.', z.nullable(z.string())),
  labelManager: described(
    'Company logo of the Manager of this person, image data URL.',
    z.nullable(z.string()),
  ),
  logoPartner: described(
    'Own logo of a partner, or that of the partner that brought the account; image data URL.',
    z.nullable(z.string()),
  ),
  solarPanel: described("Whether a meter of the account's establishments is marked as solar.", z.boolean()),
  postalCode: described("CEP of the account's oldest establishment.", z.nullable(z.string())),
  tax: described(
    "Tariff of the account's oldest meter, general meters first, with its group and colour.",
    z.nullable(z.string()),
  ),
  group: z.nullable(z.string()),
  color: z.nullable(z.string()),
  users: described('Client users of a Manager, by id.', z.array(z.string())),
  credentialsUntil: described(
    'Expiry of API keys, integrations, links, webhooks and push devices unless the identity provider confirms the account again; `null`: the account has no identity provider.',
    z.nullable(answeredInstant),
  ),
  brand: described('Brand of the screens.', z.enum(['first', 'second'])),
});
export type User = z.output<typeof user>;

export const credentials = z.strictObject({
  email: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1, 'Informe o e-mail.'), z.maxLength(254)),
  password: described(
    'Base64 of the UTF-8 password.',
    z.string().check(z.minLength(1, 'Informe a senha.'), z.maxLength(1024)),
  ),
  code: described(
    'Code of the authenticator app, or a recovery code; required (type `second-step`) if the account has a second step.',
    z.optional(z.string().check(z.trim(), z.maxLength(30, 'Código longo demais.'))),
  ),
  passkey: described(
    'Instead of the code: assertion of a passkey for this e-mail.',
    z.optional(passkeyAnswer),
  ),
  keep: described('Keep the session for 30 days instead of 12 hours.', z.optional(z.boolean())),
});

export const signedIn = { token: z.string(), user };

export const login = defineCall({
  name: 'login',
  route: 'POST /login',
  access: 'anyone',
  summary: 'Signs in with e-mail and password.',
  body: credentials,
  fails: ['credentials', 'not-allowed', 'too-many'],
  answer: signedIn,
});

export const readLoginWays = defineCall({
  name: 'readLoginWays',
  route: 'GET /login/ways',
  access: 'anyone',
  summary: 'Sign-in methods other than e-mail and password.',
  answer: {
    passkeyOrigin: described(
      'Origin at which passkeys work, such as `https://energia.padaria.com.br`; `null`: `PUBLIC_URL` has no domain name or lacks HTTPS.',
      z.nullable(z.string()),
    ),
    singleSignOn: described(
      'Display name of the identity provider; `null` without one.',
      z.nullable(z.string()),
    ),
  },
});

export const loginByToken = defineCall({
  name: 'loginByToken',
  route: 'POST /login/token',
  permission: 'hold-session',
  summary: 'Resumes a session by its token.',
  answer: signedIn,
});

export const logout = defineCall({
  name: 'logout',
  route: 'POST /logout',
  permission: 'hold-session',
  summary: 'Ends the session at once.',
  answer: {
    leaveAt: described(
      'Address at which the browser ends its session at the identity provider; `null` without one.',
      z.nullable(z.string()),
    ),
  },
});

export const readSelf = defineCall({
  name: 'readSelf',
  route: 'GET /user',
  permission: 'see-own-account',
  summary: 'The signed-in person.',
  answer: { user },
});
