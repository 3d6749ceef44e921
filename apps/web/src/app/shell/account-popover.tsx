import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { logout } from '@nascente/contract/people/session';
import { may } from '@nascente/domain/people/permissions';
import { Link } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { endSession } from '../../shared/session-state/session.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { AccountButton } from './account-button.tsx';
import styles from './account-menu.module.css';
import { HeaderPopover } from './header-popover.tsx';

const themes: readonly { value: MantineColorScheme; text: string }[] = [
  { value: 'light', text: 'Claro' },
  { value: 'dark', text: 'Escuro' },
  { value: 'auto', text: 'Sistema' },
];

/** The session ends here at once; the server may name another one to end at the identity provider. */
const leave = () => {
  request(logout, {}).then(
    ({ leaveAt }) => leaveAt !== null && window.location.assign(leaveAt),
    () => undefined,
  );
  endSession('logout');
};

const ThemeChoice = () => {
  // Suppressing transitions would write a <style> element, which the content security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return <Segmented label="Tema" value={colorScheme} options={themes} onChange={setColorScheme} />;
};

export const AccountPopover = () => {
  const user = useUser();
  return (
    <HeaderPopover
      width={264}
      className={styles.dropdown}
      button={(buttonProps) => <AccountButton {...buttonProps} />}
    >
      {({ close }) => (
        <>
          <div className={styles.person}>
            <b>{`${user.firstName} ${user.lastName}`.trim()}</b>
            <span>{user.email}</span>
            {!user.active && <span className={styles.unconfirmed}>E-mail não confirmado</span>}
          </div>
          <div className={styles.theme}>
            <span>Tema</span>
            <ThemeChoice />
          </div>
          <Link className={styles.entry} to="/account" onClick={close}>
            <Icon name="user" />
            Conta
          </Link>
          {may(user.profile, 'request-upgrade') && (
            <Link className={styles.entry} to="/guests" onClick={close}>
              <Icon name="people" />
              Convidar alguém
            </Link>
          )}
          <button type="button" className={styles.entry} onClick={leave}>
            <Icon name="logout" />
            Sair
          </button>
        </>
      )}
    </HeaderPopover>
  );
};
