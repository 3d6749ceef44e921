import { brandName } from '@nascente/domain/people/brand';
import { Fragment, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import { Logo } from '../../shared/ui/page/logo.tsx';
import { type MenuEntry, menuFor } from '../menu.ts';
import { placeAt } from '../places/places.ts';
import styles from './drawer.module.css';
import { useMeterOnScreen } from './use-meter-on-screen.ts';

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
        {/* The screen itself is dressed only after this was drawn. */}
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

/** A modal dialog of the browser: it keeps the focus inside, closes by Escape and gives the focus back. */
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
          // The tour waits until nothing lies over the screen.
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
  /** Opens the tour of the screen on show. */
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
