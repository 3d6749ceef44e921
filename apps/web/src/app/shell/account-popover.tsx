import { type MantineColorScheme, Popover, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import { logout } from '@nascente/contract/session';
import { may } from '@nascente/domain/people/permissions';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { request } from '../../shared/api-client.ts';
import { endSession } from '../../shared/session.ts';
import { useUser } from '../../shared/signed-in.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { AccountButton } from './account-button.tsx';
import styles from './account-menu.module.css';

const themes: readonly { value: MantineColorScheme; text: string }[] = [
  { value: 'light', text: 'Claro' },
  { value: 'dark', text: 'Escuro' },
  { value: 'auto', text: 'Sistema' },
];

/** The session ends here at once; the server is told, and whether it hears is no reason to wait. */
const leave = () => {
  request(logout, {}).catch(() => undefined);
  endSession('logout');
};

const ThemeChoice = () => {
  // Stopping transitions meanwhile would write a <style> element, which the content security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return <Segmented label="Tema" value={colorScheme} options={themes} onChange={setColorScheme} />;
};

/** The button with the menu below it; it comes opened, for it was fetched because somebody asked for it. */
export const AccountPopover = () => {
  const user = useUser();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Opened after it was drawn closed, so that the focus knows where to return to.
  useEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={264}
      offset={6}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <AccountButton ref={button} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown ?? ''}>
        <div className={styles.person}>
          <b>{`${user.firstName} ${user.lastName}`.trim()}</b>
          <span>{user.email}</span>
          {!user.active && <span className={styles.unconfirmed}>E-mail não confirmado</span>}
        </div>
        <div className={styles.theme}>
          <span>Tema</span>
          <ThemeChoice />
        </div>
        <Link className={styles.entry} to="/account" onClick={() => setOpen(false)}>
          <Icon name="user" />
          Conta
        </Link>
        {may(user.profile, 'request-upgrade') && (
          <Link className={styles.entry} to="/account#gestor" onClick={() => setOpen(false)}>
            <Icon name="people" />
            Dar acesso a clientes
          </Link>
        )}
        <button type="button" className={styles.entry} onClick={leave}>
          <Icon name="logout" />
          Sair
        </button>
      </Popover.Dropdown>
    </Popover>
  );
};
