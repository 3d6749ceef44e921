/** Kinds of credentials: everything that gives access to an account, or to which an account sends its data. */
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

/** Kinds that a password change, a recovery and the account page may remove; second step and clients have their own rules. */
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

/** For so long after a sign-in or a proof, a session makes credentials without asking again. */
export const RECENT_PROOF_MINUTES = 10;

/** Days in which an e-mail lets its owner deny a sign-in, and after which a recovery may remove a second step. */
export const DENIAL_DAYS = 7;
