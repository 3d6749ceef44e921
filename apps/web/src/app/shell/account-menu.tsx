import { Menu, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { logout } from '@nascente/contract/session';
import { request } from '../../shared/api-client.ts';
import { endSession } from '../../shared/session.ts';
import { useUser } from '../../shared/signed-in.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './account-menu.module.css';
import { Avatar } from './avatar.tsx';

const themes = [
  { value: 'auto', text: 'Tema do sistema', icon: 'device' },
  { value: 'light', text: 'Tema claro', icon: 'sun' },
  { value: 'dark', text: 'Tema escuro', icon: 'moon' },
] as const;

/** The session ends here at once; the server is told, and whether it hears is no reason to wait. */
const leave = () => {
  request(logout, {}).catch(() => undefined);
  endSession('logout');
};

export const AccountMenu = () => {
  const user = useUser();
  // Stopping transitions meanwhile would write a <style> element, which the content security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Menu position="bottom-end" width={252} offset={6} shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className={styles.target} aria-label={`Menu da conta de ${user.firstName}`}>
          <span className={styles.name}>{user.firstName}</span>
          <Avatar user={user} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        <div className={styles.person}>
          <b>{`${user.firstName} ${user.lastName}`.trim()}</b>
          <span>{user.email}</span>
          {!user.active && <span className={styles.unconfirmed}>Email não confirmado</span>}
        </div>
        <Menu.Divider className={styles.divider} />
        {themes.map(({ value, text, icon }) => (
          <Menu.Item
            key={value}
            className={styles.item}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon name={icon} />}
            rightSection={colorScheme === value && <Icon name="check" size={18} />}
            onClick={() => setColorScheme(value)}
          >
            {text}
          </Menu.Item>
        ))}
        <Menu.Divider className={styles.divider} />
        <Menu.Item className={styles.item} leftSection={<Icon name="logout" />} onClick={leave}>
          Sair
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
