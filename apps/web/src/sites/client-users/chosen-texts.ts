import { may } from '@nascente/domain/people/permissions';
import type { Profile } from '@nascente/domain/people/profiles';
import { useUser } from '../../shared/session-state/signed-in.ts';

export interface ClientNoun {
  readonly one: string;
  readonly many: string;
  readonly name: string;
}

/** Managers of customers have clients; an owner has guests. */
const clientNoun = (profile: Profile): ClientNoun =>
  may(profile, 'create-client-users')
    ? { one: 'cliente', many: 'clientes', name: 'Clientes' }
    : { one: 'convidado', many: 'convidados', name: 'Convidados' };

export const useClientNoun = (): ClientNoun => clientNoun(useUser().profile);

export const chosenTexts = ({ one }: ClientNoun) => ({
  name: 'Medidores atribuídos',
  none: `Nenhum medidor atribuído: o ${one} não verá consumo algum.`,
});
