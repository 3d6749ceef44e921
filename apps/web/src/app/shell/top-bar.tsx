import { useUser } from '../../shared/session-state/signed-in.ts';
import { IconButton, IconLink } from '../../shared/ui/marks/icon-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AlertBell } from './alert-bell.tsx';
import { MeterSelector } from './meter-selector.tsx';
import styles from './top-bar.module.css';

const UNCONFIRMED = 'Email não confirmado';

interface TopBarProps {
  isDrawerOpen: boolean;
  onToggleDrawer: () => void;
}

export const TopBar = ({ isDrawerOpen, onToggleDrawer }: TopBarProps) => {
  const user = useUser();
  return (
    <header className={styles.bar}>
      {/* Where the drawer is closed, as on a phone, this is what a tour shows of it. */}
      <span data-tour="menu">
        <IconButton
          icon="menu"
          label={isDrawerOpen ? 'Recolher menu' : 'Abrir menu'}
          aria-expanded={isDrawerOpen}
          onClick={onToggleDrawer}
        />
      </span>
      {user.labelManager && (
        <img className={styles.company} src={user.labelManager} alt="Logotipo da empresa" />
      )}
      <MeterSelector />
      <div className={styles.end}>
        {!user.active && (
          <IconLink className={styles.warning} icon="mail-alert" label={UNCONFIRMED} to="/account" />
        )}
        <AlertBell />
        <AccountMenu />
      </div>
    </header>
  );
};
