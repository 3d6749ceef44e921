import type { Profile } from './profiles.ts';

const EVERYONE: readonly Profile[] = ['user', 'Manager', 'Admin', 'partner', 'client'];
const NOT_READ_ONLY: readonly Profile[] = ['user', 'Manager', 'Admin', 'partner'];
const INVITING: readonly Profile[] = ['user', 'Manager', 'Admin'];
const MANAGING: readonly Profile[] = ['Manager', 'Admin'];
const ADMIN: readonly Profile[] = ['Admin'];
const MANAGER: readonly Profile[] = ['Manager'];
const PARTNER: readonly Profile[] = ['partner'];

/** Permissions by profile (spec, sections 1, 2, 5 and 6). Access to a particular meter or establishment is checked separately. */
const PERMISSIONS = {
  // One's own account. API: GET and PATCH /user, POST /user/password, /user/export, DELETE /user, feedback, activation, GET /feed.
  'see-own-account': EVERYONE,
  // Where the account is signed in: list, end one, end the others, sign out.
  'hold-session': EVERYONE,
  'edit-own-account': EVERYONE,
  'change-own-password': EVERYONE,
  'edit-second-step': EVERYONE,
  'export-own-account': EVERYONE,
  'delete-own-account': EVERYONE,
  // Consents: terms and notice of privacy (LGPD, art. 8).
  'hold-consents': EVERYONE,
  'send-feedback': EVERYONE,
  // Spec, section 6: 'any normal user' requests to become Manager. API: GET /user/upgrade/profile is the user's.
  'request-upgrade': ['user'],
  // API: any session may call POST /user/generate-token; a key gives no permission that its owner lacks (`key-scopes.ts`).
  'create-api-key': EVERYONE,
  'create-writing-api-key': NOT_READ_ONLY,
  // Spec, sections 2 and 6: a Manager's logo in the header.
  'upload-company-logo': MANAGER,
  // Spec, section 1: a partner's logo in the side drawer, also for accounts that signed up by the partner's link.
  'upload-partner-logo': PARTNER,
  'bring-accounts': PARTNER,

  // Meters and their readings. Spec, section 6: clients see the same screens, and change nothing.
  'see-own-meters': EVERYONE,
  'follow-live-feed': EVERYONE,
  'see-consumption': EVERYONE,
  'see-readings': EVERYONE,
  'export-readings': EVERYONE,
  'verify-meter': EVERYONE,
  // API: POST /installation-meter, /board-new and /board/validate are for all but the read-only profile.
  'install-meter': NOT_READ_ONLY,
  'edit-meter': NOT_READ_ONLY,
  'remove-meter': NOT_READ_ONLY,
  // Spec, section 6: only an Admin has both menu entries; the page itself redirects only the read-only profile.
  'see-register-meter-menu': ADMIN,
  'see-edit-meter-menu': ADMIN,
  'open-register-page': NOT_READ_ONLY,
  // API: POST /admin/boards. All boards and their rejected messages, installed or not.
  'see-inventory': ADMIN,
  'provision-boards': ADMIN,
  // Spec, section 6: the Admin registers meters. A Manager does so with boards that an Admin has assigned to the account.
  'install-by-mac': ADMIN,
  'install-assigned-by-mac': MANAGER,

  // Establishments, groups and images. A location is an establishment without CNPJ.
  'see-establishments': EVERYONE,
  'create-establishment': NOT_READ_ONLY,
  'edit-establishment': NOT_READ_ONLY,
  'remove-establishment': NOT_READ_ONLY,
  'see-groups': EVERYONE,
  'edit-groups': NOT_READ_ONLY,
  'upload-image': NOT_READ_ONLY,
  // Forms that write use the CNPJ and CEP lookups.
  'look-up-registries': NOT_READ_ONLY,

  // Tariffs. API: any session may call GET /tax; POST /admin/tax needs an Admin.
  'see-tariffs': EVERYONE,
  'edit-tariffs': ADMIN,
  'see-bills': EVERYONE,
  // Budgets are for people who pay the bills.
  'plan-budgets': NOT_READ_ONLY,
  // A decision on a saving is shown to everyone who sees the establishment.
  'decide-opportunities': NOT_READ_ONLY,
  // Reports by e-mail to the own account about data that it sees.
  'subscribe-to-reports': EVERYONE,

  // Built-in alerts. Muting is personal; an acknowledgement is shown to everyone who sees the alert.
  'see-alerts': EVERYONE,
  'mute-alerts': EVERYONE,
  'acknowledge-alerts': NOT_READ_ONLY,
  'edit-alert-rules': NOT_READ_ONLY,
  // A stolen API key must not redirect the account's alerts, so keys have no access.
  'edit-alert-webhooks': NOT_READ_ONLY,

  // Integrations: other systems read data that the owner sees; a gateway publishes for boards.
  'edit-integrations': EVERYONE,
  'send-by-gateway': NOT_READ_ONLY,
  // A client user does not share data that it was given access to.
  'share-figures': NOT_READ_ONLY,

  // Owners invite client users, who set their own passwords. Spec, section 6, lets Managers and Admins manage customers.
  'manage-client-users': INVITING,
  // Accounts with a password chosen by another person.
  'create-client-users': MANAGING,

  // API: 'Admin sees all'; GET and POST /admin/upgrades; rejected messages of boards; the local mailbox.
  'see-every-customer': ADMIN,
  'see-people': ADMIN,
  'edit-people': ADMIN,
  'see-audit-trail': ADMIN,
  'decide-upgrades': ADMIN,
  'see-refused-frames': ADMIN,
  'read-local-mailbox': ADMIN,
  // The state of the installation, for its operators.
  'see-status': ADMIN,
} as const satisfies Record<string, readonly Profile[]>;

/** An action that a profile may be allowed or refused. */
export type Action = keyof typeof PERMISSIONS;

export const actions = Object.keys(PERMISSIONS) as readonly Action[];

/** Whether a profile may do an action. */
export function may(profile: Profile, action: Action): boolean {
  const allowed: readonly Profile[] = PERMISSIONS[action];
  return allowed.includes(profile);
}
