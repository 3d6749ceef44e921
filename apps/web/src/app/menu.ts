import type { User } from '@nascente/contract/people/session';
import { type Action, may } from '@nascente/domain/people/permissions';
import type { IconName } from '../shared/ui/marks/icon.tsx';
import { type Place, placesFor } from './places/places.ts';

export interface MenuEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** The place that the entry opens, if any. */
  readonly place?: Place['name'];
}

interface RestrictedEntry extends MenuEntry {
  readonly permission: Action;
}

const boardEntries = (mac: string | null): readonly RestrictedEntry[] => [
  {
    to: '/registerBoard',
    label: 'Cadastrar medidor',
    icon: 'plus',
    permission: 'see-register-meter-menu',
  },
  ...(mac === null
    ? []
    : [
        {
          to: `/editBoard/${mac}`,
          label: 'Editar Medidor',
          icon: 'edit',
          permission: 'see-edit-meter-menu',
        } as const,
      ]),
];

const clients = (profile: User['profile']): RestrictedEntry => ({
  ...(may(profile, 'create-client-users')
    ? { to: '/users', label: 'Clientes' }
    : { to: '/guests', label: 'Convidados' }),
  icon: 'people',
  permission: 'manage-client-users',
});

/** The drawer's entries for a profile, with a meter on screen or none; 'Tutorial' stands before Feedback. */
export const menuFor = ({ profile }: Pick<User, 'profile'>, mac: string | null) => {
  const isAllowed = ({ permission }: RestrictedEntry): boolean => may(profile, permission);
  const places = placesFor(profile).flatMap(({ name, to, label, icon }): readonly MenuEntry[] => [
    { to, label, icon, place: name },
    ...(name === 'meters' ? boardEntries(mac).filter(isAllowed) : []),
  ]);
  const account: readonly MenuEntry[] = [
    ...[clients(profile)].filter(isAllowed),
    { to: '/account', label: 'Conta', icon: 'user' },
    { to: '/feedback', label: 'Feedback', icon: 'chat' },
    { to: '/help', label: 'Ajuda', icon: 'info' },
  ];
  return { places, account };
};
