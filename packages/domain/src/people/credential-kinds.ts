/** Kinds of credentials: everything that gives access to an account, and every destination to which an account sends data. */
export const credentialKinds = [
  'passkey',
  'authenticator',
  'recovery-codes',
  'api-key',
  'integration',
  'shared-link',
  'webhook',
  'push-device',
  'invitation',
  'client-user',
] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/**
 * Kinds that a password change, a recovery and the account page may remove. Second steps and client users have their own rules.
 */
export const removableKinds = ['api-key', 'integration', 'shared-link', 'webhook', 'push-device'] as const;
export type RemovableKind = (typeof removableKinds)[number];

/** Second steps of a sign-in, or replacements of the password. */
export const secondStepKinds = ['passkey', 'authenticator', 'recovery-codes'] as const;

const LABELS: Readonly<Record<CredentialKind, string>> = {
  passkey: 'Chave de acesso',
  authenticator: 'Aplicativo autenticador',
  'recovery-codes': 'Códigos de reserva',
  'api-key': 'Chave de API',
  integration: 'Integração',
  'shared-link': 'Link compartilhado',
  webhook: 'Endereço de aviso',
  'push-device': 'Aparelho avisado',
  invitation: 'Convite de cliente',
  'client-user': 'Usuário cliente',
};

/** Portuguese label of a kind. */
export function credentialLabel(kind: CredentialKind): string {
  return LABELS[kind];
}

/** Minutes after a sign-in or a proof in which a session may create credentials without another proof. */
export const RECENT_PROOF_MINUTES = 10;

/** Days within which the owner may deny a sign-in by e-mail, and within which a recovery may remove a new second step. */
export const DENIAL_DAYS = 7;
