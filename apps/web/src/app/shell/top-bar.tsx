import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { IconButton, IconLink } from '../../shared/ui/marks/icon-button.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { AccountButton } from './account-button.tsx';
import { BellButton } from './bell-button.tsx';
import { MeterButton } from './meter-button.tsx';
import styles from './top-bar.module.css';
import { useMeterOnScreen } from './use-meter-on-screen.ts';

/** Loads a part on demand: loading begins when its button is hovered or focused, and `Part` exists after the press. */
const useOnDemand = <Props,>(load: () => Promise<ComponentType<Props>>) => {
  const [part, setPart] = useState<{ Part: ComponentType<Props> } | null>(null);
  const fetchAhead = () => void load().catch(() => undefined);
  const show = () =>
    void load().then(
      (Part) => setPart({ Part }),
      () => announce('Não foi possível abrir. Tente novamente.', { tone: 'bad' }),
    );
  return {
    Part: part?.Part ?? null,
    show,
    whenReachedFor: { onPointerEnter: fetchAhead, onFocus: fetchAhead, onClick: show },
  };
};

const loadMenu = async () => (await import('./meter-menu.tsx')).MeterMenu;

/** Keys beside those that press every button. */
const OPENING_KEYS = ['ArrowDown', 'ArrowUp'];

const MeterSelector = () => {
  const current = useMeterOnScreen();
  const { data } = useQuery(metersQuery);
  const boards = data?.installationsMeter ?? [];
  const { Part: MeterMenu, show, whenReachedFor } = useOnDemand(loadMenu);
  if (MeterMenu) return <MeterMenu boards={boards} current={current} />;
  return (
    <MeterButton
      boards={boards}
      current={current}
      aria-haspopup="listbox"
      {...whenReachedFor}
      onKeyDown={({ key }) => {
        if (OPENING_KEYS.includes(key)) show();
      }}
    />
  );
};

const loadSheet = async () => (await import('./alert-sheet.tsx')).AlertSheet;

/** The count of alerts; the list is loaded on demand. */
const AlertBell = () => {
  const { Part: AlertSheet, whenReachedFor } = useOnDemand(loadSheet);
  if (AlertSheet) return <AlertSheet />;
  return <BellButton aria-haspopup="dialog" aria-expanded={false} {...whenReachedFor} />;
};

const loadPopover = async () => (await import('./account-popover.tsx')).AccountPopover;

/** The account; theme choice and sign-out are loaded on demand. */
const AccountMenu = () => {
  const { Part: AccountPopover, whenReachedFor } = useOnDemand(loadPopover);
  if (AccountPopover) return <AccountPopover />;
  return <AccountButton aria-haspopup="dialog" aria-expanded={false} {...whenReachedFor} />;
};

const UNCONFIRMED = 'Email não confirmado';

interface TopBarProps {
  isDrawerOpen: boolean;
  onToggleDrawer: () => void;
}

export const TopBar = ({ isDrawerOpen, onToggleDrawer }: TopBarProps) => {
  const user = useUser();
  return (
    <header className={styles.bar}>
      {/* Tours point here where the drawer is closed, as on a phone. */}
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
