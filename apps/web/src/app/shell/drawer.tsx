import type { User } from '@nascente/contract/people/session';
import { brandName } from '@nascente/domain/people/brand';
import { type Action, may } from '@nascente/domain/people/permissions';
import { Fragment, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Icon, type IconName } from '../../shared/ui/marks/icon.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import { Logo } from '../../shared/ui/page/logo.tsx';
import { type Place, placeAt, placesFor } from '../places/places.ts';
import styles from './drawer.module.css';
import { useMeterOnScreen } from './use-meter-on-screen.ts';

interface MenuEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
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

/** Drawer entries of a profile, with or without a meter on screen; 'Tutorial' precedes Feedback. */
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

/** The specification's order: Conta, Tutorial, Feedback. */
const AFTER_TUTORIAL = '/feedback';

const Entry = ({ to, label, icon, isCurrent }: MenuEntry & { readonly isCurrent: boolean }) => (
  <li>
    <Link className={styles.entry} to={to} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} />
      {label}
    </Link>
  </li>
);

const Menu = ({ onTutorial }: Pick<DrawerProps, 'onTutorial'>) => {
  const user = useUser();
  const { pathname } = useLocation();
  const { places, account } = menuFor(user, useMeterOnScreen());
  const place = placeAt(pathname);
  const isCurrent = (entry: MenuEntry): boolean =>
    entry.place === undefined ? pathname.startsWith(entry.to) : entry.place === place;
  return (
    <div className={styles.inside}>
      <div className={styles.brand}>
        {/* The screen is styled only after this was rendered. */}
        <Logo brand={user.brand} />
        {brandName(user.brand)}
      </div>
      {user.logoPartner && (
        <img className={styles.partner} src={user.logoPartner} alt="Logotipo do parceiro" />
      )}
      <nav aria-label="Principal" data-tour="menu">
        <ul className={styles.menu}>
          {places.map((entry) => (
            <Entry key={entry.to} {...entry} isCurrent={isCurrent(entry)} />
          ))}
        </ul>
        <ul className={styles.menu}>
          {account.map((entry) => (
            <Fragment key={entry.to}>
              {entry.to === AFTER_TUTORIAL && (
                <li>
                  <button type="button" className={styles.entry} onClick={onTutorial}>
                    <Icon name="help" />
                    Tutorial
                  </button>
                </li>
              )}
              <Entry {...entry} isCurrent={isCurrent(entry)} />
            </Fragment>
          ))}
        </ul>
      </nav>
      {user.brand === 'first' && <p className={styles.footer}>Desenvolvido por Nascente</p>}
    </div>
  );
};

/** A modal <dialog> traps the focus, closes by Escape and restores the focus. */
const Overlay = ({ onClose, onTutorial }: Pick<DrawerProps, 'onClose' | 'onTutorial'>) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it by Escape, which the dialog handles itself
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <IconButton className={styles.close} icon="close" label="Fechar menu" onClick={onClose} />
      <Menu
        onTutorial={() => {
          // The tour waits until no layer covers the screen.
          onClose();
          onTutorial();
        }}
      />
    </dialog>
  );
};

interface DrawerProps {
  isWide: boolean;
  isOpen: boolean;
  onClose: () => void;
  onTutorial: () => void;
}

export const Drawer = ({ isWide, isOpen, onClose, onTutorial }: DrawerProps) => {
  if (!isOpen) return null;
  if (!isWide) return <Overlay onClose={onClose} onTutorial={onTutorial} />;
  return (
    <aside className={styles.drawer} aria-label="Menu">
      <Menu onTutorial={onTutorial} />
    </aside>
  );
};
