import { may } from '@nascente/domain/people/permissions';
import type { Profile } from '@nascente/domain/people/profiles';
import { Conflict } from '../../platform/errors.ts';
import type { PersonAccess } from './person-access.repository.ts';

export interface PersonChange {
  readonly profile?: Profile | undefined;
  readonly disabled?: boolean | undefined;
  /** By id; null: none. */
  readonly partner?: string | null | undefined;
  /** Image data URL; null takes it away. */
  readonly logoPartner?: string | null | undefined;
}

/** Throws Conflict where a change would leave something without the person that it needs. */
export const requireTenable = (
  person: PersonAccess & { readonly enabledAdmins: number },
  { profile = person.profile, disabled = person.isDisabled, partner, logoPartner }: PersonChange,
): void => {
  const isAdminNow = person.profile === 'Admin' && !person.isDisabled;
  const staysAdmin = profile === 'Admin' && !disabled;
  if (isAdminNow && !staysAdmin && person.enabledAdmins < 2)
    throw new Conflict('É preciso que reste ao menos um administrador ativo.');
  if (person.clientUsers > 0 && !may(profile, 'manage-client-users'))
    throw new Conflict('Este gestor tem usuários clientes: exclua-os antes de mudar o perfil.');
  if (person.establishments > 0 && profile === 'client')
    throw new Conflict('Esta pessoa tem estabelecimentos e não pode ter o perfil de cliente.');
  if (logoPartner && profile !== 'partner') throw new Conflict('Só um parceiro tem logotipo de parceiro.');
  if (partner && person.managerId !== null)
    throw new Conflict('O parceiro de um cliente é o do seu gestor: informe-o na conta do gestor.');
};
