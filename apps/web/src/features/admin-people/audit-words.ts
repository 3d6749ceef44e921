import type { AuditAction } from '@nascente/contract/audit';

/** What the trail keeps, as it is told. */
export const auditWords: Readonly<Record<AuditAction, string>> = {
  'signed-in': 'Entrou',
  'sign-in-failed': 'Tentativa de entrada recusada',
  'sessions-ended': 'Sessões encerradas',
  'password-changed': 'Senha alterada',
  'api-key-created': 'Chave de acesso criada',
  'api-key-revoked': 'Chave de acesso revogada',
  'account-changed': 'Conta alterada',
  'account-exported': 'Dados exportados',
  'account-removed': 'Conta removida',
  'account-disabled': 'Conta desativada',
  'account-enabled': 'Conta ativada',
  'profile-changed': 'Perfil alterado',
  'upgrade-requested': 'Perfil de gestor solicitado',
  'upgrade-approved': 'Pedido de gestor aprovado',
  'upgrade-refused': 'Pedido de gestor recusado',
  'client-user-created': 'Cliente cadastrado',
  'client-user-changed': 'Cliente alterado',
  'client-user-removed': 'Cliente removido',
};
