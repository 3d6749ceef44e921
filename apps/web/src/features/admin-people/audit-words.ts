import type { AuditAction, AuditEvent } from '@nascente/contract/audit';
import { isProfile, profileName } from '@nascente/domain/people/profiles';

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
  'boards-provisioned': 'Placas provisionadas',
  'readings-excluded': 'Leituras desconsideradas',
  'readings-restored': 'Correção desfeita',
  'past-imported': 'Dados passados importados',
  'import-undone': 'Importação desfeita',
  'board-changed': 'Placa alterada',
  'board-removed': 'Placa removida',
  'device-key-rotated': 'Chave de placa trocada',
  'tariff-saved': 'Preços de tarifa cadastrados',
  'tariffs-imported': 'Arquivo da ANEEL importado',
  'flag-set': 'Bandeira tarifária definida',
};

const nameOfProfile = (text: string): string => (isProfile(text) ? profileName(text) : text);

const counted = (one: string, many: string) => (count: string) => `${count} ${count === '1' ? one : many}`;

/** The details that need words of their own; any other is shown as it stands. */
const detailTeller: Readonly<Record<string, (value: string) => string>> = {
  from: (profile) => `de ${nameOfProfile(profile)}`,
  to: (profile) => `para ${nameOfProfile(profile)}`,
  boards: counted('medidor', 'medidores'),
  since: (day) => `a partir de ${day}`,
  tariffs: counted('tarifa', 'tarifas'),
  versions: counted('vigência nova', 'vigências novas'),
  months: counted('bandeira', 'bandeiras'),
  sessions: counted('sessão', 'sessões'),
  password: () => 'nova senha',
  write: (isWriting) => (isWriting === 'true' ? 'leitura e escrita' : 'somente leitura'),
};
const ORDER = ['name', 'from', 'to'];
const rank = (key: string) => (ORDER.indexOf(key) + ORDER.length + 1) % (ORDER.length + 1);

/** What is kept beside an event, in words and in an order that reads. */
export const detailWords = (detail: AuditEvent['detail']): string[] =>
  Object.entries(detail)
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([key, value]) => detailTeller[key]?.(value) ?? value);
