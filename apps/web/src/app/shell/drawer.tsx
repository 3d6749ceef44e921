import { brandName } from '@nascente/domain/people/brand';
import { Fragment, useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import { Logo } from '../../shared/ui/page/logo.tsx';
import { menuFor } from '../menu.ts';
import styles from './drawer.module.css';
import { useHasSeveral } from './use-has-several.ts';
import { useMeterOnScreen } from './use-meter-on-screen.ts';

/** The menu's order is the specification's: Conta, Tutorial, Feedback. */
const AFTER_TUTORIAL = '/feedback';
/** A menu that opens with the screen asks for what it needs after what the screen asks. */
const BESIDE_SCREEN_MS = 1000;

const Menu = ({ patienceMs, onTutorial }: { patienceMs: number; onTutorial: () => void }) => {
  const user = useUser();
  const entries = menuFor(user, useMeterOnScreen(), { hasSeveral: useHasSeveral(patienceMs) });
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
          {entries.map(({ to, label, icon }) => (
            <Fragment key={to}>
              {to === AFTER_TUTORIAL && (
                <li>
                  <button type="button" className={styles.entry ?? ''} onClick={onTutorial}>
                    <Icon name="help" />
                    Tutorial
                  </button>
                </li>
              )}
              <li>
                <NavLink className={styles.entry ?? ''} to={to}>
                  <Icon name={icon} />
                  {label}
                </NavLink>
              </li>
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
        patienceMs={0}
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
      <Menu patienceMs={BESIDE_SCREEN_MS} onTutorial={onTutorial} />
    </aside>
  );
};
