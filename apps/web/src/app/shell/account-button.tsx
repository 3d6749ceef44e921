import type { ComponentProps } from 'react';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Avatar } from '../../shared/ui/page/avatar.tsx';
import styles from './account-menu.module.css';

export const AccountButton = (button: ComponentProps<'button'>) => {
  const user = useUser();
  return (
    <button {...button} type="button" className={styles.target}>
      <span className="visually-hidden">Conta de</span> <span className={styles.name}>{user.firstName}</span>
      <Avatar user={user} />
    </button>
  );
};
