import type { ReactNode } from 'react';
import { Icon, type IconName } from '../marks/icon.tsx';
import styles from './states.module.css';

interface EmptyStateProps {
  icon?: IconName;
  children: ReactNode;
  action?: ReactNode;
}

export const EmptyState = ({ icon = 'info', children, action }: EmptyStateProps) => (
  <div className={styles.state}>
    <span className={styles.badge}>
      <Icon name={icon} size={22} />
    </span>
    <p>{children}</p>
    {action}
  </div>
);
