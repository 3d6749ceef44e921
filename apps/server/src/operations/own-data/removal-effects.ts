import type { Removal } from '@nascente/contract/operations/own-data';
import type { Belongings } from './removal.repository.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What removing an account takes along, in numbers and in sentences. */
export const removalEffects = (belongings: Belongings): Removal => {
  const { clientUserIds, establishments, viewers, apiKeys } = belongings;
  const meters = belongings.installations.filter(({ isInUse }) => isInUse).length;
  const clientUsers = clientUserIds.length;
  const effects = [
    'Seus dados pessoais, sessões e chaves de acesso são excluídos. Isto não pode ser desfeito.',
  ];
  if (establishments > 0) {
    const removed = counted(establishments, 'estabelecimento é excluído', 'estabelecimentos são excluídos');
    effects.push(`${removed} com todo o histórico de consumo.`);
  }
  if (meters > 0) {
    const devices = counted(meters, 'medidor fica livre', 'medidores ficam livres');
    effects.push(`${devices} para nova instalação.`);
  }
  if (viewers > 0) {
    const people = counted(viewers, 'pessoa deixa', 'pessoas deixam');
    effects.push(`${people} de ver medidores seus que foram compartilhados.`);
  }
  if (clientUsers > 0) {
    const accounts = counted(clientUsers, 'usuário cliente é excluído', 'usuários clientes são excluídos');
    effects.push(`${accounts} junto com a sua conta.`);
  }
  return { establishments, meters, clientUsers, viewers, apiKeys, effects };
};
