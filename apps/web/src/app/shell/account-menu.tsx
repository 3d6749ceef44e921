import { type MantineColorScheme, Popover, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import { logout } from '@nascente/contract/session';
import { useState } from 'react';
import { Link } from 'react-router';
import { request } from '../../shared/api-client.ts';
import { endSession } from '../../shared/session.ts';
import { useUser } from '../../shared/signed-in.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
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

/** Who is signed in, how the screen looks, and the way out. */
export const AccountMenu = () => {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
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
        <button
          type="button"
          className={styles.target}
          aria-label={`Conta de ${user.firstName}`}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={styles.name}>{user.firstName}</span>
          <Avatar user={user} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown ?? ''}>
        <div className={styles.person}>
          <b>{`${user.firstName} ${user.lastName}`.trim()}</b>
          <span>{user.email}</span>
          {!user.active && <span className={styles.unconfirmed}>Email não confirmado</span>}
        </div>
        <div className={styles.theme}>
          <span>Tema</span>
          <ThemeChoice />
        </div>
        <Link className={styles.entry} to="/account" onClick={() => setOpen(false)}>
          <Icon name="user" />
          Conta
        </Link>
        <button type="button" className={styles.entry} onClick={leave}>
          <Icon name="logout" />
          Sair
        </button>
      </Popover.Dropdown>
    </Popover>
  );
};
