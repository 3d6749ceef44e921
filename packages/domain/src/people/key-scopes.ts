import { type Action, actions, may } from './permissions.ts';
import type { Profile } from './profiles.ts';

/** Default rate of a key, requests a minute. */
export const USUAL_KEY_RATE = 600;
export const MIN_KEY_RATE = 1;
export const MAX_KEY_RATE = 60_000;

const BURST_SECONDS = 10;
const MIN_BURST = 10;

/** Number of requests that a key may send at once after a pause: those of ten seconds or ten, at most those of a minute. */
export function burstOf(perMinute: number): number {
  return Math.min(perMinute, Math.max(MIN_BURST, Math.ceil((perMinute * BURST_SECONDS) / 60)));
}

/** Scopes of API keys. */
export const keyScopes = [
  'read-measures',
  'read-bills',
  'read-alerts',
  'read-system',
  'edit-establishments',
  'handle-alerts',
  'manage-clients',
  'administer',
] as const;
export type KeyScope = (typeof keyScopes)[number];

interface ScopeTexts {
  readonly name: string;
  readonly about: string;
}

const TEXTS: Readonly<Record<KeyScope, ScopeTexts>> = {
  'read-measures': { name: 'Ler medidas', about: 'leituras, consumo, grupos e medidores ao vivo' },
  'read-bills': { name: 'Ler faturas', about: 'faturas, tarifas, relatórios e oportunidades' },
  'read-alerts': { name: 'Ler avisos', about: 'avisos e regras' },
  'read-system': { name: 'Ler o sistema', about: 'pessoas, placas, auditoria e servidor' },
  'edit-establishments': {
    name: 'Escrever cadastro',
    about: 'estabelecimentos, medidores, grupos, faturas lançadas e a própria conta',
  },
  'handle-alerts': {
    name: 'Tratar avisos',
    about: 'avisos, regras, oportunidades e relatórios que se recebe',
  },
  'manage-clients': { name: 'Gerir clientes', about: 'usuários clientes e convites' },
  administer: { name: 'Administrar', about: 'placas e tarifas de todo o sistema' },
};

/** Name and description of a scope, in Portuguese. */
export function scopeText(scope: KeyScope): ScopeTexts {
  return TEXTS[scope];
}

/**
 * The scope that an action requires. `every-key`: any key may, for account, structure and public registries. `no-key`: only a
 * session may, so that a lost key does not expose the account.
 */
type KeyReach = KeyScope | 'every-key' | 'no-key';

/** The scope that a key needs for each action of its owner: the only such table. */
const REACH: Readonly<Record<Action, KeyReach>> = {
  'see-own-account': 'every-key',
  'look-up-registries': 'every-key',
  'see-own-meters': 'every-key',
  'see-establishments': 'every-key',

  'follow-live-feed': 'read-measures',
  'see-consumption': 'read-measures',
  // The answer contains consumption of the meters.
  'see-groups': 'read-measures',
  'see-readings': 'read-measures',
  'export-readings': 'read-measures',
  'verify-meter': 'read-measures',
  'see-register-meter-menu': 'read-measures',
  'see-edit-meter-menu': 'read-measures',
  'open-register-page': 'read-measures',
  'see-bills': 'read-bills',
  'see-tariffs': 'read-bills',
  'see-alerts': 'read-alerts',
  'see-every-customer': 'read-system',
  'see-people': 'read-system',
  'see-audit-trail': 'read-system',
  'see-refused-frames': 'read-system',
  'see-inventory': 'read-system',
  'see-status': 'read-system',

  'edit-own-account': 'edit-establishments',
  'request-upgrade': 'edit-establishments',
  'upload-company-logo': 'edit-establishments',
  'upload-partner-logo': 'edit-establishments',
  'bring-accounts': 'edit-establishments',
  'install-meter': 'edit-establishments',
  'install-by-mac': 'administer',
  'install-assigned-by-mac': 'edit-establishments',
  'edit-meter': 'edit-establishments',
  'remove-meter': 'edit-establishments',
  'create-establishment': 'edit-establishments',
  'edit-establishment': 'edit-establishments',
  'remove-establishment': 'edit-establishments',
  'edit-groups': 'edit-establishments',
  'plan-budgets': 'edit-establishments',
  'upload-image': 'edit-establishments',
  'send-by-gateway': 'edit-establishments',
  'send-feedback': 'handle-alerts',
  'decide-opportunities': 'handle-alerts',
  'subscribe-to-reports': 'handle-alerts',
  'mute-alerts': 'handle-alerts',
  'acknowledge-alerts': 'handle-alerts',
  'edit-alert-rules': 'handle-alerts',
  'manage-client-users': 'manage-clients',
  'create-client-users': 'manage-clients',
  'provision-boards': 'administer',
  'edit-tariffs': 'administer',

  'edit-alert-webhooks': 'no-key',
  'edit-integrations': 'no-key',
  'share-figures': 'no-key',
  'hold-session': 'no-key',
  'change-own-password': 'no-key',
  'edit-second-step': 'no-key',
  'export-own-account': 'no-key',
  'delete-own-account': 'no-key',
  'hold-consents': 'no-key',
  'create-api-key': 'no-key',
  'create-writing-api-key': 'no-key',
  'edit-people': 'no-key',
  'decide-upgrades': 'no-key',
  'read-local-mailbox': 'no-key',
};

/** The scope that a key needs for an action. */
export function keyReachOf(action: Action): KeyReach {
  return REACH[action];
}

/** Whether a key with these scopes may be used for an action that its owner may do. */
export function keyMay(scopes: readonly KeyScope[], action: Action): boolean {
  const reach = REACH[action];
  if (reach === 'every-key') return true;
  return reach !== 'no-key' && scopes.includes(reach);
}

/** Whether a scope permits only reading. */
export function isReadingScope(scope: KeyScope): boolean {
  return scope.startsWith('read-');
}

export const READING_SCOPES: readonly KeyScope[] = keyScopes.filter(isReadingScope);

/** Scopes that a profile may give to a key: those that permit at least one action. */
export function scopesFor(profile: Profile): readonly KeyScope[] {
  return keyScopes.filter(
    (scope) =>
      (isReadingScope(scope) || may(profile, 'create-writing-api-key')) &&
      actions.some((action) => REACH[action] === scope && may(profile, action)),
  );
}
